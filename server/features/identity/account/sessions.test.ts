import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSigningKey } from '#sandbox/kit/signing-key.ts'
import { createLocalJWKSet } from 'jose'
import type { TrustedIssuer } from '../tokens/tokens.ts'
import { readUserAgent } from '../provider/user-agent.ts'
import { setUpIdentity, world, type Browser } from '#tests/kit/identity-world.ts'

/** Another provider, whose tokens live an hour, as Firebase's do. */
const key = createSigningKey('k1')
const partner: TrustedIssuer = {
  issuer: 'https://partner.example',
  audience: 'app',
  algorithm: 'RS256',
  key: createLocalJWKSet({ keys: [key.jwk()] }),
  isSignInValid: async () => true,
  endAll: async () => undefined,
}
setUpIdentity({ otherIssuers: [partner] })
beforeEach(() => world.empty())

const EMAIL = 'alice@example.org'
const agents = {
  laptop: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  tablet: 'Mozilla/5.0 (Linux; Android 15; Tab) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}
type Listed = { id: string; browser: string; system: string; current: boolean; last_seen_at: string }

/** Signs in with one of the devices; the first one signs up. */
async function device(name: keyof typeof agents, email = EMAIL, isNew = false) {
  const browser = world.browser()
  const body = { email, password: 'correct horse', ...(isNew ? { name: '' } : {}) }
  await browser.call('POST', `/identity/sign-${isNew ? 'up' : 'in'}/email`, { body, headers: { 'user-agent': agents[name] } })
  const token = await browser.token()
  return { browser, token, viewer: await world.identity.authenticate(token) }
}
const list = async ({ browser, token }: { browser: Browser; token: string }) =>
  (await browser.call('GET', '/app/auth/sessions', { token })).json<{ sessions: Listed[] }>().sessions
const revoke = ({ browser, token }: { browser: Browser; token: string }, body: object) =>
  browser.call('POST', '/app/auth/sessions/revoke', { token, body })
const isValid = (token: string) =>
  world.identity.authenticate(token).then(
    () => true,
    () => false,
  )

describe('the list of sign-ins', () => {
  test('lists device, start and last use, and marks the current session', async () => {
    const laptop = await device('laptop', EMAIL, true)
    const phone = await device('phone')
    await device('tablet', 'bob@example.org', true)
    const sessions = await list(phone)
    expect(sessions.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      ['Safari', 'iPhone', true],
      ['Firefox', 'Linux', false],
    ])
    expect((await list(laptop)).find(({ current }) => current)).toMatchObject({
      browser: 'Firefox',
      created_at: new Date(laptop.viewer.token.authTimeMs).toISOString(),
    })
  })

  test.each([
    [14, false],
    [16, true],
  ])('stores the last use: after %i minutes it is updated: %s', async (minutes, isNew) => {
    const laptop = await device('laptop', EMAIL, true)
    const seenAt = new Date(Date.now() - minutes * 60_000)
    const sessions = world.db.withTables<{ session: { updatedAt: Date } }>().withSchema('identity')
    await sessions.updateTable('session').set({ updatedAt: seenAt }).execute()
    const token = await laptop.browser.token()
    await world.identity.authenticate(token)
    const [session] = await list({ browser: laptop.browser, token })
    expect(session?.last_seen_at !== seenAt.toISOString()).toBe(isNew)
  })

  test('shows no sessions of others, and nothing without a token', async () => {
    await device('laptop', EMAIL, true)
    const bob = await device('phone', 'bob@example.org', true)
    expect((await list(bob)).map(({ system }) => system)).toEqual(['iPhone'])
    expect((await world.browser().call('GET', '/app/auth/sessions')).statusCode).toBe(401)
  })

  test.each([
    [agents.laptop, 'Firefox', 'Linux'],
    [agents.phone, 'Safari', 'iPhone'],
    [agents.tablet, 'Chrome', 'Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 'Safari', 'macOS'],
    ['curl/8.9', null, null],
    [null, null, null],
  ])('recognizes "%s" as %s on %s', (text, browser, system) => {
    expect(readUserAgent(text)).toEqual({ browser, system })
  })
})

describe('A14: ending sign-ins', () => {
  test('one session: its tokens, sockets and pictures stop at once, the others continue', async () => {
    const laptop = await device('laptop', EMAIL, true)
    const phone = await device('phone')
    await phone.browser.call('POST', '/app/auth/session', { token: phone.token })
    const pictures = phone.browser.cookieFor('/files/x')
    const id = (await list(laptop)).find(({ current }) => !current)?.id
    expect((await revoke(laptop, { which: 'one', id })).statusCode).toBe(200)
    expect([await isValid(phone.token), await isValid(laptop.token), await world.identity.viewerOfFileCookie(pictures)]).toEqual([
      false,
      true,
      null,
    ])
    expect((await phone.browser.call('GET', '/identity/token')).statusCode).toBe(401)
    expect(world.closedSockets).toEqual([{ uid: phone.viewer.uid, authTimeMs: phone.viewer.token.authTimeMs }])
  })

  test.each([
    [179, true],
    [181, false],
  ])('a sign-in of %i days is still valid: %s, even if it was used often', async (days, isOpen) => {
    const laptop = await device('laptop', EMAIL, true)
    const sessions = world.db.withTables<{ session: { createdAt: Date } }>().withSchema('identity')
    await sessions
      .updateTable('session')
      .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
      .execute()
    expect([await isValid(await laptop.browser.token()), (await laptop.browser.call('GET', '/identity/token')).statusCode]).toEqual([
      isOpen,
      isOpen ? 200 : 401,
    ])
  })

  test('all others, and then every one', async () => {
    const [laptop, phone, tablet] = [await device('laptop', EMAIL, true), await device('phone'), await device('tablet')]
    const all = () => Promise.all([laptop, phone, tablet].map(({ token }) => isValid(token)))
    await revoke(phone, { which: 'others' })
    expect(await all()).toEqual([false, true, false])
    await revoke(phone, { which: 'all' })
    expect([await all(), world.closedSockets.at(-1)]).toEqual([[false, false, false], { uid: phone.viewer.uid, authTimeMs: null }])
    expect(await isValid((await device('laptop')).token)).toBe(true)
  })

  test('signing out once closes the sockets of that session', async () => {
    const laptop = await device('laptop', EMAIL, true)
    await device('phone')
    await laptop.browser.signOut()
    expect(world.closedSockets).toEqual([{ uid: laptop.viewer.uid, authTimeMs: laptop.viewer.token.authTimeMs }])
  })

  test('A1: another user’s session is not found, like an unknown one', async () => {
    const alice = await device('laptop', EMAIL, true)
    const bob = await device('phone', 'bob@example.org', true)
    const [theirs] = await list(alice)
    const results = [await revoke(bob, { which: 'one', id: theirs?.id }), await revoke(bob, { which: 'one', id: randomUUID() })]
    const responses = results.map((answer) => [answer.statusCode, { ...answer.json<object>(), request_id: '' }])
    expect([responses[0], await isValid(alice.token)]).toEqual([responses[1], true])
    expect(responses[0]?.[0]).toBe(404)
  })

  test.each([{ which: 'one' }, { which: 'some' }, {}, { which: 'one', id: '1 or 1=1' }])('rejects invalid input: %j', async (body) => {
    const alice = await device('laptop', EMAIL, true)
    expect([(await revoke(alice, body)).statusCode, await isValid(alice.token)]).toEqual([400, true])
  })
})

describe('a provider whose tokens live an hour', () => {
  /** A new subject in each test, because verified tokens are cached. */
  let subject = ''
  beforeEach(() => {
    subject = randomUUID()
  })

  function hourToken() {
    const iat = Math.floor(world.clock.now().getTime() / 1000)
    return key.sign({ iss: partner.issuer, aud: partner.audience, sub: subject, iat, exp: iat + 3600, auth_time: iat })
  }
  const sync = (token: string) => world.browser().call('POST', '/app/auth/session', { token })
  const request = (token: string) => world.browser().call('GET', '/app/auth/check-user-exist', { token })

  test('begins a file session only with a token of at most 5 minutes: 299 s are accepted, 301 s rejected', async () => {
    const token = hourToken()
    world.clock.pass(298_900)
    expect((await sync(token)).statusCode).toBe(200)
    world.clock.pass(2_100)
    const late = await sync(token)
    expect([late.statusCode, late.json(), late.headers['set-cookie']]).toEqual([
      401,
      expect.objectContaining({ code: 'token_too_old' }),
      undefined,
    ])
    expect((await request(token)).statusCode).toBe(200)
  })

  test('revokes all its sign-ins on this server at once; only the provider can end a single one', async () => {
    const token = hourToken()
    const browser = world.browser()
    expect(await list({ browser, token })).toEqual([])
    expect((await revoke({ browser, token }, { which: 'others' })).json()).toMatchObject({ code: 'not_offered' })
    world.clock.pass(1_000)
    await revoke({ browser, token }, { which: 'all' })
    expect((await request(token)).statusCode).toBe(401)
    world.clock.pass(1_000)
    expect((await request(hourToken())).statusCode).toBe(200)
  })

  test('A14: no token restores a deleted user; signing in again creates a new one', async () => {
    const token = hourToken()
    const { uid } = await world.identity.authenticate(token)
    await world.identity.deletion.lockOut(uid)
    await world.identity.deletion.remove(uid, [])
    expect([(await request(token)).statusCode, (await request(token)).statusCode]).toEqual([401, 401])
    world.clock.pass(2_000)
    expect((await world.identity.authenticate(hourToken())).uid).not.toBe(uid)
  })

  test('can’t pass its sign-in to another device through our server', async () => {
    const response = await world
      .browser()
      .call('POST', '/app/auth/custom-token', { token: hourToken(), body: { challenge: 'a'.repeat(43) } })
    expect(response.json()).toMatchObject({ code: 'not_offered' })
  })
})
