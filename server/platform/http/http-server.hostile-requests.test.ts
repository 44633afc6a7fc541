import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { createLogs } from '../observability/log.ts'
import { createHttpServer, type RequestTimeouts } from './http-server.ts'
import { route } from './route.ts'

const open = defineCall({ method: 'GET', area: 'public', path: '/open', summary: 'For everyone', response: z.object({ ok: z.boolean() }) })
const write = defineCall({
  method: 'POST',
  area: 'public',
  path: '/write',
  summary: 'Takes a text',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
})

const own = defineCall({ ...write, area: 'auth', path: '/own' })
const upload = defineCall({ method: 'POST', area: 'auth', path: '/upload', summary: 'Takes a file', form: true, response: write.response })
const large = defineCall({ ...own, path: '/large', bodyBytes: 300 * 1024 })

let app: FastifyInstance
let port: number
/** The number of received uploads, and the promise that they wait for. */
let uploads: number
let storing: Promise<void>
async function start(timeouts: RequestTimeouts): Promise<void> {
  uploads = 0
  storing = Promise.resolve()
  app = await createHttpServer({
    routes: [
      route(open, () => ({ ok: true })),
      route(upload, async ({ file }) => {
        uploads++
        await storing
        return { text: `${file.bytes.length} bytes` }
      }),
      ...[write, own, large].map((call) => route(call, ({ body }) => ({ text: `${body.text.length} letters` }))),
    ],
    authenticate: async (token) => {
      const [, uid] = /^good\.(\w+)\.good$/.exec(token) ?? []
      if (!uid) throw new AppError('unauthenticated')
      return { uid, hasProfile: true, token: { issuedAtMs: 0, expiresAtMs: 0, authTimeMs: 0, sessionId: null } }
    },
    log: createLogs({ filter: 'off', pretty: false })('http'),
    isOwnHost: () => true,
    trustedProxies: [],
    secure: false,
    extraFrameOrigins: [],
    development: false,
    timeouts,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  port = address.port
}
beforeEach(() => start({ headersMs: 300, requestMs: 400, checkIntervalMs: 50 }))
afterEach(() => app.close())

/** The server's whole answer to these bytes until it closes the connection. */
function sendBytes(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk))
    // Closing the connection in the middle of the request is an answer, too.
    socket.on('close', () => resolve(response)).on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || reject(error))
  })
}
const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
const problemIn = (response: string): unknown => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

describe('A41: malformed requests', () => {
  test.each(['PUT', 'PATCH', 'TRACE', 'OPTIONS'])('%s is not executed', async (verb) => {
    const response = await sendBytes(lines(`${verb} /app/public/write HTTP/1.1`, 'Host: a', 'Connection: close'))
    expect(statusOf(response)).toBeGreaterThanOrEqual(400)
    expect(response).not.toContain('"text"')
  })

  test.each(['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])('%s changes nothing', async (name) => {
    const response = await sendBytes(lines('GET /app/public/write HTTP/1.1', 'Host: a', `${name}: POST`, 'Connection: close'))
    expect(statusOf(response)).toBe(404)
  })

  test.each(['/app/public/open', '/%61pp/public/open', 'http://a/app/public/open'])('%s counts against the limit', async (target) => {
    const response = await sendBytes(lines(`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close'))
    expect([statusOf(response), /x-ratelimit-remaining: (\d+)/.exec(response)?.[1]]).toEqual([200, '1199'])
  })

  test('an unexpected body is not read as the next request', async () => {
    const body = lines('GET /app/public/open HTTP/1.1', 'Host: a')
    const response = await sendBytes(
      lines('GET /app/public/open HTTP/1.1', 'Host: a', `Content-Length: ${body.length}`, 'Connection: close') + body,
    )
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  test('two Content-Length headers, or a length and chunks, close the connection', async () => {
    const chunks = await sendBytes(
      `${lines('POST /app/public/write HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    )
    const second = await sendBytes(lines('POST /app/public/write HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Content-Length: 5'))
    expect([statusOf(chunks), statusOf(second)]).toEqual([400, 400])
  })

  test('100 KB of header are too much', async () => {
    const response = await sendBytes(lines('GET /app/public/open HTTP/1.1', 'Host: a', `X-Long: ${'x'.repeat(100_000)}`))
    expect([431, Number.NaN]).toContain(statusOf(response))
    expect(response).not.toContain('"ok"')
  })
})

describe('A51: half requests', () => {
  test('are ended after a while, even a hundred of them, while complete ones are answered', async () => {
    const half = Array.from({ length: 300 }, () => sendBytes('GET /app/public/open HTTP/1.1\r\nHost: a\r\n'))
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
    const response = await Promise.all(half)
    expect(response.filter((text) => text.includes('"ok"'))).toEqual([])
    for (const socket of silent) if (!socket.destroyed) await new Promise((resolve) => socket.resume().once('close', resolve))
  })

  test('a body that arrives byte by byte is ended too', async () => {
    const response = await sendBytes(
      `${lines('POST /app/public/write HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 1000')}{`,
    )
    expect([statusOf(response), problemIn(response)]).toMatchObject([408, { status: 408, code: 'too_slow' }])
  })
})

describe('expensive requests', () => {
  const post = (path: string, body: string, ...headers: string[]) => {
    const all = [...headers, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close']
    return sendBytes(lines(`POST ${path} HTTP/1.1`, 'Host: a', ...all) + body)
  }
  const SIGNED_IN = 'Authorization: Bearer good.good.good'
  const textOf = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - 11) })
  const KB = 1024

  test.each([
    ['the same twice', SIGNED_IN, SIGNED_IN],
    ['another one first', 'Authorization: Bearer bad.bad.bad', SIGNED_IN],
    ['another one last', SIGNED_IN, 'authorization: Basic abc'],
  ])('two Authorization headers are rejected: %s', async (_, ...headers) => {
    const response = await post('/app/auth/own', '{"text":"hi"}', ...headers)
    expect([statusOf(response), problemIn(response)]).toMatchObject([400, { code: 'invalid_input', errors: [{ field: 'authorization' }] }])
  })

  test.each([
    ['/app/auth/own', 256 * KB, 200, { text: expect.stringMatching(/letters$/) as unknown }],
    ['/app/auth/own', 256 * KB + 1, 413, { status: 413, code: 'too_large' }],
    ['/app/public/write', 256 * KB + 1, 413, { status: 413, code: 'too_large' }],
    ['/app/auth/large', 300 * KB, 200, { text: expect.stringMatching(/letters$/) as unknown }],
    ['/app/auth/large', 300 * KB + 1, 413, { status: 413, code: 'too_large' }],
  ])('%s with a body of %i bytes gets %i', async (path, bytes, status, answer) => {
    const response = await post(path, textOf(bytes), ...(path.startsWith('/app/auth') ? [SIGNED_IN] : []))
    expect([statusOf(response), problemIn(response)]).toMatchObject([status, answer])
  })

  test.each(['', 'Authorization: Bearer bad.bad.bad'])('the body is not read: with %j the answer comes before it', async (header) => {
    const head = lines(
      'POST /app/auth/own HTTP/1.1',
      'Host: a',
      ...(header ? [header] : []),
      'Content-Type: application/json',
      'Content-Length: 200000',
    )
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}{`))
      socket.setEncoding('utf8').once('data', (text: string) => {
        resolve(text)
        socket.destroy()
      })
    })
    expect([statusOf(reply), problemIn(reply)]).toMatchObject([401, { code: 'unauthenticated' }])
    expect(statusOf(await post('/app/auth/own', 'not JSON', ...(header ? [header] : [])))).toBe(401)
  })

  test('a file that is too large by its length is rejected before it is read', async () => {
    const length = limits.imageBytes + 100_000
    const head = ['Host: a', SIGNED_IN, 'Content-Type: multipart/form-data; boundary=x', `Content-Length: ${length}`, 'Connection: close']
    const response = await sendBytes(lines('POST /app/auth/upload HTTP/1.1', ...head))
    expect([statusOf(response), problemIn(response)]).toMatchObject([413, { code: 'too_large' }])
  })

  test.each([
    ['without its end', 'boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello'],
    ['that is something else', 'boundary=x', 'hello'],
    ['without a boundary', 'charset=utf-8', '--x--\r\n'],
    ['with an endless boundary', `boundary=${'x'.repeat(300)}`, '--x--\r\n'],
  ])('a form %s is rejected as invalid', async (_, parameter, form) => {
    const head = [
      'Host: a',
      SIGNED_IN,
      `Content-Type: multipart/form-data; ${parameter}`,
      `Content-Length: ${form.length}`,
      'Connection: close',
    ]
    const response = await sendBytes(lines('POST /app/auth/upload HTTP/1.1', ...head) + form)
    expect([statusOf(response), problemIn(response)]).toMatchObject([400, { code: 'invalid_input' }])
  })

  test('files are not read while other uploads fill the memory limit of a user or of all', async () => {
    await app.close()
    await start({ headersMs: 30_000, requestMs: 30_000, checkIntervalMs: 30_000 })
    let stored = () => {}
    storing = new Promise((resolve) => (stored = resolve))
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--x--\r\n'
    const head = (user: string) =>
      // Uploads without a declared length count as the largest size.
      lines(
        'POST /app/auth/upload HTTP/1.1',
        'Host: a',
        `Authorization: Bearer good.${user}.good`,
        'Content-Type: multipart/form-data; boundary=x',
        'Transfer-Encoding: chunked',
        'Connection: close',
      )
    const send = (user: string) => sendBytes(`${head(user)}${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n`)
    const filled = ['a', 'a', 'b', 'b'].map(send)
    await expect.poll(() => uploads).toBe(4)

    const [same, other] = await Promise.all([sendBytes(head('a')), sendBytes(head('e'))])
    expect([statusOf(same), problemIn(same)]).toMatchObject([429, { code: 'rate_limited' }])
    expect([statusOf(other), problemIn(other)]).toMatchObject([503, { code: 'unavailable' }])
    expect(other).toMatch(/^retry-after: \d+\r$/im)

    stored()
    expect((await Promise.all(filled)).map(statusOf)).toEqual(filled.map(() => 200))
    expect((await Promise.all([send('a'), send('e')])).map(statusOf)).toEqual([200, 200])
  })

  test.each([
    ['lists', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(50_000)],
    ['whole JSON', `{"text":${'['.repeat(40)}${']'.repeat(40)}}`],
  ])('nested %s are rejected without being parsed', async (_, body) => {
    const response = await post('/app/auth/own', body, SIGNED_IN)
    expect([statusOf(response), problemIn(response)]).toMatchObject([
      400,
      { code: 'invalid_input', errors: [{ message: 'is nested too deeply' }] },
    ])
  })

  test.each(['', 'null', '{"text":', '{"__proto__":{"text":"a"}}'])('the body %j is still a plain 400', async (body) => {
    expect(statusOf(await post('/app/auth/own', body, SIGNED_IN))).toBe(400)
  })
})
