import { createHash, createSecretKey } from 'node:crypto'
import { decodeJwt, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AppError } from '#contract/errors.ts'
import { startFakeIdentityToolkit, type FakeIdentityToolkit } from '#sandbox/identity-toolkit/identity-toolkit.fake.ts'
import { createSigningKey } from '#sandbox/kit/signing-key.ts'
import { contentPolicy } from '#server/platform/http/content-policy.ts'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { firebaseIssuer, firebaseCapabilities, firebaseSources, readFirebaseKeys } from './firebase.ts'
import { createRemoteKeys, type KnownKeys } from '../tokens/remote-keys.ts'

const without = { serviceAccount: null, emulatorHost: null }
const PROJECT = { projectId: 'demo-app', apiKey: 'key', authDomain: 'demo-app.firebaseapp.com', methods: ['password'] as const, ...without }
let toolkit: FakeIdentityToolkit
let world: IdentityWorld
let storedKeys: KnownKeys | null = null

beforeAll(async () => {
  toolkit = await startFakeIdentityToolkit({
    host: '127.0.0.1',
    port: 0,
    projectId: PROJECT.projectId,
    apiKey: PROJECT.apiKey,
    now: () => world.clock.now().getTime(),
  })
  world = await identityWorld({ otherIssuers: [issuer()] })
})
beforeEach(async () => {
  await world.empty()
  toolkit.stopFailing()
})
afterAll(async () => {
  await toolkit.close()
  await world.close()
})

function issuer(project: Parameters<typeof firebaseIssuer>[0] = PROJECT) {
  const addresses = { keys: toolkit.keysUrl, toolkit: toolkit.origin }
  const storage = { load: async () => storedKeys, save: async (keys: KnownKeys) => void (storedKeys = keys) }
  const clock = { now: () => world.clock.now() }
  const keys = createRemoteKeys({ read: () => readFirebaseKeys(addresses), storage, clock, log: pino({ level: 'silent' }) })
  return firebaseIssuer(project, { keys, clock, addresses })
}

const answered = z.looseObject({
  idToken: z.optional(z.string()),
  id_token: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
})
/** Like a request of the SDK. */
async function post(path: string, body: object, origin = toolkit.origin) {
  const form = path === 'token' ? new URLSearchParams({ ...body }) : JSON.stringify(body)
  const {
    idToken = '',
    id_token: renewedToken = '',
    refreshToken = '',
  } = answered.parse(await (await fetch(`${origin}/v1/${path}?key=key`, { method: 'POST', body: form })).json())
  return { idToken, renewedToken, refreshToken }
}
const password = 'correct horse'
let people = 0
/** A user who has just signed up at Firebase. */
async function signedUp() {
  const email = `p${people++}@example.org`
  const { idToken, refreshToken } = await post('accounts:signUp', { email, password })
  return { email, idToken, refreshToken }
}
const renewed = async (refreshToken: string) => (await post('token', { refresh_token: refreshToken })).renewedToken
const claimsOf = (token: string) => decodeJwt(token)
const verdict = (token: string) =>
  world.identity.authenticate(token).then(
    () => 'accepted',
    (error: AppError) => error.code,
  )
const REJECTED = 'unauthenticated'

/** A token that is valid for another audience. */
async function otherProject(): Promise<string> {
  const other = await startFakeIdentityToolkit({ host: '127.0.0.1', port: 0, projectId: 'other-app', apiKey: 'key' })
  const { idToken } = await post('accounts:signUp', { email: 'a@b.cd', password }, other.origin)
  await other.close()
  return idToken
}

/** The public key, used as a shared secret. */
async function confused(): Promise<string> {
  const { idToken } = await signedUp()
  const [jwk] = toolkit.tokens.published().keys
  const publicKey = await importJWK(jwk ?? {}, 'RS256')
  if (publicKey instanceof Uint8Array) throw new Error('a secret')
  const secret = createSecretKey(Buffer.from(await exportSPKI(publicKey)))
  return new SignJWT(claimsOf(idToken)).setProtectedHeader({ alg: 'HS256', kid: 'firebase-1' }).sign(secret)
}

test('a Firebase account is one user here, with any of its tokens', async () => {
  const { email, idToken, refreshToken } = await signedUp()
  const { uid } = await world.identity.authenticate(idToken)
  world.clock.pass(600_000)
  const repeated = await world.identity.authenticate(await renewed(refreshToken))
  expect([repeated.uid, toolkit.account(email)?.localId === uid]).toEqual([uid, false])
})

test('users of different issuers are different users, even with the same name', async () => {
  const { idToken } = await signedUp()
  const { uid } = await world.identity.authenticate(idToken)
  const namesake = await world.identity.addPerson({ issuer: 'builtin', subject: String(claimsOf(idToken).sub) })
  expect(namesake.uid).not.toBe(uid)
})

describe('A11, A12, A13: rejects anything but a token of this project', () => {
  const foreign = createSigningKey('firebase-1')
  const forged =
    (changes: object, header: object = {}) =>
    async () =>
      foreign.sign({ ...claimsOf((await signedUp()).idToken), ...changes }, { ...header })

  test.each<[string, () => Promise<string> | string]>([
    ['signed by another key of the same name', forged({})],
    ['signed by a key that is not listed', async () => createSigningKey('other').sign(claimsOf((await signedUp()).idToken))],
    ['without a key name', forged({}, { kid: undefined })],
    ['with an empty key name', forged({}, { kid: '' })],
    ['that brings its own keys', forged({}, { jku: 'https://evil.example/keys', jwk: foreign.jwk() })],
    ['of another project', async () => otherProject()],
    ['of an issuer that only begins alike', forged({ iss: 'https://securetoken.google.com/demo-app.evil' })],
    ['without a signature', async () => new UnsecuredJWT(claimsOf((await signedUp()).idToken)).encode()],
    ['signed with the public key as a secret', confused],
    ['that is a custom token', () => toolkit.tokens.customToken('carol')],
    ['that is a refresh token', async () => (await signedUp()).refreshToken],
  ])('%s', async (_what, token) => {
    expect(await verdict(await token())).toBe(REJECTED)
  })
})

describe('the time of a token', () => {
  test('it ends after its hour, give or take half a minute', async () => {
    const { idToken } = await signedUp()
    await world.identity.authenticate(idToken)
    world.clock.pass(3_600_000 + 28_000)
    expect(await verdict(idToken)).toBe('accepted')
    world.clock.pass(4_000)
    expect(await verdict(idToken)).toBe(REJECTED)
  })

  test('accepts a token that is an hour old, but starts no file session for it', async () => {
    const { idToken } = await signedUp()
    world.clock.pass(301_000)
    const viewer = await world.identity.authenticate(idToken)
    await expect(world.identity.startFileSession(viewer)).rejects.toMatchObject({ code: 'token_too_old' })
  })
})

describe('A14: sign-ins that have ended', () => {
  test('after our revocation all tokens of the user are rejected, including renewed ones, until they sign in again', async () => {
    const { email, idToken, refreshToken } = await signedUp()
    const { uid } = await world.identity.authenticate(idToken)
    world.clock.pass(2_000)
    await world.identity.revokeAll(uid)
    expect([await verdict(idToken), await verdict(await renewed(refreshToken))]).toEqual([REJECTED, REJECTED])
    world.clock.pass(2_000)
    const repeated = await post('accounts:signInWithPassword', { email, password })
    expect((await world.identity.authenticate(repeated.idToken)).uid).toBe(uid)
  })

  test('a token of a deleted account does not restore it', async () => {
    const { idToken } = await signedUp()
    await post('accounts:delete', { idToken })
    expect(await verdict(idToken)).toBe(REJECTED)
  })

  test('while Google can’t confirm whether an account exists, no account is created or rejected', async () => {
    const [stranger, regular] = [await signedUp(), await signedUp()]
    await world.identity.authenticate(regular.idToken)
    toolkit.failNext({ status: 503, times: 5, path: '/v1/accounts:lookup' })
    expect([await verdict(stranger.idToken), await verdict(regular.idToken)]).toEqual(['unavailable', 'accepted'])
    toolkit.stopFailing()
    expect(await verdict(stranger.idToken)).toBe('accepted')
  })
})

describe('the keys of Firebase', () => {
  test('finds a new key, and rejects a removed one', async () => {
    const [seen, unseen] = [await signedUp(), await signedUp()]
    await world.identity.authenticate(seen.idToken)
    toolkit.tokens.rotateKey(true)
    const after = await signedUp()
    world.clock.pass(31_000)
    // A verified token is not verified again until it expires.
    expect([await verdict(after.idToken), await verdict(unseen.idToken), await verdict(seen.idToken)]).toEqual([
      'accepted',
      REJECTED,
      'accepted',
    ])
  })

  test('that can’t be fetched at the first start cause 503, never 401', async () => {
    const fetched = storedKeys
    storedKeys = null
    toolkit.failNext({ status: 500, times: 10, path: '/service_accounts' })
    const cold = await identityWorld({ otherIssuers: [issuer()] })
    const { idToken } = await signedUp()
    const response = await cold.browser().call('GET', '/app/auth/check-user-exist', { token: idToken })
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    await cold.close()
    storedKeys = fetched
  })

  test.each([
    ['an error page', { status: 200, body: '<html>' }],
    ['an empty list', { status: 200, body: '{"keys":[]}' }],
    ['keys of another kind', { status: 200, body: '{"keys":[{"kty":"oct","kid":"firebase-1","k":"c2VjcmV0"}]}' }],
    ['an error status', { status: 404 }],
  ])('rejects %s in their place', async (_what, fault) => {
    toolkit.failNext({ ...fault, path: '/service_accounts' })
    await expect(readFirebaseKeys({ keys: toolkit.keysUrl })).rejects.toBeInstanceOf(Error)
  })
})

test('the content policy allows the hosts of the Firebase SDK, and only with Firebase', () => {
  const base = { extraFrameOrigins: [], development: false }
  const page = { nonce: '', inlineScripts: '' }
  const plain = contentPolicy(base, page)
  const opened = contentPolicy({ ...base, externalSources: firebaseSources(PROJECT) }, page)
  const added = (name: string) => {
    const directive = (policy: string) => policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''
    return directive(opened).replace(directive(plain), '').trim()
  }
  expect([added('script-src'), added('frame-src'), added('connect-src'), plain.includes('google')]).toEqual([
    'https://apis.google.com',
    'https://demo-app.firebaseapp.com',
    'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
    false,
  ])
  expect(opened.split('; ')).toHaveLength(plain.split('; ').length)
})

test('the capabilities have the project’s settings for the browser, and no methods that the project lacks', () => {
  expect(firebaseCapabilities({ ...PROJECT, methods: ['password', 'google'] })).toEqual({
    kind: 'firebase',
    methods: ['password', 'popup'],
    popup: [{ id: 'google', name: 'Google' }],
    account: ['reset_password', 'change_password', 'verify_email', 'change_email', 'export_data', 'delete_account'],
    confirms_sign_up: false,
    password: { min_length: 6, max_length: 4096, refuses_common: false },
    firebase: { project_id: 'demo-app', api_key: 'key', auth_domain: 'demo-app.firebaseapp.com' },
  })
  expect(firebaseCapabilities({ ...PROJECT, methods: ['email_link'] })).toMatchObject({
    methods: ['email_link'],
    popup: [],
    account: ['export_data', 'delete_account'],
  })
})

test('with the emulator, pages may connect to it and not to Google, and custom tokens need no service account', () => {
  const emulated = { ...PROJECT, emulatorHost: '127.0.0.1:9099' }
  expect(firebaseSources(emulated)).toEqual({
    scripts: ['https://apis.google.com'],
    frames: ['http://127.0.0.1:9099'],
    connections: ['http://127.0.0.1:9099'],
  })
  const { methods, firebase } = firebaseCapabilities(emulated)
  expect([methods, firebase?.emulator_host]).toEqual([['password', 'custom_token'], '127.0.0.1:9099'])
})

describe('custom tokens', () => {
  let signing: IdentityWorld
  beforeAll(async () => {
    const project = { ...PROJECT, serviceAccount: toolkit.tokens.serviceAccount() }
    signing = await identityWorld({ otherIssuers: [issuer(project)], capabilities: firebaseCapabilities(project) })
  })
  beforeEach(() => signing.empty())
  afterAll(() => signing.close())

  const secret = 'a secret of the other device'
  const challenge = createHash('sha256').update(secret).digest('base64url')
  const exchange = (token: string, verifier = secret) => signing.browser().post('/custom-token/exchange', { token, verifier })
  async function minted() {
    const viewer = await signing.identity.authenticate((await signedUp()).idToken)
    return { viewer, token: (await signing.identity.mintCustomToken(viewer, challenge)).token }
  }

  test('are exchanged once, by the requesting device, for a token that Firebase accepts for the same account', async () => {
    const { viewer, token } = await minted()
    expect((await exchange(token, 'a guess')).json()).toMatchObject({ code: 'invalid_custom_token' })
    const { custom_token: customToken } = (await exchange(token)).json<{ custom_token: string }>()
    const { idToken } = await post('accounts:signInWithCustomToken', { token: customToken })
    expect((await signing.identity.authenticate(idToken)).uid).toBe(viewer.uid)
    expect((await exchange(token)).json()).toMatchObject({ code: 'invalid_custom_token' })
  })

  test('need a recent session, because Firebase dates the new one now', async () => {
    const { viewer } = await minted()
    signing.clock.pass(301_000)
    await expect(signing.identity.mintCustomToken(viewer, challenge)).rejects.toMatchObject({ code: 'recent_sign_in_required' })
  })

  test('end with the session that requested them', async () => {
    const { viewer, token } = await minted()
    await signing.identity.revokeAll(viewer.uid)
    expect((await exchange(token)).json()).toMatchObject({ code: 'invalid_custom_token' })
  })

  test('open no other endpoint of the built-in provider, which has no exchange itself', async () => {
    const input = { token: 'x', verifier: 'y' }
    const responses = [
      await signing.browser().post('/custom-token/exchange', input),
      await signing.browser().post('/custom-token', input),
      await signing.browser().signIn('alice@example.org'),
      await world.browser().post('/custom-token/exchange', input),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([410, 404, 404, 404])
  })
})
