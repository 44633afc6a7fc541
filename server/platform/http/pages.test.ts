import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servePages } from './pages.ts'

const origin = 'https://wavelength.example'
let folder: string
let app: FastifyInstance
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-pages-'))
  writeFileSync(join(folder, 'index.html'), '<html><head></head><body>the page</body></html>')
  app = Fastify()
  await app.register(rateLimit)
  app.decorateReply('styleNonce', '')
  await servePages(app, folder, origin)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  port = address.port
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The redirect target of a page request, or its status without one. The target is sent unchanged. */
function led(target: string, host = 'localhost:8000'): Promise<string | number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent: false, path: target, headers: { host, accept: 'text/html' } }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? answer.statusCode)
    })
    asked.once('error', reject).end()
  })
}

describe('a page requested under another name of this server', () => {
  test.each([
    ['/', '/'],
    ['/moments?post=1&x=%20y', '/moments?post=1&x=%20y'],
    ['//evil.example/', '//evil.example/'],
    ['/\\evil.example/', '//evil.example/'],
    ['/..//evil.example/', '//evil.example/'],
    ['http://evil.example/moments?post=1', '/moments?post=1'],
    ['http://evil.example', '/'],
    ['http://evil.example?x=1', '/?x=1'],
    ['http://localhost:8000//evil.example/', '//evil.example/'],
  ])('%s redirects to the canonical address only', async (target, expected) => {
    expect(await led(target)).toBe(`${origin}${expected}`)
  })

  test('is rejected when the target is neither a path nor an address', async () => {
    expect([await led('@evil.example/'), await led('.evil.example/')]).toEqual([400, 400])
  })

  test('under its own it is the page', async () => {
    expect([await led('/', 'wavelength.example'), await led('//evil.example/', 'wavelength.example')]).toEqual([200, 404])
  })
})
