import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identityWorld } from '#tests/kit/identity.ts'
import { SIGN_INS_REVOKED } from './account/revocation.ts'
import type { TrustedIssuer } from './tokens/tokens.ts'
import { setUpIdentity, world } from '#tests/kit/identity-world.ts'

/** Another issuer, whose answers about its sign-ins can be delayed. */
const partner = await anotherIssuer()
setUpIdentity({ otherIssuers: [partner.issuer] })
beforeEach(() => world.empty())

async function signedUp(email = 'alice@example.org') {
  const browser = world.browser()
  await browser.signUp(email)
  return { browser, token: await browser.token() }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )
const verdict = (token: string) => codeOf(world.identity.authenticate(token))
const countOf = async (table: 'people' | 'file_sessions') =>
  (await world.db.withTables<{ people: { uid: string }; file_sessions: { uid: string } }>().selectFrom(table).selectAll().execute()).length

describe('the user of a token', () => {
  test('is the same at every sign-in, and differs between accounts', async () => {
    const { browser, token } = await signedUp()
    const alice = await world.identity.authenticate(token)
    await browser.signOut()
    await browser.signIn('alice@example.org')
    const repeated = await world.identity.authenticate(await browser.token())
    const bob = await world.identity.authenticate((await signedUp('bob@example.org')).token)
    expect([repeated.uid === alice.uid, bob.uid === alice.uid, await countOf('people')]).toEqual([true, false, 2])
  })

  test('tokens are valid for 5 minutes and contain the time of the sign-in', async () => {
    const { token } = await signedUp()
    const { iat = 0, exp = 0, iss, aud, auth_time: authTime } = decodeJwt(token)
    expect({ life: exp - iat, iss, aud }).toEqual({ life: 300, iss: 'builtin', aud: 'app' })
    const viewer = await world.identity.authenticate(token)
    expect(viewer.token).toEqual({
      issuedAtMs: iat * 1000,
      expiresAtMs: exp * 1000,
      authTimeMs: Number(authTime) * 1000,
      sessionId: expect.any(String),
    })
  })

  test('the same subject from a different issuer is a different user', async () => {
    const { uid } = await world.identity.addPerson({ issuer: 'builtin', subject: 'p-1' })
    expect((await world.identity.authenticate(await partner.token('p-1'))).uid).not.toBe(uid)
  })

  test('many parallel requests with a first token create one user', async () => {
    const { token } = await signedUp()
    const uids = await Promise.all(Array.from({ length: 10 }, async () => (await world.identity.authenticate(token)).uid))
    expect([new Set(uids).size, await countOf('people')]).toEqual([1, 1])
  })

  test('users keep their uid when the address of the server changes', async () => {
    const { token } = await signedUp()
    expect(decodeJwt(token).iss).not.toContain('127.0.0.1')
  })

  test('rejects an expired token that was valid before', async () => {
    const { token } = await signedUp()
    await world.identity.authenticate(token)
    world.clock.pass(5 * 60_000 + 31_000)
    expect(await verdict(token)).toBe('unauthenticated')
  })
})

describe('a clock that is set back', () => {
  const setBack = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes * 60_000 })
  afterEach(() => vi.useRealTimers())

  test.each([2, 30, 60])('by %d minutes ends no session: its new tokens are valid, and tokens of the future are not', async (minutes) => {
    const { browser, token } = await signedUp()
    const { uid } = await world.identity.authenticate(token)
    setBack(minutes)
    expect(await verdict(token)).toBe('unauthenticated')
    const viewer = await world.identity.authenticate(await browser.token())
    expect(viewer.uid).toBe(uid)
    // The time of their sign-in is unknown.
    expect(await codeOf((async () => world.identity.assertRecent(viewer))())).toBe('recent_sign_in_required')
  })

  test.each([2, 30, 60])('by %d minutes after a revocation restores no session, and allows a new one', async (minutes) => {
    const { browser, token } = await signedUp()
    const { uid } = await world.identity.authenticate(token)
    await world.identity.revokeAll(uid)
    setBack(minutes)
    expect([await verdict(token), (await browser.call('GET', '/identity/token')).statusCode]).toEqual(['unauthenticated', 401])
    await browser.signIn('alice@example.org')
    const viewer = await world.identity.authenticate(await browser.token())
    expect([viewer.uid, world.identity.assertRecent(viewer)]).toEqual([uid, undefined])
  })
})

describe('a profile', () => {
  test('is visible with the next request after it was created, and is not requested again', async () => {
    const { token } = await signedUp()
    const { uid, hasProfile } = await world.identity.authenticate(token)
    expect([hasProfile, (await world.identity.authenticate(token)).hasProfile]).toEqual([false, false])
    world.people.add(uid)
    expect((await world.identity.authenticate(token)).hasProfile).toBe(true)
    const before = world.calls.hasProfile
    expect((await world.identity.authenticate(token)).hasProfile).toBe(true)
    expect(world.calls.hasProfile).toBe(before)
  })
})

describe('A14: revoked, disabled and deleted users', () => {
  test('revoking all sign-ins ends each at once, and a new one is valid', async () => {
    const phone = await signedUp()
    const laptop = world.browser()
    await laptop.signIn('alice@example.org')
    const laptopToken = await laptop.token()
    const { uid } = await world.identity.authenticate(phone.token)
    await world.identity.authenticate(laptopToken)
    const announced: string[] = []
    world.bus.onAnnouncement(SIGN_INS_REVOKED, (payload) => announced.push(payload))

    await world.identity.revokeAll(uid)
    expect([await verdict(phone.token), await verdict(laptopToken), announced]).toEqual(['unauthenticated', 'unauthenticated', [uid]])
    expect((await laptop.call('GET', '/identity/token')).statusCode).toBe(401)

    await laptop.signIn('alice@example.org')
    expect((await world.identity.authenticate(await laptop.token())).uid).toBe(uid)
  })

  test('a revocation applies at once, here even without the bus, and on another process after its announcement', async () => {
    const [alice, bob] = [await signedUp(), await signedUp('bob@example.org')]
    const uidOfAlice = (await world.identity.authenticate(alice.token)).uid
    const uidOfBob = (await world.identity.authenticate(bob.token)).uid
    world.bus.isDown = true
    await world.identity.revokeAll(uidOfAlice)
    expect(await verdict(alice.token)).toBe('unauthenticated')
    world.bus.isDown = false
    await people()
      .updateTable('people')
      .set({ tokens_valid_after: new Date(Date.now() + 1_000) })
      .where('uid', '=', uidOfBob)
      .execute()
    expect(await verdict(bob.token)).toBe('accepted')
    world.bus.announce(SIGN_INS_REVOKED, uidOfBob)
    expect(await verdict(bob.token)).toBe('unauthenticated')
  })

  test('a revocation on another process applies within 30 s even when the announcement is lost', async () => {
    const { token } = await signedUp()
    const { uid } = await world.identity.authenticate(token)
    await people()
      .updateTable('people')
      .set({ tokens_valid_after: new Date(Date.now() + 1_000) })
      .where('uid', '=', uid)
      .execute()
    expect(await verdict(token)).toBe('accepted')
    world.clock.pass(30_000)
    expect(await verdict(token)).toBe('unauthenticated')
  })

  test('a revocation during the check of a token applies to that token', async () => {
    const token = await partner.token('p-1')
    const { uid } = await world.identity.addPerson({ issuer: partner.issuer.issuer, subject: 'p-1' })
    const held = partner.holdAnswers()
    const pending = world.identity.authenticate(token)
    const release = await held
    await world.identity.revokeAll(uid)
    release()
    await pending
    expect(await verdict(token)).toBe('unauthenticated')
  })

  test('a disabled user', async () => {
    const { token } = await signedUp()
    const { uid } = await world.identity.authenticate(token)
    await people().updateTable('people').set({ disabled_at: new Date() }).where('uid', '=', uid).execute()
    world.clock.pass(30_000)
    expect(await verdict(token)).toBe('unauthenticated')
  })

  test('a token of a deleted account does not restore it', async () => {
    const { token } = await signedUp()
    await world.db.withTables<{ user: { id: string } }>().withSchema('identity').deleteFrom('user').execute()
    expect([await verdict(token), await countOf('people')]).toEqual(['unauthenticated', 0])
  })

  test('signing out ends the tokens of that sign-in at once, and of no other', async () => {
    const phone = await signedUp()
    const laptop = world.browser()
    await laptop.signIn('alice@example.org')
    const laptopToken = await laptop.token()
    await Promise.all([phone.token, laptopToken].map((token) => world.identity.authenticate(token)))
    await phone.browser.signOut()
    expect([await verdict(phone.token), await verdict(laptopToken)]).toEqual(['unauthenticated', 'accepted'])
  })
})

test('an outage of the database never causes 401', async () => {
  const withOutage = await identityWorld()
  const browser = withOutage.browser()
  await browser.signUp('alice@example.org')
  const firstToken = await browser.token()
  await withOutage.identity.authenticate(firstToken)
  await browser.signUp('bob@example.org')
  const fresh = await browser.token()
  await withOutage.loseDatabase()
  withOutage.clock.pass(30_000)
  expect([await codeOf(withOutage.identity.authenticate(firstToken)), await codeOf(withOutage.identity.authenticate(fresh))]).toEqual([
    'unavailable',
    'unavailable',
  ])
  await withOutage.close()
})

describe('accounts created without a sign-up', () => {
  test('an account created for a user signs in with its password and has the user’s uid', async () => {
    const { uid } = await world.identity.createAccount({ email: 'Mira@example.org', password: 'demo password', name: 'Mira' })
    const browser = world.browser()
    expect((await browser.signIn('mira@example.org', 'demo password')).statusCode).toBe(200)
    expect((await world.identity.authenticate(await browser.token())).uid).toBe(uid)
  })

  test('one address has one account', async () => {
    const account = { email: 'mira@example.org', password: 'demo password', name: 'Mira' }
    await world.identity.createAccount(account)
    expect(await codeOf(world.identity.createAccount(account))).toBe('wrong_state')
    expect(await codeOf(world.identity.createAccount({ ...account, email: 'x@example.org', password: 'short' }))).toBe('invalid_input')
  })

  test('adding the same user twice returns the same account', async () => {
    const first = await world.identity.addPerson({ issuer: 'demo', subject: '1' })
    expect(await world.identity.addPerson({ issuer: 'demo', subject: '1' })).toEqual(first)
    expect(await world.identity.addPerson({ issuer: 'demo-2', subject: '1' })).not.toEqual(first)
  })
})

function people() {
  return world.db.withTables<{ people: { uid: string; disabled_at: Date | null; tokens_valid_after: Date | null } }>()
}

async function anotherIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'p', alg: 'ES256' }] })
  let hold: ((release: () => void) => void) | undefined
  const issuer: TrustedIssuer = {
    issuer: 'https://partner.example',
    audience: 'app',
    algorithm: 'ES256',
    key: keys,
    isSignInValid: async () => {
      const release = hold
      hold = undefined
      if (release) await new Promise<void>((resolve) => release(resolve))
      return true
    },
    endAll: async () => undefined,
  }
  const nowS = Math.floor(Date.now() / 1000)
  return {
    issuer,
    token: (subject: string) =>
      new SignJWT({ auth_time: nowS - 1 })
        .setProtectedHeader({ alg: 'ES256', kid: 'p' })
        .setSubject(subject)
        .setIssuer(issuer.issuer)
        .setAudience('app')
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + 300)
        .sign(privateKey),
    /** Resolves, once the request was made, with a function that releases the answer. */
    holdAnswers: () => new Promise<() => void>((resolve) => (hold = resolve)),
  }
}
