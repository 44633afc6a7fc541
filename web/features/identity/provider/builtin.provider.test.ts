import { beforeEach, describe, expect, it } from 'vitest'
import { createBuiltinProvider } from './builtin.provider.ts'
import { identityErrors } from './identity.errors.ts'
import { IdentityError, type IdentityUser } from './identity.provider.ts'

const alice = { id: 's-1', email: 'alice@example.org', emailVerified: false, name: 'Alice' }
const bob = { id: 's-2', email: 'bob@example.org', emailVerified: true, name: '' }
const START = Date.UTC(2026, 10, 1)

type Reply = () => Response | Promise<Response>
const reply =
  (body: unknown, status = 200): Reply =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
const noResponse: Reply = () => Promise.reject(new TypeError('Failed to fetch'))

let minted = 0
const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')

/** A token in the server's format with a lifetime of 5 minutes from `issuedMs` on. */
function token(issuedMs = START, sub = 's-1'): Reply {
  const iat = Math.floor(issuedMs / 1000)
  return reply({ token: `${part({ alg: 'ES256' })}.${part({ sub, iat, exp: iat + 300, jti: ++minted })}.x` })
}

let requests: { address: string; method: string; body: unknown }[]
/** Paths of the requests that their signal ended. */
let ended: string[]
let answers: Record<string, Reply[]>
let nowMs: number
let storesCookies: boolean
let timers: { work: () => void; ms: number }[]
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  requests = []
  ended = []
  timers = []
  nowMs = START
  storesCookies = true
  answers = { '/get-session': [reply({ user: alice })] }
})

async function provider() {
  const made = createBuiltinProvider({
    fetch: async (address, init) => {
      const path = address.replace('/identity', '')
      requests.push({ address, method: init.method ?? '', body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
      init.signal?.addEventListener('abort', () => ended.push(path))
      const list = answers[path] ?? []
      const next = list.length > 1 ? list.shift() : list[0]
      if (!next) throw new Error(`no answer was prepared for ${path}`)
      return next()
    },
    passwordPolicy: async () => ({ minLength: 8, maxLength: 20 }),
    storesCookies: () => storesCookies,
    now: () => nowMs,
    later: (work, ms) => {
      const timer = { work, ms }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  })
  return { ...made, ...(await made.methods()) }
}

async function signedIn() {
  const identity = await provider()
  await identity.start()
  requests = []
  return identity
}

describe('session loading', () => {
  it('is unknown until the provider answers, then has the user', async () => {
    const identity = await provider()
    const notified: (IdentityUser | null)[] = []
    identity.subscribe((user) => notified.push(user))
    expect(identity.currentUser()).toBeUndefined()
    await identity.start()
    const expected = { subject: 's-1', email: 'alice@example.org', emailVerified: false, displayName: 'Alice' }
    expect([identity.currentUser(), notified]).toEqual([expected, [expected]])
  })

  it('has no user when the provider reports none', async () => {
    answers['/get-session'] = [reply({ user: null })]
    const identity = await provider()
    await identity.start()
    expect(identity.currentUser()).toBeNull()
  })

  it.each([
    ['without a connection', noResponse],
    ['while the server can’t answer', reply({ code: 'unavailable' }, 503)],
    ['behind a page that answers for the server', reply('<html>Welcome to our wifi</html>')],
    ['after too many attempts', reply({ message: 'slow down' }, 429)],
  ])('stays unknown %s, and retries', async (_when, failure) => {
    answers['/get-session'] = [failure, failure, reply({ user: alice })]
    const identity = await provider()
    let isKnown = false
    void identity.start().then(() => (isKnown = true))
    await expect.poll(() => timers.map((timer) => timer.ms)).toEqual([1_000])
    expect([identity.currentUser(), isKnown]).toEqual([undefined, false])
    timers.shift()?.work()
    await expect.poll(() => timers.map((timer) => timer.ms)).toEqual([2_000])
    expect(identity.currentUser()).toBeUndefined()
    timers.shift()?.work()
    await nextTurn()
    expect([identity.currentUser()?.subject, isKnown, timers]).toEqual(['s-1', true, []])
  })

  it('loads at once when started again, for example after a reconnect', async () => {
    answers['/get-session'] = [noResponse, reply({ user: alice })]
    const identity = await provider()
    void identity.start()
    await nextTurn()
    await identity.start()
    expect([identity.currentUser()?.subject, timers]).toEqual(['s-1', []])
  })

  it('keeps a user who signed in while an older response was pending', async () => {
    const late = Promise.withResolvers<Response>()
    answers['/get-session'] = [() => late.promise]
    answers['/sign-in/email'] = [reply({ user: bob })]
    const identity = await provider()
    const started = identity.start()
    await identity.signInWithPassword({ email: bob.email, password: 'long enough' })
    late.resolve(new Response(JSON.stringify({ user: null })))
    await started
    await nextTurn()
    expect(identity.currentUser()?.subject).toBe('s-2')
  })
})

describe('tokens', () => {
  it('wait for a request that replaces the session, because the old one may end before it is answered', async () => {
    const late = Promise.withResolvers<Response>()
    answers['/token'] = [token(), token()]
    answers['/password/change'] = [() => late.promise]
    const identity = await signedIn()
    const before = await identity.getToken()
    const changing = identity.changePassword({ current: 'long enough', next: 'even longer' })
    const during = identity.getToken()
    late.resolve(new Response(JSON.stringify({ user: alice })))
    await changing
    expect(await during).not.toBe(before)
  })

  it('are cached until 30 s before they expire', async () => {
    answers['/token'] = [token(), token(START + 270_000)]
    const identity = await signedIn()
    const first = await identity.getToken()
    nowMs = START + 269_000
    expect(await identity.getToken()).toBe(first)
    nowMs = START + 270_000
    expect(await identity.getToken()).not.toBe(first)
    expect(requests.map((call) => call.address)).toEqual(['/identity/token', '/identity/token'])
  })

  it('keep their lifetime when the device’s clock is a day off', async () => {
    answers['/token'] = [token(START - 86_400_000), token()]
    const identity = await signedIn()
    const first = await identity.getToken()
    nowMs += 200_000
    expect(await identity.getToken()).toBe(first)
  })

  it('are fetched once for concurrent callers', async () => {
    answers['/token'] = [token(), token()]
    const identity = await signedIn()
    const all = await Promise.all([identity.getToken(), identity.getToken(), identity.getToken({ forceRefresh: true })])
    expect([new Set(all).size, requests.length]).toEqual([1, 1])
  })

  it('are replaced at once on request', async () => {
    answers['/token'] = [token(), token()]
    const identity = await signedIn()
    const first = await identity.getToken()
    expect(await identity.getToken({ forceRefresh: true })).not.toBe(first)
  })

  it('wait until the session is known', async () => {
    answers['/token'] = [token()]
    expect(await (await provider()).getToken()).toMatch(/^[\w-]+\.[\w-]+\.x$/)
  })

  it('are rejected with "user is null" while signed out', async () => {
    answers['/get-session'] = [reply({ user: null })]
    await expect((await provider()).getToken()).rejects.toThrow(/^user is null$/)
    expect(requests.map((call) => call.address)).toEqual(['/identity/get-session'])
  })

  it('never sign the user out when they can’t be fetched', async () => {
    answers['/token'] = [noResponse, reply({}, 503), token()]
    const identity = await signedIn()
    for (let index = 0; index < 2; index++) await expect(identity.getToken()).rejects.toMatchObject({ code: 'network-request-failed' })
    expect(identity.currentUser()?.subject).toBe('s-1')
    expect(await identity.getToken()).toBeTruthy()
  })

  it('sign the user out when the session ended elsewhere', async () => {
    answers['/token'] = [reply({ code: 'UNAUTHORIZED' }, 401)]
    const identity = await signedIn()
    const notified: (IdentityUser | null)[] = []
    identity.subscribe((user) => notified.push(user))
    await expect(identity.getToken()).rejects.toThrow(/^user is null$/)
    expect([identity.currentUser(), notified]).toEqual([null, [null]])
  })

  it('of the previous user are never returned to the next', async () => {
    const late = Promise.withResolvers<Response>()
    const old = await token()()
    answers['/token'] = [() => late.promise, token(START + 1_000, 's-2')]
    answers['/sign-in/email'] = [reply({ user: bob })]
    const identity = await signedIn()
    const waiting = identity.getToken()
    await nextTurn()
    await identity.signInWithPassword({ email: bob.email, password: 'long enough' })
    const text = await old.clone().text()
    late.resolve(old)
    expect(text).not.toContain(await waiting)
    expect(await identity.getToken()).toBe(await waiting)
  })

  it('of another tab’s account are never used here, and that account becomes the current one', async () => {
    answers['/token'] = [token(START, 's-2')]
    const identity = await signedIn()
    answers['/get-session'] = [reply({ user: bob })]
    await expect(identity.getToken()).rejects.toThrow(/^user is null$/)
    expect(identity.currentUser()?.subject).toBe('s-2')
    expect(await identity.getToken()).toContain('.')
  })
})

describe('signing in and out', () => {
  it('sends the credentials and sets the user', async () => {
    answers['/get-session'] = [reply({ user: null })]
    answers['/sign-up/email'] = [reply({ user: alice })]
    const identity = await signedIn()
    const user = await identity.signUpWithPassword({ email: alice.email, password: 'long enough', displayName: 'Alice' })
    expect(requests).toEqual([
      { address: '/identity/sign-up/email', method: 'POST', body: { email: alice.email, password: 'long enough', name: 'Alice' } },
    ])
    expect(identity.currentUser()).toEqual(user)
  })

  it('rejects a sign-in and a sign-up before sending anything while the browser blocks cookies', async () => {
    answers['/get-session'] = [reply({ user: null })]
    answers['/sign-in/email'] = [reply({ user: alice })]
    answers['/sign-up/email'] = [reply({ user: alice })]
    const identity = await signedIn()
    storesCookies = false
    const input = { email: alice.email, password: 'long enough' }
    for (const command of [
      () => identity.signInWithPassword(input),
      () => identity.signUpWithPassword(input),
      () => identity.signInWithPopup('demo'),
    ])
      await expect(command()).rejects.toMatchObject({ code: 'cookies-blocked' })
    expect([requests, identity.currentUser()]).toEqual([[], null])
  })

  it('removes the user and the token on sign-out', async () => {
    answers['/token'] = [token()]
    answers['/sign-out'] = [reply({})]
    const identity = await signedIn()
    await identity.getToken()
    expect(await identity.signOut()).toBeNull()
    expect(identity.currentUser()).toBeNull()
    await expect(identity.getToken()).rejects.toThrow(/^user is null$/)
  })

  it('signing out returns the sign-out page of the issuer', async () => {
    answers['/sign-out'] = [reply({ url: 'https://id.example/sign-out' })]
    expect(await (await signedIn()).signOut()).toBe('https://id.example/sign-out')
  })

  it('signing out while signed out does nothing', async () => {
    answers['/get-session'] = [reply({ user: null })]
    const identity = await signedIn()
    await identity.signOut()
    expect(requests).toEqual([])
  })

  it('rejects and keeps the user when sign-out has no connection, since the session still exists', async () => {
    answers['/sign-out'] = [noResponse]
    const identity = await signedIn()
    await expect(identity.signOut()).rejects.toMatchObject({ code: 'network-request-failed' })
    expect(identity.currentUser()?.subject).toBe('s-1')
  })

  it.each([
    [401, { code: 'INVALID_EMAIL_OR_PASSWORD' }, 'invalid-credentials'],
    [400, { code: 'sign_up_rejected' }, 'sign-up-rejected'],
    [400, { code: 'invalid_input', errors: [{ field: 'email', message: 'x' }] }, 'invalid-email'],
    [400, { code: 'invalid_input', errors: [{ field: 'name', message: 'x' }] }, 'internal'],
    [400, { code: 'PASSWORD_TOO_SHORT' }, 'password-does-not-meet-requirements'],
    [403, { code: 'INVALID_ORIGIN' }, 'unauthorized-domain'],
    [403, { code: 'BANNED_USER' }, 'account-disabled'],
    [429, { message: 'Too many requests.' }, 'too-many-requests'],
    [500, {}, 'network-request-failed'],
    [418, { code: 'SOMETHING_NEW' }, 'internal'],
  ])('maps the error %i %j to %s', async (status, body, code) => {
    answers['/sign-up/email'] = [reply(body, status)]
    const failing = (await provider()).signUpWithPassword({ email: 'a', password: 'b' })
    await expect(failing).rejects.toBeInstanceOf(IdentityError)
    await expect(failing).rejects.toMatchObject({ code })
  })

  it('returns the policy rules that a password breaks', async () => {
    const identity = await provider()
    expect(await identity.checkPassword('short')).toEqual({ ok: false, missing: ['min_length'] })
    expect(await identity.checkPassword('x'.repeat(21))).toEqual({ ok: false, missing: ['max_length'] })
    expect(await identity.checkPassword('long enough')).toEqual({ ok: true, missing: [] })
    answers['/sign-up/email'] = [reply({ code: 'PASSWORD_TOO_LONG' }, 400)]
    await expect(identity.signUpWithPassword({ email: 'a@b.c', password: 'x' })).rejects.toMatchObject({ missing: ['max_length'] })
  })
})

it('has a distinct message for every error', () => {
  const sentences = Object.values(identityErrors).map(({ message }) => message)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(new Set(Object.values(identityErrors).map(({ id }) => id)).size).toBe(sentences.length)
  expect(sentences.every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true)
})

it('a canceled passkey suggestion aborts its request, which would replace the challenge of the next one', async () => {
  answers['/passkey/generate-authenticate-options'] = [() => new Promise<never>(() => {})]
  const identity = await provider()
  const suggestion = new AbortController()
  void (await identity.passkeys()).signIn({ isSuggestion: true, signal: suggestion.signal })
  await nextTurn()
  expect(ended).toEqual([])
  suggestion.abort()
  expect(ended).toEqual(['/passkey/generate-authenticate-options'])
})
