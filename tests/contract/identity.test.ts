import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { createBuiltinProvider } from '#web/features/identity/provider/builtin.provider.ts'
import { requestBuiltin } from '#web/features/identity/provider/builtin.request.ts'

/** The web's adapter against the server's provider, over the real HTTP server. */
const requestLimits = { signIn: 5, signUp: 30, windowSeconds: 60 }
let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld({ requestLimits })
})
beforeEach(() => world.empty())
afterAll(() => world.close())

let addresses = 1
/** A browser tab: the adapter with its own cookies and its own network address. */
async function tab(browser = world.browser(`203.0.113.${addresses++}`)) {
  const fetch = async (address: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? { body: init.body } : {}
    const { authorization = '' } = Object.fromEntries(new Headers(init.headers))
    const response = await browser.call(init.method === 'POST' ? 'POST' : 'GET', address, {
      ...body,
      ...(authorization ? { headers: { authorization } } : {}),
    })
    return new Response(response.body, { status: response.statusCode })
  }
  const { min_length: minLength, max_length: maxLength } = world.identity.capabilities.password
  const storage = new Map<string, string>()
  const memory = {
    recall: (name: string) => storage.get(name) ?? null,
    keep: (name: string, value: string | null) => void (value === null ? storage.delete(name) : storage.set(name, value)),
  }
  const identity = createBuiltinProvider({ fetch, memory, passwordPolicy: async () => ({ minLength, maxLength }) })
  return { browser, fetch, identity: { ...identity, ...(await identity.methods()) } }
}

const alice = { email: 'alice@example.org', password: 'correct horse' }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

test('a new user signs up, has a valid token, and is still signed in after a reload', async () => {
  const first = await tab()
  const user = await first.identity.signUpWithPassword({ ...alice, displayName: 'Alice' })
  expect(user).toEqual({ subject: expect.any(String), email: alice.email, emailVerified: false, displayName: 'Alice' })
  const { uid } = await world.identity.authenticate(await first.identity.getToken())
  const reloaded = await tab(first.browser)
  await reloaded.identity.start()
  expect(reloaded.identity.currentUser()).toEqual(user)
  expect((await world.identity.authenticate(await reloaded.identity.getToken())).uid).toBe(uid)
})

test('a visitor is signed out', async () => {
  const { identity } = await tab()
  await identity.start()
  expect([identity.currentUser(), await codeOf(identity.getToken())]).toEqual([null, 'user is null'])
})

test('signing out is noticed by another tab of the same browser with its next token', async () => {
  const first = await tab()
  await first.identity.signUpWithPassword(alice)
  const second = await tab(first.browser)
  await second.identity.getToken()
  await first.identity.signOut()
  expect(await codeOf(second.identity.getToken({ forceRefresh: true }))).toBe('user is null')
  expect(second.identity.currentUser()).toBeNull()
})

test('a fresh token differs from the first, and both are valid', async () => {
  const { identity } = await tab()
  await identity.signUpWithPassword(alice)
  const tokens = [await identity.getToken(), await identity.getToken(), await identity.getToken({ forceRefresh: true })]
  expect(tokens[1]).toBe(tokens[0])
  const uids = await Promise.all(tokens.map(async (token) => (await world.identity.authenticate(token)).uid))
  expect(new Set(uids).size).toBe(1)
})

test('every error arrives with the code that its message uses', async () => {
  await (await tab()).identity.signUpWithPassword(alice)
  const { identity, fetch } = await tab()
  expect({
    wrong: await codeOf(identity.signInWithPassword({ ...alice, password: 'wrong password' })),
    unknown: await codeOf(identity.signInWithPassword({ ...alice, email: 'nobody@example.org' })),
    taken: await codeOf(identity.signUpWithPassword({ ...alice, password: 'another password of theirs' })),
    short: await codeOf(identity.signUpWithPassword({ email: 'bob@example.org', password: 'short' })),
    long: await codeOf(identity.signUpWithPassword({ email: 'bob@example.org', password: 'x'.repeat(129) })),
    address: await codeOf(identity.signUpWithPassword({ ...alice, email: 'not an address' })),
    expired: await codeOf(requestBuiltin(fetch, '/token')),
  }).toEqual({
    wrong: 'invalid-credentials',
    unknown: 'invalid-credentials',
    taken: 'sign-up-rejected',
    short: 'password-does-not-meet-requirements',
    long: 'password-does-not-meet-requirements',
    address: 'invalid-email',
    expired: 'session-expired',
  })
})

test('too many attempts get the code of a rate limit', async () => {
  const { identity } = await tab()
  const codes = []
  for (let index = 0; index <= requestLimits.signIn; index++) codes.push(await codeOf(identity.signInWithPassword(alice)))
  expect(codes.at(-1)).toBe('too-many-requests')
})

test('the form shows the server’s password policy', async () => {
  const { identity } = await tab()
  const passwords = ['x'.repeat(7), 'x'.repeat(8), 'x'.repeat(128), 'x'.repeat(129)]
  const shown = await Promise.all(passwords.map(async (password) => (await identity.checkPassword(password)).ok))
  const results = []
  for (const [index, password] of passwords.entries())
    results.push((await codeOf((await tab()).identity.signUpWithPassword({ email: `p${index}@example.org`, password }))) === 'accepted')
  expect([shown, results]).toEqual([
    [false, true, true, false],
    [false, true, true, false],
  ])
})

test('a server that lost its database leaves the state unknown at start and signs no user out', async () => {
  const whole = world
  world = await identityWorld()
  const first = await tab()
  await first.identity.signUpWithPassword(alice)
  await world.loseDatabase()
  const cancelled: number[] = []
  const reloaded = createBuiltinProvider({
    fetch: first.fetch,
    passwordPolicy: async () => ({ minLength: 8, maxLength: 128 }),
    later: (_work, ms) => {
      cancelled.push(ms)
      return () => undefined
    },
  })
  void reloaded.start()
  await expect.poll(() => cancelled).toEqual([1_000])
  expect([
    reloaded.currentUser(),
    await codeOf(first.identity.getToken({ forceRefresh: true })),
    first.identity.currentUser()?.email,
  ]).toEqual([undefined, 'network-request-failed', alice.email])
  await world.close()
  world = whole
})

test('sign-ins are listed with their devices, one is ended, then the others, then all', async () => {
  const [phone, laptop, tablet] = [await tab(), await tab(), await tab()]
  await phone.identity.signUpWithPassword(alice)
  for (const device of [laptop, tablet]) await device.identity.signInWithPassword(alice)
  const sessions = await laptop.identity.listSessions()
  expect([sessions.length, sessions.filter(({ current }) => current).length]).toEqual([3, 1])
  expect(sessions.every(({ createdAt, lastSeenAt }) => createdAt.getTime() > 0 && lastSeenAt >= createdAt)).toBe(true)
  const mine = (await tablet.identity.listSessions()).find(({ current }) => current)
  await laptop.identity.revokeSessions({ id: mine?.id ?? '' })
  expect(await codeOf(tablet.identity.getToken({ forceRefresh: true }))).toBe('user is null')
  await laptop.identity.revokeSessions({ others: true })
  expect([await codeOf(phone.identity.getToken({ forceRefresh: true })), (await laptop.identity.listSessions()).length]).toEqual([
    'user is null',
    1,
  ])
  await laptop.identity.revokeSessions()
  expect([laptop.identity.currentUser(), await codeOf(laptop.identity.getToken())]).toEqual([null, 'user is null'])
})

test('a user downloads all their data from a link and deletes the account with the password', async () => {
  const { identity, browser } = await tab()
  await identity.signUpWithPassword(alice)
  const url = await identity.exportData()
  expect((await browser.call('GET', url)).headers['content-type']).toBe('application/zip')
  world.clock.pass(200_000)
  expect(await codeOf(identity.deleteAccount({ password: 'not the one' }))).toBe('invalid-credentials')
  expect(identity.currentUser()?.email).toBe(alice.email)
  expect(await codeOf(identity.deleteAccount({ password: alice.password }))).toBe('accepted')
  expect([identity.currentUser(), await codeOf((await tab()).identity.signInWithPassword(alice))]).toEqual([null, 'invalid-credentials'])
})

test('deleting and exporting ask for a recent sign-in by their own name', async () => {
  const first = await tab()
  await first.identity.signUpWithPassword(alice)
  const sessions = world.db.withTables<{ session: { createdAt: Date } }>().withSchema('identity')
  await sessions
    .updateTable('session')
    .set({ createdAt: new Date(Date.now() - 301_000) })
    .execute()
  expect([await codeOf(first.identity.deleteAccount()), await codeOf(first.identity.exportData())]).toEqual(
    Array(2).fill('recent-sign-in-required'),
  )
  expect(first.identity.currentUser()?.email).toBe(alice.email)
  await first.identity.reauthenticate({ password: alice.password })
  expect(await codeOf(first.identity.deleteAccount())).toBe('accepted')
})

test('a sign-up that is finished by email: first no user, then the user; on another device with the chosen password', async () => {
  const whole = world
  world = await identityWorld({ mail: 'real' })
  const { identity } = await tab()
  await identity.start()
  expect([await identity.signUpWithPassword(alice), identity.currentUser()]).toEqual([null, null])
  const { code } = await world.lastLink()
  const phone = (await tab()).identity
  expect(await codeOf(phone.confirmSignUp({ code }))).toBe('link-other-device')
  expect(await codeOf(phone.confirmSignUp({ code, password: 'not the one' }))).toBe('invalid-credentials')
  expect(await identity.confirmSignUp({ code })).toMatchObject({ email: alice.email, emailVerified: true })
  expect(await codeOf(phone.confirmSignUp({ code, password: alice.password }))).toBe('link-invalid-or-expired')
  await world.close()
  world = whole
})

test('a custom token signs in the requesting device, once', async () => {
  const [laptop, phone, thief] = [(await tab()).identity, (await tab()).identity, (await tab()).identity]
  await laptop.signUpWithPassword(alice)
  const challenge = await phone.customTokenChallenge()
  await thief.customTokenChallenge()
  const viewer = await world.identity.authenticate(await laptop.getToken())
  const { token } = await world.identity.mintCustomToken(viewer, challenge)
  expect([await codeOf(thief.signInWithCustomToken(token)), await codeOf((await tab()).identity.signInWithCustomToken(token))]).toEqual(
    Array(2).fill('invalid-custom-token'),
  )
  expect((await phone.signInWithCustomToken(token)).email).toBe(alice.email)
  expect(await codeOf(phone.signInWithCustomToken(token))).toBe('invalid-custom-token')
})
