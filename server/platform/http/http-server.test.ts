import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { AppError } from '#contract/errors.ts'
import { createLogs } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createHttpServer } from './http-server.ts'
import { addOperations, answersAnyHost } from './operations.ts'
import { respondWithPage } from './pages.ts'
import { type Route, route, type Viewer } from './route.ts'

const echo = defineCall({
  method: 'POST',
  area: 'auth',
  path: '/echo/:id',
  summary: 'Says what it was given',
  params: z.object({ id: z.string().check(z.maxLength(3)) }),
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
})
const open = defineCall({ method: 'GET', area: 'public', path: '/open', summary: 'For everyone', response: z.object({ ok: z.boolean() }) })
const broken = defineCall({ method: 'GET', area: 'public', path: '/broken', summary: 'Breaks', response: z.object({}) })

const viewer: Viewer = { uid: 'someone', hasProfile: true, token: { issuedAtMs: 0, expiresAtMs: 0, authTimeMs: 0, sessionId: null } }
let app: FastifyInstance

const usual = {
  authenticate: async () => viewer,
  log: createLogs({ filter: 'off', pretty: false })('http'),
  isOwnHost: (host: string) => host === 'localhost:80' || host === 'localhost',
  trustedProxies: [],
  secure: false,
  extraFrameOrigins: [],
  development: false,
}

async function start(extra: Route[] = [], who: Viewer = viewer, secure = false) {
  app = await createHttpServer({
    routes: [
      route(echo, ({ body, params }) => ({ text: `${params.id} ${body.text}`, secret: 'not in the contract' })),
      route(open, () => ({ ok: true })),
      route(broken, () => {
        throw new Error('the database password is hunter2')
      }),
      ...extra,
    ],
    authenticate: async (token) => {
      if (token !== 'good.good.good') throw new AppError('unauthenticated')
      return who
    },
    log: createLogs({ filter: 'off', pretty: false })('http'),
    isOwnHost: (host) => host === 'localhost:80' || host === 'localhost',
    trustedProxies: [],
    secure,
    extraFrameOrigins: [],
    development: false,
  })
}
afterEach(() => app.close())

const asSomeone = { authorization: 'Bearer good.good.good' }

test('a response is not indexed by search engines, which may load it for the pages that show it', async () => {
  await start()
  expect((await app.inject('/app/public/open')).headers['x-robots-tag']).toBe('noindex')
})

test('a response has only the fields of the contract', async () => {
  await start()
  const response = await app.inject({ method: 'POST', url: '/app/auth/echo/abc', headers: asSomeone, payload: { text: 'hi' } })
  expect([response.statusCode, response.json()]).toEqual([200, { text: 'abc hi' }])
})

test.each([
  ['no token', {}],
  ['an empty bearer', { authorization: 'Bearer ' }],
  ['another scheme', { authorization: 'Basic good.good.good' }],
  ['a token that is not good', { authorization: 'Bearer bad.bad.bad' }],
])('A10: %s is 401 without detail', async (_name, headers) => {
  await start()
  const response = await app.inject({ method: 'POST', url: '/app/auth/echo/abc', headers, payload: { text: 'hi' } })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'unauthenticated', status: 401, type: 'about:blank' })
})

test('the error for invalid input names the field', async () => {
  await start()
  const response = await app.inject({ method: 'POST', url: '/app/auth/echo/abc', headers: asSomeone, payload: { text: 4 } })
  expect(response.statusCode).toBe(400)
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.json()).toMatchObject({ code: 'invalid_input', errors: [{ field: 'text' }] })
})

test('A42: a form post of another site is not executed', async () => {
  await start()
  const response = await app.inject({
    method: 'POST',
    url: '/app/auth/echo/abc',
    headers: { ...asSomeone, 'content-type': 'text/plain' },
    payload: '{"text":"hi"}',
  })
  expect(response.statusCode).toBe(415)
})

test('A47: the response to an exception reveals nothing about its cause', async () => {
  await start()
  const response = await app.inject({ method: 'GET', url: '/app/public/broken' })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('hunter2')
  expect(response.json()).toMatchObject({ code: 'internal' })
})

test('a user without a profile can only access account setup', async () => {
  await start([], { ...viewer, hasProfile: false })
  const response = await app.inject({ method: 'POST', url: '/app/auth/echo/abc', headers: asSomeone, payload: { text: 'hi' } })
  expect([response.statusCode, response.json().code]).toEqual([403, 'profile_required'])
})

test('rejects a foreign Host header', async () => {
  await start()
  const response = await app.inject({ method: 'GET', url: '/app/public/open', headers: { host: 'evil.example' } })
  expect([response.statusCode, response.json().code]).toEqual([421, 'foreign_host'])
})

test('operator routes answer under any host, because probes use the pod’s address', async () => {
  const { registry } = createMetrics()
  const anyHost = answersAnyHost({ adminToken: 'operator' })
  app = await createHttpServer({ ...usual, routes: [], answersAnyHost: anyHost })
  await addOperations(app, {
    origin: 'https://own.example',
    calls: {},
    registry,
    readiness: async () => undefined,
    adminToken: 'operator',
    isPublic: true,
  })
  const status = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url, headers: { host: '10.1.2.3:8000', ...headers } })).statusCode
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  expect(await status('/metrics', { authorization: 'Bearer operator' })).toBe(200)
  expect([await status('/metrics', { authorization: 'Bearer wrong' }), await status('/metrics'), await status('/docs')]).toEqual([
    421, 421, 421,
  ])
})

test('two servers share one limit, and each counts alone while they are disconnected', async () => {
  const counts = new Map<string, number>()
  let isUp = true
  const countTogether = async (key: string) => {
    if (!isUp) return null
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return { count: counts.get(key) ?? 0, resetInMs: 60_000 }
  }
  const routes = [route(open, () => ({ ok: true }))]
  app = await createHttpServer({ ...usual, routes, incrementSharedCounter: countTogether })
  const other = await createHttpServer({ ...usual, routes, incrementSharedCounter: countTogether })
  const remainingRequests = async (server: FastifyInstance) =>
    (await server.inject({ url: '/app/public/open' })).headers['x-ratelimit-remaining']
  expect([await remainingRequests(app), await remainingRequests(other), await remainingRequests(app)]).toEqual(['1199', '1198', '1197'])
  isUp = false
  expect([await remainingRequests(app), await remainingRequests(other)]).toEqual(['1197', '1198'])
  await other.close()
})

test('every response has the security headers', async () => {
  await start()
  const { headers } = await app.inject({ method: 'GET', url: '/app/public/open' })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers).toMatchObject({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('an https server sends HSTS for a year, with subdomains', async () => {
  await start([], viewer, true)
  const { headers } = await app.inject({ method: 'GET', url: '/app/public/open' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('compresses a large response in an encoding that the client accepts, but not a small one', async () => {
  await start()
  const send = (length: number, accepted: string) =>
    app.inject({
      method: 'POST',
      url: '/app/auth/echo/abc',
      headers: { authorization: 'Bearer good.good.good', 'accept-encoding': accepted },
      payload: { text: 'a'.repeat(length) },
    })
  const large = await send(4_000, 'gzip')
  expect(large.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(JSON.parse(gunzipSync(large.rawPayload).toString())).toEqual({ text: `abc ${'a'.repeat(4_000)}` })
  expect((await send(4_000, 'gzip, br, zstd')).headers['content-encoding']).toBe('zstd')
  expect((await send(4_000, 'identity')).json()).toEqual({ text: `abc ${'a'.repeat(4_000)}` })
  expect((await send(10, 'gzip')).headers['content-encoding']).toBeUndefined()
})

test('every response has its content type', async () => {
  await start()
  const types = await Promise.all(['/app/public/open', '/app/public/broken', '/nowhere'].map((url) => app.inject({ method: 'GET', url })))
  expect(types.map(({ headers }) => headers['content-type'])).toEqual([
    'application/json; charset=utf-8',
    expect.stringMatching(/^application\/problem\+json/),
    expect.stringMatching(/json/),
  ])
})

test('rejects a repeated parameter where one is expected', async () => {
  const optional = defineCall({
    method: 'GET',
    area: 'public',
    path: '/asked',
    summary: 'Asks for one',
    query: z.object({ q: z.string() }),
    response: z.object({ q: z.string() }),
  })
  await start([route(optional, ({ query }) => query)])
  expect((await app.inject({ method: 'GET', url: '/app/public/asked?q=a' })).json()).toEqual({ q: 'a' })
  expect((await app.inject({ method: 'GET', url: '/app/public/asked?q=a&q=b' })).statusCode).toBe(400)
})

test('an error with a known wait has Retry-After', async () => {
  const limited = defineCall({ method: 'GET', area: 'public', path: '/limited', summary: 'Rejects', response: z.object({}) })
  const rejectCall = () => {
    throw new AppError('rate_limited', { retryAfterSeconds: 420 })
  }
  await start([route(limited, rejectCall)])
  const response = await app.inject({ method: 'GET', url: '/app/public/limited' })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '420'])
})

test('too many writes get 429 and Retry-After', async () => {
  await start()
  const call = () => app.inject({ method: 'POST', url: '/app/auth/echo/abc', headers: asSomeone, payload: { text: 'hi' } })
  for (let sent = 0; sent < 240; sent++) expect((await call()).statusCode).toBe(200)
  const rejected = await call()
  expect([rejected.statusCode, rejected.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
})

test('while the server closes, a request on an open connection gets Retry-After', async () => {
  const slow = defineCall({
    method: 'GET',
    area: 'public',
    path: '/slow',
    summary: 'Takes its time',
    response: z.object({ ok: z.boolean() }),
  })
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<{ ok: boolean }>()
  const handle = () => {
    started.resolve()
    return gate.promise
  }
  await start([route(slow, handle)])
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const response = text(socket)
  const sendGet = (path: string) => socket.write(`GET /app/public/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  sendGet('slow')
  await started.promise
  const closed = app.close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  sendGet('open')
  gate.resolve({ ok: true })
  const [, first = '', second = ''] = (await response).split('HTTP/1.1 ')
  await closed
  expect(first).toMatch(/^200 /)
  expect(second).toMatch(/^503 /)
  expect(second.toLowerCase()).toContain('retry-after: 5\r\n')
  expect(JSON.parse(second.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 503, code: 'unavailable' })
})

describe('what is counted', () => {
  /** The remaining requests of an address, for each network that sends one; `undefined` without a limit. */
  async function remainingRequests(url: string, remoteAddresses = ['192.0.2.1']): Promise<unknown[]> {
    const responses = []
    for (const remoteAddress of remoteAddresses) responses.push(await app.inject({ method: 'GET', url, remoteAddress }))
    return responses.map(({ headers }) => headers['x-ratelimit-remaining'])
  }

  test('counts the same route in every spelling of its address', async () => {
    await start()
    const urls = ['/app/public/open', '/%61pp/public/open', '/app/%70ublic/open?x']
    const counts = []
    for (const url of urls) counts.push(...(await remainingRequests(url)))
    expect(counts).toEqual(['1199', '1198', '1197'])
  })

  test('is the whole network: 64 bits with IPv6, one address with IPv4, including its IPv6 form', async () => {
    await start()
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1', '192.0.2.7', '::ffff:192.0.2.7']
    expect(await remainingRequests('/app/public/open', addresses)).toEqual(['1199', '1198', '1199', '1199', '1198'])
  })

  test('counts pictures separately, so that a page full of them stays far below the limit', async () => {
    await start()
    for (const url of ['/art/*', '/files/*']) app.get(url, () => 'a picture')
    expect(await remainingRequests('/art/youtube/x')).toEqual(['5999'])
    expect(await remainingRequests('/files/x.webp')).toEqual(['5998'])
    expect(await remainingRequests('/app/public/open')).toEqual(['1199'])
  })

  test('apply to sign-in, exports, and pages that look up a user; not to static files', async () => {
    await start()
    for (const url of ['/identity/token', '/export/:code', '/robots.txt', '/healthz']) app.get(url, () => 'here')
    respondWithPage(app, () => '<html></html>')
    expect(await remainingRequests('/identity/token')).toEqual(['1199'])
    expect(await remainingRequests('/export/x')).toEqual(['1198'])
    expect(await remainingRequests('/profile/nova')).toEqual(['1197'])
    expect([...(await remainingRequests('/robots.txt')), ...(await remainingRequests('/healthz'))]).toEqual([undefined, undefined])
  })
})
