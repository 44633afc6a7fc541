import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servePages } from './pages.ts'

const origin = 'https://wavelength.example'
const SCRIPT = 'if (1 < 2) start()'
let folder: string
let app: FastifyInstance
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-pages-'))
  writeFileSync(
    join(folder, 'index.html'),
    `<html><head><script nonce="__STYLE_NONCE__">${SCRIPT}</script></head><body>the page</body></html>`,
  )
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync('compressed'))
  writeFileSync(join(folder, 'assets', 'app-3.js'), 'of the running server')
  mkdirSync(`${folder}.old`)
  writeFileSync(join(`${folder}.old`, 'app-0.js'), 'old')
  app = Fastify()
  await app.register(rateLimit)
  app.decorateReply('styleNonce', '')
  app.decorateReply('inlineScripts', '')
  app.addHook('onSend', async (_request, reply) => void reply.header('inline-scripts', reply.inlineScripts))
  await servePages(app, folder, origin)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  port = address.port
})
afterAll(async () => {
  await app.close()
  for (const path of [folder, `${folder}.old`, `${folder}.replaced`]) rmSync(path, { recursive: true, force: true })
})

/** The redirect target of a page request, or its status without one. The target is sent unchanged. */
function led(target: string, host = 'localhost:8000'): Promise<string | number | undefined> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { host: '127.0.0.1', port, agent: false, path: target, headers: { host, accept: 'text/html' } },
      (answer) => {
        answer.resume()
        resolve(answer.headers.location ?? answer.statusCode)
      },
    )
    clientRequest.once('error', reject).end()
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

test('a page allows its inline script by the hash of its text, and a file allows none', async () => {
  const [page, file] = [await app.inject({ url: '/', headers: { host: 'wavelength.example' } }), await app.inject('/assets/app-1.js')]
  const script = /<script nonce="[^"]+">(.*)<\/script>/.exec(page.body)?.[1] ?? ''
  expect(page.headers['inline-scripts']).toBe(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect([script, file.headers['inline-scripts']]).toEqual([SCRIPT, ''])
})

describe('a file with a hash in its name', () => {
  const pageRequest = (path: string, method: 'GET' | 'HEAD' = 'GET', encoding = 'br') =>
    app.inject({ method, url: path, headers: { 'accept-encoding': encoding } })

  test('may be cached for a year, and is compressed for clients that accept it', async () => {
    const [small, plain, head] = [
      await pageRequest('/assets/app-1.js'),
      await pageRequest('/assets/app-1.js', 'GET', 'identity'),
      await pageRequest('/assets/app-1.js', 'HEAD'),
    ]
    expect([small.statusCode, small.headers['content-encoding'], brotliDecompressSync(small.rawPayload).toString()]).toEqual([
      200,
      'br',
      'compressed',
    ])
    expect([plain.statusCode, plain.headers['content-encoding'], plain.body]).toEqual([200, undefined, 'plain'])
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const { headers } of [small, plain, head])
      expect([headers['cache-control'], headers['content-type']]).toEqual([
        'public, max-age=31536000, immutable',
        'application/javascript; charset=utf-8',
      ])
  })

  test('is still served when a newer build has replaced it', async () => {
    const { statusCode, body } = await pageRequest('/assets/app-0.js')
    expect([statusCode, body]).toEqual([200, 'old'])
  })

  test('is still served while a newer build runs, and after it until the server restarts', async () => {
    const places = [join(folder, 'assets'), `${folder}.replaced`, `${folder}.old`].map((path) => join(path, 'app-3.js'))
    mkdirSync(`${folder}.replaced`)
    const bodies: string[] = []
    for (const [index, place] of places.entries()) {
      if (index > 0) renameSync(places[index - 1] ?? '', place)
      bodies.push((await pageRequest('/assets/app-3.js')).body)
    }
    expect(bodies).toEqual(places.map(() => 'of the running server'))
  })

  test.each([
    '/assets/app-2.js',
    '/assets/',
    '/assets',
    '/assets/APP-1.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets//app-1.js',
    '/assets/toString',
  ])('is found at its exact address alone: %s answers 404', async (path) => {
    expect((await pageRequest(path)).statusCode).toBe(404)
  })
})
