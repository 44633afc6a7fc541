import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { createBuiltinProvider } from '#web/features/identity/builtin.provider.ts'
import { requestBuiltin } from '#web/features/identity/builtin.request.ts'

/** The web's adapter against the server's provider, over the real HTTP side: what one says, the other understands. */
const attempts = { signIn: 5, signUp: 30, windowSeconds: 60 }
let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld({ attempts })
})
beforeEach(() => world.empty())
afterAll(() => world.close())

let addresses = 1
/** A browser tab: the adapter with cookies of its own, seen from an address of its own. */
function tab(browser = world.browser(`203.0.113.${addresses++}`)) {
  const fetch = async (address: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? { body: init.body } : {}
    const answer = await browser.call(init.method === 'POST' ? 'POST' : 'GET', address, body)
    return new Response(answer.body, { status: answer.statusCode })
  }
  const { min_length: minLength, max_length: maxLength } = world.identity.offer.password
  const identity = createBuiltinProvider({ fetch, passwordPolicy: async () => ({ minLength, maxLength }) })
  return { browser, fetch, identity }
}

const alice = { email: 'alice@example.org', password: 'correct horse' }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

test('a new person signs up, has a token the server takes, and is still there after a reload', async () => {
  const first = tab()
  const user = await first.identity.signUpWithPassword({ ...alice, displayName: 'Alice' })
  expect(user).toEqual({ subject: expect.any(String), email: alice.email, emailVerified: false, displayName: 'Alice' })
  const { uid } = await world.identity.authenticate(await first.identity.getToken())
  const reloaded = tab(first.browser)
  await reloaded.identity.start()
  expect(reloaded.identity.currentUser()).toEqual(user)
  expect((await world.identity.authenticate(await reloaded.identity.getToken())).uid).toBe(uid)
})

test('a visitor is nobody', async () => {
  const { identity } = tab()
  await identity.start()
  expect([identity.currentUser(), await codeOf(identity.getToken())]).toEqual([null, 'user is null'])
})

test('signing out is noticed by another tab of the same browser with its next token', async () => {
  const first = tab()
  await first.identity.signUpWithPassword(alice)
  const second = tab(first.browser)
  await second.identity.getToken()
  await first.identity.signOut()
  expect(await codeOf(second.identity.getToken({ forceRefresh: true }))).toBe('user is null')
  expect(second.identity.currentUser()).toBeNull()
})

test('a fresh token is another one, and both are good', async () => {
  const { identity } = tab()
  await identity.signUpWithPassword(alice)
  const tokens = [await identity.getToken(), await identity.getToken(), await identity.getToken({ forceRefresh: true })]
  expect(tokens[1]).toBe(tokens[0])
  const uids = await Promise.all(tokens.map(async (token) => (await world.identity.authenticate(token)).uid))
  expect(new Set(uids).size).toBe(1)
})

test('every refusal arrives under the name that its sentence has', async () => {
  await tab().identity.signUpWithPassword(alice)
  const { identity, fetch } = tab()
  expect({
    wrong: await codeOf(identity.signInWithPassword({ ...alice, password: 'wrong password' })),
    unknown: await codeOf(identity.signInWithPassword({ ...alice, email: 'nobody@example.org' })),
    taken: await codeOf(identity.signUpWithPassword(alice)),
    short: await codeOf(identity.signUpWithPassword({ email: 'bob@example.org', password: 'short' })),
    long: await codeOf(identity.signUpWithPassword({ email: 'bob@example.org', password: 'x'.repeat(129) })),
    address: await codeOf(identity.signUpWithPassword({ ...alice, email: 'not an address' })),
    expired: await codeOf(requestBuiltin(fetch, '/token')),
  }).toEqual({
    wrong: 'invalid-credentials',
    unknown: 'invalid-credentials',
    taken: 'email-already-in-use',
    short: 'password-does-not-meet-requirements',
    long: 'password-does-not-meet-requirements',
    address: 'invalid-email',
    expired: 'session-expired',
  })
})

test('too many attempts are told as such', async () => {
  const { identity } = tab()
  const codes = []
  for (let at = 0; at <= attempts.signIn; at++) codes.push(await codeOf(identity.signInWithPassword(alice)))
  expect(codes.at(-1)).toBe('too-many-requests')
})

test('the policy that the form shows is the one that the server keeps', async () => {
  const { identity } = tab()
  const passwords = ['x'.repeat(7), 'x'.repeat(8), 'x'.repeat(128), 'x'.repeat(129)]
  const shown = await Promise.all(passwords.map(async (password) => (await identity.checkPassword(password)).ok))
  const kept = []
  for (const [at, password] of passwords.entries())
    kept.push((await codeOf(tab().identity.signUpWithPassword({ email: `p${at}@example.org`, password }))) === 'accepted')
  expect([shown, kept]).toEqual([
    [false, true, true, false],
    [false, true, true, false],
  ])
})

test('a server that lost its database leaves the state unknown at start and signs nobody out', async () => {
  const whole = world
  world = await identityWorld()
  const first = tab()
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
