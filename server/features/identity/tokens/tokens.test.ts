import {
  createLocalJWKSet,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  type JWTVerifyGetKey,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { type TrustedIssuer, verifyToken } from './tokens.ts'

const NOW = new Date('2026-11-01T12:00:00Z')
const nowS = NOW.getTime() / 1000

let ours: GenerateKeyPairResult
let foreign: GenerateKeyPairResult
let publicText: string
let issuer: TrustedIssuer
let fetches = 0

beforeAll(async () => {
  const pairs = await Promise.all([generateKeyPair('ES256', { extractable: true }), generateKeyPair('ES256', { extractable: true })])
  ours = pairs[0]
  foreign = pairs[1]
  const jwk = await exportJWK(ours.publicKey)
  publicText = JSON.stringify(jwk)
  const set = createLocalJWKSet({ keys: [{ ...jwk, kid: 'k1', alg: 'ES256' }] })
  const key: JWTVerifyGetKey = (header, token) => {
    fetches++
    return set(header, token)
  }
  issuer = { issuer: 'builtin', audience: 'app', algorithm: 'ES256', key, isSignInValid: async () => true, endAll: async () => undefined }
})

type Change = { claims?: JWTPayload & Record<string, unknown>; header?: Record<string, unknown>; key?: CryptoKey }
const goodClaims = { sub: 's-1', iss: 'builtin', aud: 'app', iat: nowS - 10, exp: nowS + 290, auth_time: nowS - 100.5, sid: 'session-1' }

function sign({ claims = {}, header = {}, key = ours.privateKey }: Change = {}): Promise<string> {
  return new SignJWT({ ...goodClaims, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(key)
}

const verify = (token: string, at = NOW) => verifyToken(token, [issuer], at)
/** 'accepted', or the error code. */
const verdict = (token: string) =>
  verify(token).then(
    () => 'accepted',
    (error: AppError) => error.code,
  )
const REJECTED = 'unauthenticated'

test('the subject and the times of a valid token are returned', async () => {
  expect(await verify(await sign())).toEqual({
    issuer: 'builtin',
    subject: 's-1',
    sessionId: 'session-1',
    issuedAtMs: (nowS - 10) * 1000,
    expiresAtMs: (nowS + 290) * 1000,
    authTimeMs: (nowS - 100.5) * 1000,
  })
})

describe('A11: rejects forged tokens', () => {
  test('without a signature', async () => {
    expect(await verdict(new UnsecuredJWT(goodClaims).encode())).toBe(REJECTED)
    const [, body] = (await sign()).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'k1' })).toString('base64url')
    expect(await verdict(`${none}.${body}.`)).toBe(REJECTED)
  })

  test('signed with the public key as if it were a shared secret', async () => {
    const secret = new TextEncoder().encode(publicText)
    const token = await new SignJWT(goodClaims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret)
    expect(await verdict(token)).toBe(REJECTED)
  })

  test('signed with a foreign key, under our key id or its own', async () => {
    expect(await verdict(await sign({ key: foreign.privateKey }))).toBe(REJECTED)
    expect(await verdict(await sign({ key: foreign.privateKey, header: { kid: 'k2' } }))).toBe(REJECTED)
  })

  test('without a key name', async () => {
    expect(await verdict(await sign({ header: { kid: undefined } }))).toBe(REJECTED)
  })

  test('that contain a key URL, which is never requested', async () => {
    const jwk = await exportJWK(foreign.publicKey)
    for (const header of [{ jku: 'https://evil.example/keys' }, { x5u: 'https://evil.example/cert' }, { jwk }]) {
      expect(await verdict(await sign({ key: foreign.privateKey, header }))).toBe(REJECTED)
    }
    expect(fetches).toBeGreaterThan(0)
  })
})

test.each([31, 120, 3_600])('accepts a sign-in that is %d s in the future because the clock was set back', async (aheadS) => {
  expect(await verdict(await sign({ claims: { auth_time: nowS + aheadS } }))).toBe('accepted')
})

describe('A12: rejects tokens for another audience or time', () => {
  test.each([
    ['for another audience', { aud: 'other' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['of an issuer that only begins alike', { iss: 'builtin.evil' }],
    ['that ended more than the tolerance ago', { exp: nowS - 31 }],
    ['issued in the future', { iat: nowS + 31 }],
    ['of a sign-in further in the future than a clock is set back', { auth_time: nowS + 3_631 }],
    ['with an empty subject', { sub: '' }],
    ['with an endless subject', { sub: 'x'.repeat(129) }],
  ])('%s', async (_what, claims) => {
    expect(await verdict(await sign({ claims }))).toBe(REJECTED)
  })

  test.each(['sub', 'iss', 'aud', 'iat', 'exp', 'auth_time'])('without %s', async (claim) => {
    expect(await verdict(await sign({ claims: { [claim]: undefined } }))).toBe(REJECTED)
  })

  test('but a difference of half a minute between clocks is allowed', async () => {
    expect(await verify(await sign({ claims: { exp: nowS - 29, iat: nowS + 29 } }))).toMatchObject({ subject: 's-1' })
  })
})

test('accepts unsigned tokens only from an emulator, with the same claims', async () => {
  const emulator: TrustedIssuer = { ...issuer, issuer: 'emulator', algorithm: 'none' }
  const unsigned = (claims: object) => new UnsecuredJWT({ ...goodClaims, iss: 'emulator', ...claims }).encode()
  const authenticate = (token: string) =>
    verifyToken(token, [issuer, emulator], NOW).then(
      ({ subject }) => subject,
      (error: AppError) => error.code,
    )
  expect(await authenticate(unsigned({}))).toBe('s-1')
  const rejected = [
    unsigned({ iss: 'builtin' }),
    unsigned({ aud: 'other' }),
    unsigned({ exp: nowS - 31 }),
    unsigned({ iat: nowS + 31 }),
    unsigned({ auth_time: undefined }),
    unsigned({ sub: '' }),
    await sign({ claims: { iss: 'emulator' } }),
    `${unsigned({})}c2lnbmF0dXJl`,
  ]
  expect(await Promise.all(rejected.map(authenticate))).toEqual(rejected.map(() => REJECTED))
})

test.each(['', 'a', 'a.b.c', '..', 'eyJhbGciOiJFUzI1NiJ9.e30.x', 'x'.repeat(10_000), 'null.null.null'])(
  'A10, A13: text that is not one of our tokens is rejected: %.20s',
  async (text) => {
    expect(await verdict(text)).toBe(REJECTED)
  },
)

test('missing keys are reported as unavailable, not as an invalid token', async () => {
  const token = await sign()
  const down: TrustedIssuer = { ...issuer, key: () => Promise.reject(new AppError('unavailable')) }
  await expect(verifyToken(token, [down], NOW)).rejects.toMatchObject({ code: 'unavailable' })
})
