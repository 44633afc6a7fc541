import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPattern } from '#contract/base/call.ts'
import { calls } from '#contract/calls.ts'
import { isPagePath, pagePaths } from '#contract/pages.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { oddSegments } from '#tests/kit/odd-texts.ts'

const ID = '0197a0f0-0000-7000-8000-000000000001'
const PAGE = '<html><head></head><body>the page</body></html>'
const log = createLogs({ filter: 'off', pretty: false })('http')
let folder: string
let app: FastifyInstance
let port: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-odd-'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  app = await createHttpServer({
    // Only inputs matter here; each call would answer with nothing.
    routes: Object.values(calls).map((call) => ({ call, handle: () => ({}) })),
    authenticate: async () => ({
      uid: ID,
      hasProfile: true,
      token: { issuedAtMs: 0, expiresAtMs: 0, authTimeMs: 0, sessionId: null },
    }),
    log,
    isOwnHost: () => true,
    trustedProxies: ['127.0.0.1'],
    secure: false,
    extraFrameOrigins: [],
    development: false,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  port = address.port
})
// Pages are added before the server listens, on a separate server.
let pages: FastifyInstance
let pagesPort: number
beforeAll(async () => {
  pages = await createHttpServer({
    routes: [],
    authenticate: () => Promise.reject(new Error('nobody asks')),
    log,
    isOwnHost: () => true,
    trustedProxies: ['127.0.0.1'],
    secure: false,
    extraFrameOrigins: [],
    development: false,
  })
  await servePages(pages, folder, 'http://a')
  await pages.listen({ host: '127.0.0.1', port: 0 })
  const address = pages.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  pagesPort = address.port
})
afterAll(async () => {
  await app.close()
  await pages.close()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { status: number | undefined; type: string | undefined; body: string }
let requests = 0

/** Requests a path unchanged, each time from another network, so that no rate limit applies. */
function get(of: number, path: string, method = 'GET'): Promise<Answer> {
  const headers = {
    host: 'a',
    accept: 'text/html',
    authorization: 'Bearer a.a.a',
    'x-forwarded-for': `10.${(++requests >> 8) & 255}.${requests & 255}.1`,
  }
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port: of, path, method, headers, agent: false }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => (body += text))
      answer.on('end', () => resolve({ status: answer.statusCode, type: answer.headers['content-type'], body }))
    })
    clientRequest.once('error', reject).end()
  })
}

const fillPath = (path: string, segment: string) =>
  path
    .replace(':period?', segment === ID ? '2026-11-16' : segment)
    .replace(':range?', segment === ID ? '2026-11-16--2026-11-22' : segment)
    .replaceAll(/:\w+\??/g, segment)

test('every page answers 200 at its address, with and without its optional part', async () => {
  const paths = pagePaths.flatMap((path) => [
    fillPath(path, ID),
    ...(path === '/' ? [] : [`${fillPath(path, ID)}/`]),
    fillPath(path, ID).toUpperCase(),
    path.replace(/\/:\w+\?/, ''),
  ])
  for (const path of paths.filter((entry) => !entry.includes(':')))
    expect([path, (await get(pagesPort, `${path}?a=%E0%A4%A`)).status]).toEqual([path, 200])
})

test('a recap has addresses for a week, a month, a year, and a range; a month or day that does not exist is not a page', async () => {
  const statusOf = async (period: string) => (await get(pagesPort, `/week/${period}`)).status
  for (const period of ['2026-11-16', '2026-11', '2026', '2026-11-03--2026-11-20', '2026-11/'])
    expect([period, await statusOf(period)]).toEqual([period, 200])
  for (const period of [
    '26',
    '20266',
    '2026-13',
    '2026-1',
    '2026-00',
    '2026-11-32',
    '2026-11-00',
    '2026--2027',
    '2026-11--2026-12',
    '2026-11-03--',
    '2026-11-03--2026-11-20--2026-11-30',
    '2026-11/2026-12',
    '-2026',
  ])
    expect([period, await statusOf(period)]).toEqual([period, 404])
})

/** A profile also has the address of its username, so odd text in that form is an address, like a random id. */
const isUserNamePath = (path: string) => /^\/profile\/[a-z0-9_.]{3,24}(?:\/|$)/i.test(path)

test('every page with every odd parameter answers 404 with our own page', async () => {
  const paths = pagePaths
    .filter((path) => path.includes(':'))
    .flatMap((path) => oddSegments.map((odd) => fillPath(path, odd)))
    .filter((path) => !isUserNamePath(path))
  expect(paths.length).toBeGreaterThan(300)
  for (const path of [
    ...paths,
    ...oddSegments.map((odd) => `/${odd}`),
    '/nowhere',
    '/chat/a/b',
    `/profile/${ID}/nothing`,
    '//',
    '/%2fevil.example',
  ]) {
    const { status, type, body } = await get(pagesPort, path)
    expect([path, status, type, body.includes('the page')]).toEqual([path, 404, 'text/html; charset=utf-8', true])
  }
})

test('every call either accepts an odd parameter or answers with one of our errors', async () => {
  const odd = Object.values(calls)
    .filter((call) => call.method === 'GET' && call.path.includes(':'))
    .flatMap((call) => oddSegments.map((segment) => fillPath(callPattern(call), segment)))
  expect(odd.length).toBeGreaterThan(300)
  for (const path of odd) {
    const { status, type, body } = await get(port, path)
    // The answers of this server break the contract: a call with valid input ends with 500.
    const isOurs = type?.startsWith('application/problem+json') && 'code' in (JSON.parse(body) as object)
    expect([path, isOurs, [400, 404, 500].includes(status ?? 0)]).toEqual([path, true, true])
  }
})

test.each([
  ['/', true],
  ['', true],
  ['/chat', true],
  [`/chat/${ID}`, true],
  [`/profile/${ID}/spotify/`, true],
  ['/chat/__proto__', false],
  [`/chat/${ID}/x`, false],
  ['/profile/old.name_1', true],
  ['/profile/Mira', true],
  ['/profile/mira/spotify', true],
  ['/profile/mira/folders', false],
  ['/profile/ab', false],
  ['/profile/mira%20b', false],
  ['/chats', false],
  ['/profile', false],
])('%j is the address of a page: %j', (path, isPage) => {
  expect(isPagePath(path)).toBe(isPage)
})
