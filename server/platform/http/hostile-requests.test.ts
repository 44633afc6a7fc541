import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { createLogs } from '../observability/log.ts'
import { createHttpServer } from './http-server.ts'
import { route } from './route.ts'

const open = defineCall({ method: 'GET', area: 'public', path: '/open', summary: 'For everybody', answer: z.object({ ok: z.boolean() }) })
const write = defineCall({
  method: 'POST',
  area: 'public',
  path: '/write',
  summary: 'Takes a text',
  body: z.object({ text: z.string() }),
  answer: z.object({ text: z.string() }),
})

let app: FastifyInstance
let port: number
beforeEach(async () => {
  app = await createHttpServer({
    routes: [route(open, () => ({ ok: true })), route(write, ({ body }) => body)],
    authenticate: async () => {
      throw new Error('nobody is here')
    },
    log: createLogs({ filter: 'off', pretty: false })('http'),
    isOwnHost: () => true,
    trustedProxies: [],
    secure: false,
    extraFrameOrigins: [],
    development: false,
    patience: { headersMs: 300, requestMs: 400, lookEveryMs: 50 },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  port = address.port
})
afterEach(() => app.close())

/** Everything the server says to these bytes until it hangs up. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk))
    // A hang-up in the middle of what we send is an answer too.
    socket.on('close', () => resolve(heard)).on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || reject(error))
  })
}
const statusOf = (heard: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1])
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

describe('A41: odd requests', () => {
  test.each(['PUT', 'PATCH', 'TRACE', 'OPTIONS'])('%s is not executed', async (verb) => {
    const heard = await say(lines(`${verb} /app/public/write HTTP/1.1`, 'Host: a', 'Connection: close'))
    expect(statusOf(heard)).toBeGreaterThanOrEqual(400)
    expect(heard).not.toContain('"text"')
  })

  test.each(['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])('%s changes nothing', async (name) => {
    const heard = await say(lines('GET /app/public/write HTTP/1.1', 'Host: a', `${name}: POST`, 'Connection: close'))
    expect(statusOf(heard)).toBe(404)
  })

  test.each(['/app/public/open', '/%61pp/public/open', 'http://a/app/public/open'])('%s counts against the limit', async (target) => {
    const heard = await say(lines(`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close'))
    expect([statusOf(heard), /x-ratelimit-remaining: (\d+)/.exec(heard)?.[1]]).toEqual([200, '1199'])
  })

  test('a body where none belongs is not read as the next request', async () => {
    const body = lines('GET /app/public/open HTTP/1.1', 'Host: a')
    const heard = await say(lines('GET /app/public/open HTTP/1.1', 'Host: a', `Content-Length: ${body.length}`, 'Connection: close') + body)
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  test('two lengths, or a length and chunks, end the connection', async () => {
    const chunks = await say(
      `${lines('POST /app/public/write HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    )
    const two = await say(lines('POST /app/public/write HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Content-Length: 5'))
    expect([statusOf(chunks), statusOf(two)]).toEqual([400, 400])
  })

  test('100 KB of header are too much', async () => {
    const heard = await say(lines('GET /app/public/open HTTP/1.1', 'Host: a', `X-Long: ${'x'.repeat(100_000)}`))
    expect([431, Number.NaN]).toContain(statusOf(heard))
    expect(heard).not.toContain('"ok"')
  })
})

describe('A51: half requests', () => {
  test('end after a while, by the hundred, while whole ones are answered', async () => {
    const half = Array.from({ length: 300 }, () => say('GET /app/public/open HTTP/1.1\r\nHost: a\r\n'))
    const idle = Array.from(
      { length: 100 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket))
        }),
    )
    const silent = await Promise.all(idle)
    const whole = await fetch(`http://127.0.0.1:${port}/app/public/open`)
    expect(await whole.json()).toEqual({ ok: true })
    const heard = await Promise.all(half)
    expect(heard.filter((text) => text.includes('"ok"'))).toEqual([])
    for (const socket of silent) if (!socket.destroyed) await new Promise((resolve) => socket.resume().once('close', resolve))
  })

  test('a body that comes by the byte ends too', async () => {
    const heard = await say(
      `${lines('POST /app/public/write HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 1000')}{`,
    )
    expect(heard).not.toContain(' 200 ')
  })
})
