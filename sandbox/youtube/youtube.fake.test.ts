import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { logInAt } from '#sandbox/kit/log-in.ts'
import type { FakeService } from '#sandbox/kit/fake-service.ts'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { startFakeYouTube } from './youtube.fake.ts'

const REDIRECT = 'https://wavelength.example/__auth/youtube'
const VERIFIER = 'v'.repeat(64)
let fakeService: FakeService

beforeAll(async () => {
  const redirectOrigins = ['https://wavelength.example']
  fakeService = await startFakeYouTube({
    port: 0,
    host: '127.0.0.1',
    clientId: 'wave',
    clientSecret: 'secret',
    redirectOrigins,
    data: testCatalog(),
  })
})
afterAll(() => fakeService.close())

async function connect(login: string, asks: Record<string, string> = { access_type: 'offline', prompt: 'consent' }) {
  const query = new URLSearchParams({
    client_id: 'wave',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'https://www.googleapis.com/auth/youtube.readonly',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    ...asks,
  })
  const back = await logInAt(`${fakeService.origin}/o/oauth2/v2/auth?${query.toString()}`, login)
  return token({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  })
}

const tokenResponse = z.looseObject({ access_token: z.optional(z.string()), refresh_token: z.optional(z.string()) })
const apiResponse = z.looseObject({
  items: z.optional(z.array(z.unknown())),
  nextPageToken: z.optional(z.string()),
  error: z.optional(z.object({ errors: z.array(z.object({ reason: z.string() })) })),
})

async function token(form: Record<string, string>) {
  const response = await fetch(`${fakeService.origin}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'wave', client_secret: 'secret', ...form }),
  })
  return tokenResponse.parse(await response.json())
}

const get = (path: string, accessToken = '') =>
  fetch(`${fakeService.origin}/youtube/v3/${path}`, { headers: { authorization: `Bearer ${accessToken}` } }).then(async (response) => ({
    status: response.status,
    body: apiResponse.parse(await response.json()),
  }))

test('only offline access with a fresh consent gives a refresh token, which can be reused', async () => {
  expect(await connect('mira', {})).not.toHaveProperty('refresh_token')
  const { refresh_token = '' } = await connect('mira')
  const refresh = () => token({ grant_type: 'refresh_token', refresh_token })
  expect(await refresh()).toHaveProperty('access_token')
  expect(await refresh()).toHaveProperty('access_token')
})

test('a page has five entries by default and at most fifty', async () => {
  const { access_token } = await connect('mira')
  const first = await get('subscriptions?part=snippet&mine=true', access_token)
  expect(first.body.items).toHaveLength(5)
  const second = await get(`subscriptions?part=snippet&mine=true&pageToken=${first.body.nextPageToken}`, access_token)
  expect(second.body.items).not.toEqual(first.body.items)
  expect((await get('subscriptions?part=snippet&mine=true&maxResults=51', access_token)).status).toBe(400)
  expect((await get('subscriptions?part=snippet&mine=true&pageToken=nonsense', access_token)).body.error?.errors[0]?.reason).toBe(
    'invalidPageToken',
  )
})

test('does not contain another user’s likes', async () => {
  const mira = await connect('mira')
  const jonas = await connect('jonas')
  const own = await get('channels?part=contentDetails&mine=true', mira.access_token)
  const likes = /LL[\w-]{22}/.exec(JSON.stringify(own.body))?.[0]
  expect((await get(`playlistItems?part=snippet&playlistId=${likes}`, mira.access_token)).status).toBe(200)
  expect((await get(`playlistItems?part=snippet&playlistId=${likes}`, jonas.access_token)).status).toBe(404)
})

test('a revoked token no longer gives access', async () => {
  const tokens = await connect('mira')
  const revoke = () =>
    fetch(`${fakeService.origin}/revoke`, { method: 'POST', body: new URLSearchParams({ token: tokens.refresh_token ?? '' }) })
  expect((await revoke()).status).toBe(200)
  expect((await get('subscriptions?part=snippet&mine=true', tokens.access_token)).status).toBe(401)
  expect(await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' })).toMatchObject({
    error: 'invalid_grant',
  })
})
