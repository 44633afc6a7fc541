import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { logInAt } from '#sandbox/kit/log-in.ts'
import type { FakeService, FakeServiceOptions } from '#sandbox/kit/fake-service.ts'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { startFakeSpotify } from './spotify.fake.ts'

const REDIRECT = 'http://127.0.0.1:5999/__auth/spotify'
const VERIFIER = 'v'.repeat(64)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const running: FakeService[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((fakeService) => fakeService.close()))
})

async function start(more: Partial<FakeServiceOptions> = {}) {
  const fakeService = await startFakeSpotify({
    port: 0,
    host: '127.0.0.1',
    clientId: 'wave',
    clientSecret: null,
    redirectOrigins: ['http://127.0.0.1:5999'],
    data: testCatalog(),
    ...more,
  })
  running.push(fakeService)
  return fakeService
}

const query = (changes: Record<string, string | null> = {}) => {
  const whole: Record<string, string | null> = {
    client_id: 'wave',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'user-top-read',
    state: 'abc',
    code_challenge_method: 'S256',
    code_challenge: CHALLENGE,
    ...changes,
  }
  return new URLSearchParams(Object.entries(whole).filter((entry): entry is [string, string] => entry[1] !== null))
}
const authorize = (fakeService: FakeService, changes: Record<string, string | null> = {}) =>
  `${fakeService.origin}/authorize?${query(changes).toString()}`

const tokenResponse = z.looseObject({ access_token: z.optional(z.string()), refresh_token: z.optional(z.string()) })

async function token(fakeService: FakeService, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${fakeService.origin}/api/token`, { method: 'POST', body: new URLSearchParams(form), headers })
  return { status: response.status, body: tokenResponse.parse(await response.json()) }
}

async function codeFor(fakeService: FakeService, login = 'mira', changes: Record<string, string | null> = {}) {
  const back = await logInAt(authorize(fakeService, changes), login)
  return back.searchParams.get('code') ?? ''
}
const exchange = (code: string, changes: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT,
  client_id: 'wave',
  code_verifier: VERIFIER,
  ...changes,
})

test('a user who agrees returns with a code and the state, and the code is exchanged for tokens', async () => {
  const fakeService = await start()
  const back = await logInAt(authorize(fakeService), 'Mira')
  expect(`${back.origin}${back.pathname}`).toBe(REDIRECT)
  expect(back.searchParams.get('state')).toBe('abc')
  const { status, body } = await token(fakeService, exchange(back.searchParams.get('code') ?? ''))
  expect({ status, type: body['token_type'], expires: body['expires_in'], scope: body['scope'] }).toEqual({
    status: 200,
    type: 'Bearer',
    expires: 3_600,
    scope: 'user-top-read',
  })
  const me = await fetch(`${fakeService.origin}/v1/me`, { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(await me.json()).toMatchObject({ id: 'mira', display_name: 'Mira K.' })
})

test('a user who cancels returns with access_denied and the state', async () => {
  const back = await logInAt(authorize(await start()), 'mira', 'cancel')
  expect(back.href).toBe(`${REDIRECT}?error=access_denied&state=abc`)
})

test('rejects a code with a wrong verifier; the attempt consumes the code', async () => {
  const fakeService = await start()
  const code = await codeFor(fakeService)
  const rejected = { status: 400, body: { error: 'invalid_grant' } }
  expect(await token(fakeService, exchange(code, { code_verifier: 'w'.repeat(64) }))).toMatchObject(rejected)
  expect(await token(fakeService, exchange(code))).toMatchObject(rejected)
})

test('a code works once', async () => {
  const fakeService = await start()
  const code = await codeFor(fakeService)
  expect((await token(fakeService, exchange(code))).status).toBe(200)
  expect(await token(fakeService, exchange(code))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('rejects a code with a different redirect address, or after ten minutes', async () => {
  let now = Date.now()
  const fakeService = await start({ now: () => now })
  const elsewhere = exchange(await codeFor(fakeService), { redirect_uri: 'http://127.0.0.1:6000/__auth/spotify' })
  expect(await token(fakeService, elsewhere)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const late = await codeFor(fakeService)
  now += 10 * 60_000
  expect(await token(fakeService, exchange(late))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test.for([
  ['an unknown application', { client_id: 'other' }],
  ['an address that is not registered', { redirect_uri: 'http://127.0.0.1:5999/elsewhere' }],
  ['an address with something behind it', { redirect_uri: `${REDIRECT}/` }],
] as const)('%s gets an error page and is never sent on', async ([, changes]) => {
  const response = await fetch(authorize(await start(), changes), { redirect: 'manual' })
  expect({ status: response.status, location: response.headers.get('location') }).toEqual({ status: 400, location: null })
})

test.for([
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['an unknown scope', { scope: 'user-read-everything' }, 'invalid_scope'],
  ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
] as const)('%s is sent back with %s', async ([, changes, error]) => {
  const response = await fetch(authorize(await start(), changes), { redirect: 'manual' })
  expect(response.headers.get('location')).toBe(`${REDIRECT}?error=${error}&state=abc`)
})

test('an application with a secret proves itself with it', async () => {
  const fakeService = await start({ clientSecret: 'secret' })
  const code = await codeFor(fakeService)
  expect(await token(fakeService, exchange(code))).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  const basic = { authorization: `Basic ${Buffer.from('wave:secret').toString('base64')}` }
  expect((await token(fakeService, exchange(await codeFor(fakeService)), basic)).status).toBe(200)
})

test('a refresh token of an application without a secret works once and returns the next one', async () => {
  const fakeService = await start()
  const first = (await token(fakeService, exchange(await codeFor(fakeService)))).body.refresh_token ?? ''
  const refresh = (refresh_token: string) => token(fakeService, { grant_type: 'refresh_token', refresh_token, client_id: 'wave' })
  const second = await refresh(first)
  expect(second.status).toBe(200)
  expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await refresh(second.body.refresh_token ?? '')).status).toBe(200)
})

test('an account stays connected across a restart, until the user revokes the access', async () => {
  const before = await start()
  const { body } = await token(before, exchange(await codeFor(before)))
  await before.close()
  const after = await start()
  const me = () =>
    fetch(`${after.origin}/v1/me`, { headers: { authorization: `Bearer ${body.access_token}` } }).then(({ status }) => status)
  expect(await me()).toBe(200)
  after.revoke('mira')
  expect(await me()).toBe(401)
  expect(await token(after, { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '', client_id: 'wave' })).toMatchObject({
    body: { error: 'invalid_grant' },
  })
})

test('a loopback address registered without a port matches every port; localhost is rejected', async () => {
  const fakeService = await start({ redirectOrigins: ['http://127.0.0.1'] })
  expect((await fetch(authorize(fakeService, { redirect_uri: 'http://127.0.0.1:8123/__auth/spotify' }))).status).toBe(200)
  expect((await fetch(authorize(fakeService, { redirect_uri: 'http://127.0.0.1:8123/other' }))).status).toBe(400)
  expect((await fetch(authorize(fakeService, { redirect_uri: 'http://127.0.0.1.evil.example/__auth/spotify' }))).status).toBe(400)
  await expect(start({ redirectOrigins: ['http://localhost:8000'] })).rejects.toThrow('127.0.0.1')
})

test('the pages say that they are a fake service, run no script and write no markup that came with the request', async () => {
  const fakeService = await start()
  const login = await fetch(authorize(fakeService, { state: '"><script>alert(1)</script>' }))
  const html = await login.text()
  expect(html).toContain('Fake Spotify')
  expect(html).not.toContain('<script')
  expect(login.headers.get('content-security-policy')).toContain("default-src 'none'")
  const consent = await fetch(authorize(fakeService, { login: '<img src=x>' })).then((response) => response.text())
  expect(consent).not.toContain('<img')
})

test('a fault happens the requested number of times', async () => {
  const fakeService = await start()
  const { body } = await token(fakeService, exchange(await codeFor(fakeService)))
  const me = () => fetch(`${fakeService.origin}/v1/me`, { headers: { authorization: `Bearer ${body.access_token}` } })
  fakeService.failNext({ status: 429, times: 2, retryAfter: 7, path: '/v1/' })
  const first = await me()
  expect({ status: first.status, wait: first.headers.get('retry-after'), body: await first.json() }).toEqual({
    status: 429,
    wait: '7',
    body: { error: { status: 429, message: 'Too many requests' } },
  })
  expect((await me()).status).toBe(429)
  expect((await me()).status).toBe(200)
})
