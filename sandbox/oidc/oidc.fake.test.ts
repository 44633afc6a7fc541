import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { type OidcOptions, type FakeOidcIssuer, startFakeOidcIssuer } from './oidc.fake.ts'

const REDIRECT = 'http://127.0.0.1:5999/identity/callback/oidc'
const VERIFIER = 'v'.repeat(64)

let issuer: FakeOidcIssuer
beforeEach(() => start())
afterEach(() => issuer.close())

async function start(more: Partial<OidcOptions> = {}) {
  const redirectOrigins = ['http://127.0.0.1:5999']
  issuer = await startFakeOidcIssuer({ host: '127.0.0.1', port: 0, clientId: 'wave', clientSecret: null, redirectOrigins, ...more })
}

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string(),
})
const discover = async () => discovered.parse(await (await fetch(`${issuer.origin}/.well-known/openid-configuration`)).json())

async function authorizeUrl() {
  const url = new URL((await discover()).authorization_endpoint)
  const request = {
    client_id: 'wave',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid email profile',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  }
  for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value)
  return url.href
}

const tokens = z.looseObject({ access_token: z.optional(z.string()), id_token: z.optional(z.string()), error: z.optional(z.string()) })

async function signIn(login: string, verifier = VERIFIER) {
  const back = await logInAt(await authorizeUrl(), login)
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    client_id: 'wave',
  }
  return tokens.parse(await (await fetch((await discover()).token_endpoint, { method: 'POST', body: new URLSearchParams(form) })).json())
}

async function verified(idToken: string | undefined) {
  const { issuer: iss, jwks_uri } = await discover()
  return jwtVerify(idToken ?? '', createRemoteJWKSet(new URL(jwks_uri)), { issuer: iss, audience: 'wave', algorithms: ['RS256'] })
}

test('agreeing returns a code for a signed token with the nonce', async () => {
  const { payload } = await verified((await signIn('Robin')).id_token)
  expect(payload).toMatchObject({ sub: 'oidc-robin', name: 'Robin Vega', email: 'robin@oidc.test', email_verified: true, nonce: 'nonce-1' })
})

test('cancelling returns access_denied', async () => {
  const back = await logInAt(await authorizeUrl(), 'robin', 'cancel')
  expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'state-1' })
})

test('a code works only with the verifier of its flow', async () => {
  expect((await signIn('robin', 'x'.repeat(64))).error).toBe('invalid_grant')
})

test('userinfo returns the same claims, and only for the access token', async () => {
  const { access_token } = await signIn('carol@home.test')
  const { userinfo_endpoint } = await discover()
  const getUserInfo = async (token: string) => (await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${token}` } })).json()
  expect(await getUserInfo(access_token ?? '')).toEqual({
    sub: 'oidc-carol@home.test',
    name: 'carol@home.test',
    email: 'carol@home.test',
    email_verified: true,
  })
  expect(await getUserInfo('x')).toEqual({ error: 'invalid_token' })
})

test('with thin tokens only userinfo has the address', async () => {
  await issuer.close()
  await start({ thinTokens: true })
  const { id_token, access_token } = await signIn('robin')
  expect((await verified(id_token)).payload).not.toHaveProperty('email')
  const response = await fetch((await discover()).userinfo_endpoint, { headers: { authorization: `Bearer ${access_token}` } })
  expect(await response.json()).toMatchObject({ email: 'robin@oidc.test' })
})

test.each(['other-key', 'wrong-audience', 'wrong-issuer', 'expired'] as const)('one token can be made invalid: %s', async (flaw) => {
  issuer.flawNext(flaw)
  const wrong = await signIn('robin')
  await expect(verified(wrong.id_token)).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_J/) })
  expect((await verified((await signIn('robin')).id_token)).payload.sub).toBe('oidc-robin')
})

test('the nonce or the token can be wrong or missing', async () => {
  issuer.flawNext('wrong-nonce')
  issuer.flawNext('no-nonce')
  issuer.flawNext('no-id-token')
  expect((await verified((await signIn('robin')).id_token)).payload['nonce']).toBe('nonce-1x')
  expect((await verified((await signIn('robin')).id_token)).payload).not.toHaveProperty('nonce')
  expect((await signIn('robin')).id_token).toBeUndefined()
})

test('a new key is published beside the old one', async () => {
  const before = await signIn('robin')
  issuer.rotateKey()
  const after = await signIn('robin')
  const kids = [await verified(before.id_token), await verified(after.id_token)].map(({ protectedHeader }) => protectedHeader.kid)
  expect(kids).toEqual(['oidc-1', 'oidc-2'])
})

test('pages say that they are a fake service, and can isolate themselves from their opener', async () => {
  const page = await fetch(await authorizeUrl())
  expect([await page.text(), page.headers.get('cross-origin-opener-policy')]).toEqual([
    expect.stringContaining('not the real service'),
    null,
  ])
  issuer.isolatePages(true)
  expect((await fetch(await authorizeUrl())).headers.get('cross-origin-opener-policy')).toBe('same-origin')
})
