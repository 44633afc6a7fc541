import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startFakeIdentityToolkit, type FakeIdentityToolkit } from './identity-toolkit.fake.ts'

const START = Date.parse('2026-11-01T12:00:00Z')
let nowMs: number
let toolkit: FakeIdentityToolkit

beforeEach(async () => {
  nowMs = START
  toolkit = await startFakeIdentityToolkit({ host: '127.0.0.1', port: 0, projectId: 'demo', apiKey: 'key', now: () => nowMs })
})
afterEach(() => toolkit.close())

const responseShape = z.looseObject({
  idToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  error: z.optional(z.object({ message: z.string() })),
})

async function act(name: string, body: object, key = 'key') {
  const response = await fetch(`${toolkit.origin}/v1/accounts:${name}?key=${key}`, { method: 'POST', body: JSON.stringify(body) })
  return responseShape.parse(await response.json())
}
const codeOf = async (answer: Promise<{ error?: { message: string } | undefined }>) => (await answer).error?.message.split(' : ')[0]
const refresh = async (refreshToken = '') =>
  z
    .looseObject({ id_token: z.optional(z.string()), error: z.optional(z.object({ message: z.string() })) })
    .parse(
      await (
        await fetch(`${toolkit.origin}/v1/token?key=key`, { method: 'POST', body: new URLSearchParams({ refresh_token: refreshToken }) })
      ).json(),
    )

const alice = { email: 'alice@example.org', password: 'correct horse' }

test('tokens are signed by a published key and have the claims of real ones', async () => {
  const { idToken = '' } = await act('signUp', alice)
  const { payload, protectedHeader } = await jwtVerify(idToken, createRemoteJWKSet(new URL(toolkit.keysUrl)), {
    issuer: 'https://securetoken.google.com/demo',
    audience: 'demo',
    currentDate: new Date(START),
  })
  expect([payload, protectedHeader]).toEqual([
    {
      iss: 'https://securetoken.google.com/demo',
      aud: 'demo',
      auth_time: START / 1000,
      user_id: payload.sub,
      sub: expect.stringMatching(/^[\w-]{28}$/),
      iat: START / 1000,
      exp: START / 1000 + 3600,
      email: alice.email,
      email_verified: false,
      firebase: { identities: { email: [alice.email] }, sign_in_provider: 'password' },
    },
    { alg: 'RS256', kid: 'firebase-1', typ: 'JWT' },
  ])
})

test('a renewed token keeps the time of the sign-in', async () => {
  const { refreshToken } = await act('signUp', alice)
  nowMs += 600_000
  const { id_token = '' } = await refresh(refreshToken)
  const claims: unknown = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ auth_time: START / 1000, iat: START / 1000 + 600 })
})

test('after a revocation, token and refresh token are invalid', async () => {
  const { idToken, refreshToken } = await act('signUp', alice)
  toolkit.revoke(alice.email)
  expect([await codeOf(act('lookup', { idToken })), await codeOf(refresh(refreshToken))]).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
})

test('a disabled account can’t sign in, and its tokens are invalid', async () => {
  const { idToken, refreshToken } = await act('signUp', alice)
  toolkit.disable(alice.email)
  const calls = [act('signInWithPassword', alice), act('lookup', { idToken }), refresh(refreshToken)]
  expect(await Promise.all(calls.map(codeOf))).toEqual(['USER_DISABLED', 'USER_DISABLED', 'USER_DISABLED'])
})

test('deleting needs a sign-in of the last five minutes, and is final', async () => {
  const { idToken } = await act('signUp', alice)
  nowMs += 301_000
  expect(await codeOf(act('delete', { idToken }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  const fresh = await act('signInWithPassword', alice)
  await act('delete', { idToken: fresh.idToken })
  expect([await codeOf(act('lookup', { idToken })), await codeOf(act('signInWithPassword', alice))]).toEqual([
    'USER_NOT_FOUND',
    'INVALID_LOGIN_CREDENTIALS',
  ])
})

test('tokens signed with a different key are rejected', async () => {
  const { idToken = '' } = await act('signUp', alice)
  const custom = toolkit.tokens.customToken('carol')
  const other = await startFakeIdentityToolkit({ host: '127.0.0.1', port: 0, projectId: 'demo', apiKey: 'key' })
  const foreign = [
    act('lookup', { idToken: `${idToken.slice(0, -4)}AAAA` }),
    act('lookup', { idToken: custom }),
    act('signInWithCustomToken', { token: other.tokens.customToken('carol') }),
    act('signInWithCustomToken', { token: idToken }),
    act('signInWithIdp', {
      postBody: `providerId=google.com&id_token=${other.tokens.googleIdToken({ sub: '1', email: alice.email, name: 'A' })}`,
    }),
  ]
  expect(await Promise.all(foreign.map(codeOf))).toEqual([
    'INVALID_ID_TOKEN',
    'INVALID_ID_TOKEN',
    'INVALID_CUSTOM_TOKEN',
    'INVALID_CUSTOM_TOKEN',
    'INVALID_IDP_RESPONSE',
  ])
  await other.close()
})

test('requests without the project’s key are rejected', async () => {
  expect(await codeOf(act('signUp', alice, 'other'))).toBe('API key not valid. Please pass a valid API key.')
})

test('the policy is returned and enforced', async () => {
  toolkit.setPolicy({ minLength: 10, needsDigit: true })
  const policy = await (await fetch(`${toolkit.origin}/v2/passwordPolicy?key=key`)).json()
  expect(policy).toMatchObject({
    customStrengthOptions: { minPasswordLength: 10, containsNumericCharacter: true },
    enforcementState: 'ENFORCE',
  })
  expect((await act('signUp', { ...alice, password: 'short' })).error?.message).toBe(
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 10 characters, Password must contain a numeric character]',
  )
})
