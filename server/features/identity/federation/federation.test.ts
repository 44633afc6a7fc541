import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { type FakeOidcIssuer, startFakeOidcIssuer } from '#sandbox/oidc/oidc.fake.ts'
import { identityWorld, type IdentityWorld, ORIGIN } from '#tests/kit/identity.ts'
import type { FederatedIssuer } from './federation.ts'
import { type Browser } from '#tests/kit/identity-world.ts'

const FLOW = 'flow-of-this-window'
const client = { clientId: 'wave', clientSecret: 'a secret of the issuer' }
let issuer: FakeOidcIssuer
let thin: FakeOidcIssuer
let world: IdentityWorld

const startIssuer = (thinTokens: boolean) =>
  startFakeOidcIssuer({ host: '127.0.0.1', port: 0, redirectOrigins: [ORIGIN], thinTokens, ...client })

const federated = (): FederatedIssuer => ({ id: 'oidc', name: 'Example ID', issuer: issuer.origin, ...client })

beforeAll(async () => {
  ;[issuer, thin] = await Promise.all([startIssuer(false), startIssuer(true)])
  world = await identityWorld({ federated: [federated()] })
})
beforeEach(async () => {
  issuer.stopFailing()
  await world.empty()
})
afterAll(async () => {
  await Promise.all([issuer.close(), thin.close()])
  await world.close()
})

const callback = (search: string) => new URL(`${ORIGIN}/identity/callback/oidc${search}`)
const body = { provider: 'oidc', flow: FLOW }
/** The status of an attempt to start. */
const begins = async (input: object, headers: Record<string, string> = {}) =>
  (await world.browser().call('POST', '/identity/sign-in/social', { body: input, headers })).statusCode

/** Starts like the waiting page. @returns the address of the issuer */
async function begin(browser: Browser, more: Record<string, unknown> = {}): Promise<string> {
  const response = await browser.call('POST', '/identity/sign-in/social', { body: { provider: 'oidc', flow: FLOW, ...more } })
  expect([response.statusCode, response.json()]).toEqual([200, { url: expect.stringContaining('/authorize?') }])
  return response.json<{ url: string }>().url
}

/** Completes the flow as the popup does. @returns the parameters of the final page */
async function returnFromIssuer(browser: Browser, back: URL) {
  const response = await browser.call('GET', `${back.pathname}${back.search}`)
  const next = new URL(response.headers.location ?? '', ORIGIN)
  expect([response.statusCode, next.origin, next.pathname]).toEqual([303, ORIGIN, '/identity/done'])
  return { flow: next.searchParams.get('flow'), error: next.searchParams.get('error'), answer: response }
}

async function signIn(login: string, { browser = world.browser(), subject }: { browser?: Browser; subject?: string } = {}) {
  const back = await logInAt(await begin(browser, subject === undefined ? {} : { subject }), login)
  return { browser, ...(await returnFromIssuer(browser, back)) }
}
const session = async (browser: Browser) => (await browser.call('GET', '/identity/get-session')).json<{ user: { id: string } | null }>()
const subjectAt = async (browser: Browser) => (await session(browser)).user?.id ?? null

describe('signing in through another issuer', () => {
  test('creates an account at the first sign-in, and finds it at the next one', async () => {
    const first = await signIn('robin')
    expect([first.flow, first.error]).toEqual([FLOW, null])
    expect(await session(first.browser)).toEqual({
      user: { id: expect.any(String), email: 'robin@oidc.test', emailVerified: true, name: 'Robin Vega' },
    })
    const repeated = await signIn('robin')
    expect(await subjectAt(repeated.browser)).toBe(await subjectAt(first.browser))
    const { uid } = await world.identity.authenticate(await first.browser.token())
    expect((await world.identity.authenticate(await repeated.browser.token())).uid).toBe(uid)
  })

  test('requests only the identity, with PKCE, a nonce and a state', async () => {
    const parameters = Object.fromEntries(new URL(await begin(world.browser())).searchParams)
    expect(parameters).toEqual({
      client_id: 'wave',
      response_type: 'code',
      redirect_uri: `${ORIGIN}/identity/callback/oidc`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test('stores no token of the issuer', async () => {
    await signIn('robin')
    const rows = await world.db
      .withTables<{ account: Record<string, unknown> }>()
      .withSchema('identity')
      .selectFrom('account')
      .selectAll()
      .execute()
    expect(rows).toEqual([
      expect.objectContaining({
        providerId: 'oidc',
        accountId: `${issuer.origin} oidc-robin`,
        accessToken: null,
        refreshToken: null,
        idToken: null,
      }),
    ])
  })

  test('an address that the issuer has not verified stays unverified here', async () => {
    const { browser } = await signIn('unverified')
    expect(await session(browser)).toMatchObject({ user: { emailVerified: false } })
  })

  test('needs an address', async () => {
    const { browser, error } = await signIn('secretive')
    expect([error, await subjectAt(browser)]).toEqual(['email_not_found', null])
  })

  test('ends the earlier sign-in of the same account at this browser, and keeps another account signed in', async () => {
    const browser = world.browser()
    await browser.signUp('alice@example.org')
    const alice = await browser.token()
    await signIn('robin', { browser })
    const before = await browser.token()
    await signIn('robin', { browser })
    await expect(world.identity.authenticate(before)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await world.identity.authenticate(alice)).toMatchObject({ uid: expect.any(String) })
  })

  test('reads the address from userinfo where the token has none', async () => {
    const other = await identityWorld({ federated: [{ ...federated(), issuer: thin.origin }] })
    const browser = other.browser()
    await returnFromIssuer(browser, await logInAt(await begin(browser), 'noor'))
    expect(await session(browser)).toMatchObject({ user: { email: 'noor@oidc.test', emailVerified: true, name: 'Noor Haddad' } })
    await other.close()
  })
})

describe('an address that has an account here', () => {
  const email = 'alice@example.org'

  test('that is unverified is not linked: it may belong to another user', async () => {
    await world.browser().signUp(email)
    const { browser, error } = await signIn(email)
    expect([error, await subjectAt(browser)]).toEqual(['account_not_linked', null])
  })

  test('that is verified gets another sign-in method', async () => {
    const first = world.browser()
    await first.signUp(email)
    await first.call('POST', '/identity/email/verify/send', { body: {} })
    const { code } = await world.lastLink()
    await first.call('POST', '/identity/email/verify', { body: { code } })
    const { browser, error } = await signIn(email)
    expect([error, await subjectAt(browser)]).toEqual([null, await subjectAt(first)])
  })
})

describe('confirming the identity with an issuer', () => {
  test('works with the same account', async () => {
    const { browser } = await signIn('robin')
    const subject = (await subjectAt(browser)) ?? ''
    const { error } = await signIn('robin', { browser, subject })
    expect([error, await subjectAt(browser)]).toEqual([null, subject])
  })

  test('is rejected for another account, which is not signed in', async () => {
    await signIn('noor')
    const { browser } = await signIn('robin')
    const subject = (await subjectAt(browser)) ?? ''
    const { error } = await signIn('noor', { browser, subject })
    expect([error, await subjectAt(browser)]).toEqual(['USER_MISMATCH', subject])
  })

  test('creates no account', async () => {
    const { browser } = await signIn('robin')
    const { error } = await signIn('noor', { browser, subject: (await subjectAt(browser)) ?? '' })
    const users = await world.db
      .withTables<{ user: { email: string } }>()
      .withSchema('identity')
      .selectFrom('user')
      .select('email')
      .execute()
    expect([error, users]).toEqual(['signup_disabled', [{ email: 'robin@oidc.test' }]])
  })
})

describe('faults of an issuer', () => {
  test('the log says why an issuer rejected a sign-in, without the code or the state', async () => {
    const browser = world.browser()
    const state = new URL(await begin(browser)).searchParams.get('state') ?? ''
    const reason = 'error=invalid_request&error_description=unsupported%20prompt%20value%20requested'
    expect((await returnFromIssuer(browser, callback(`?${reason}&state=${state}`))).error).toBe('invalid_request')
    const lines = world.logged.filter((line) => line.includes('issuer rejected a sign-in'))
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 40, error: 'invalid_request', description: 'unsupported prompt value requested' }),
    ])
    expect(lines.join('\n')).not.toContain(state)
  })

  test.each(['wrong-nonce', 'no-nonce', 'other-key', 'wrong-audience', 'wrong-issuer', 'expired', 'no-id-token'] as const)(
    'rejects a token with %s',
    async (flaw) => {
      issuer.flawNext(flaw)
      const { browser, error } = await signIn('robin')
      expect([error, await subjectAt(browser)]).toEqual(['unable_to_get_user_info', null])
    },
  )

  test('a new key of the issuer is found at most half a minute after the last fetch', async () => {
    await signIn('robin')
    issuer.rotateKey()
    // The library reads the computer's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    const { error } = await signIn('robin').finally(() => vi.useRealTimers())
    expect(error).toBeNull()
  })

  test('a user who cancels is not signed in', async () => {
    const browser = world.browser()
    const { error } = await returnFromIssuer(browser, await logInAt(await begin(browser), 'robin', 'cancel'))
    expect([error, await subjectAt(browser)]).toEqual(['access_denied', null])
  })

  test('no user is signed in when the token endpoint fails', async () => {
    const browser = world.browser()
    const back = await logInAt(await begin(browser), 'robin')
    issuer.failNext({ status: 500, path: '/token' })
    expect((await returnFromIssuer(browser, back)).error).toBe('invalid_code')
  })

  test.each([
    ['is not there', { status: 503 }],
    ['makes no sense', { status: 200, body: '<html>' }],
    ['speaks for another issuer', { status: 200, body: '{"issuer":"https://id.example"}' }],
  ])('a document that %s is 502, and is read again at the next try', async (_what, fault) => {
    const fresh = await identityWorld({ federated: [federated()] })
    issuer.failNext({ ...fault, path: '/.well-known' })
    const rejected = await fresh.browser().call('POST', '/identity/sign-in/social', { body: { provider: 'oidc', flow: FLOW } })
    expect([rejected.statusCode, rejected.json<{ code: string }>().code]).toEqual([502, 'provider_unavailable'])
    await begin(fresh.browser())
    await fresh.close()
  })
})

describe('A32, A33, A34: the callback of an issuer', () => {
  test('is rejected without a state, or with an invented one', async () => {
    const browser = world.browser()
    expect((await returnFromIssuer(browser, callback('?code=x'))).error).toBe('state_not_found')
    expect((await returnFromIssuer(browser, callback('?code=x&state=made-up'))).error).toBe('state_mismatch')
    expect(await subjectAt(browser)).toBeNull()
  })

  test('from another browser’s flow does not sign this browser in', async () => {
    const attacker = await logInAt(await begin(world.browser()), 'noor')
    const mine = world.browser()
    const { error } = await returnFromIssuer(mine, attacker)
    expect([error, await subjectAt(mine)]).toEqual(['state_mismatch', null])
    // This also holds while this browser has started a sign-in.
    await begin(mine)
    expect([(await returnFromIssuer(mine, attacker)).error, await subjectAt(mine)]).toEqual(['state_mismatch', null])
  })

  test('is valid only once', async () => {
    const browser = world.browser()
    const robin = await logInAt(await begin(browser), 'robin')
    await returnFromIssuer(browser, robin)
    await browser.signOut()
    expect([(await returnFromIssuer(browser, robin)).error, await subjectAt(browser)]).toEqual(['state_mismatch', null])
  })

  test('of many at the same time signs in once', async () => {
    const browser = world.browser()
    const robin = await logInAt(await begin(browser), 'robin')
    const responses = await Promise.all(Array.from({ length: 5 }, () => returnFromIssuer(browser, robin)))
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('with a stolen code is rejected: the code belongs to a different PKCE verifier', async () => {
    const stolen = (await logInAt(await begin(world.browser()), 'noor')).searchParams.get('code') ?? ''
    const browser = world.browser()
    const mine = await logInAt(await begin(browser), 'robin')
    mine.searchParams.set('code', stolen)
    expect([(await returnFromIssuer(browser, mine)).error, await subjectAt(browser)]).toEqual(['invalid_code', null])
  })

  test('rejects a token that claims a different issuer', async () => {
    const browser = world.browser()
    const mine = await logInAt(await begin(browser), 'robin')
    mine.searchParams.set('iss', 'https://id.example')
    expect((await returnFromIssuer(browser, mine)).error).toBe('issuer_mismatch')
  })
})

describe('the endpoints of an issuer', () => {
  test('accept pages of our own address only, because the callback returns there', async () => {
    const origins = ['https://evil.example', 'null', 'http://localhost:8000']
    expect(await Promise.all(origins.map((origin) => begins(body, { origin })))).toEqual([403, 403, 403])
  })

  test('accept only the configured issuers', async () => {
    expect(await begins({ ...body, provider: 'google' })).toBe(404)
    expect((await world.browser().call('GET', '/identity/callback/google?code=x&state=y')).statusCode).toBe(404)
  })

  test.each([
    ['no flow', { provider: 'oidc' }],
    ['a flow that is markup', { provider: 'oidc', flow: '"><script>alert(1)</script>' }],
    ['a subject that is none', { ...body, subject: 'x' }],
  ])('rejects %s', async (_what, given) => {
    expect(await begins(given)).toBe(400)
  })

  test('accept no addresses, scopes or tokens from a page', async () => {
    const url = await begin(world.browser(), {
      callbackURL: 'https://evil.example',
      scopes: ['drive'],
      idToken: { token: 'x' },
      additionalParams: { prompt: 'none' },
      additionalData: { expected: 'x' },
      loginHint: 'x',
    })
    expect([url.includes('evil'), url.includes('drive'), url.includes('login_hint'), url.includes('prompt=none')]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('are listed for the sign-in pages', async () => {
    expect((await world.browser().call('GET', '/app/public/offer')).json()).toMatchObject({
      identity: { methods: expect.arrayContaining(['password', 'popup']), popup: [{ id: 'oidc', name: 'Example ID' }] },
    })
  })
})

describe('the last page of the sign-in window', () => {
  test('renders nothing from its URL, runs no inline script, and keeps its opener', async () => {
    const response = await world.browser().call('GET', `/identity/done?flow=${FLOW}&error=<script>alert(1)</script>`)
    const policy = String(response.headers['content-security-policy'])
    expect([response.statusCode, response.headers['content-type'], response.headers['cross-origin-opener-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'unsafe-none',
    ])
    expect(response.body).not.toMatch(/alert|flow-of/)
    expect(response.body.match(/<script[^>]*>/g)).toEqual(['<script src="/identity/done.js" defer>'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(response.body.match(/nonce="([^"]+)"/)?.[1] ?? 'no nonce')
  })

  test('has the language of the page that opened it, not that of the browser', async () => {
    const browser = world.browser()
    const headers = { 'accept-language': 'ar' }
    const { url } = (await browser.call('POST', '/identity/sign-in/social', { body, headers })).json<{ url: string }>()
    const { answer } = await returnFromIssuer(browser, await logInAt(url, 'mira'))
    const done = new URL(answer.headers.location ?? '', ORIGIN)
    const page = await browser.call('GET', `${done.pathname}${done.search}`, { headers: { 'accept-language': 'de' } })
    const unknown = await browser.call('GET', `/identity/done?flow=${FLOW}&language=x&language=y`, { headers: { 'accept-language': 'de' } })
    expect([page.body, unknown.body].map((text) => /<html [^>]*>/.exec(text)?.[0])).toEqual([
      '<html lang="ar" dir="rtl">',
      '<html lang="de" dir="ltr">',
    ])
  })

  test('loads its script from its own file', async () => {
    const response = await world.browser().call('GET', '/identity/done.js')
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      expect.stringContaining('BroadcastChannel'),
    ])
  })
})

test('with a different provider, the endpoints of the built-in one don’t exist', async () => {
  const other = await identityWorld({ capabilities: { ...world.identity.capabilities, kind: 'firebase' }, federated: [federated()] })
  const paths = ['/identity/get-session', '/identity/done', '/identity/account']
  const responses = await Promise.all(paths.map((path) => other.browser().call('GET', path)))
  expect([...responses.map(({ statusCode }) => statusCode), (await other.browser().signUp('alice@example.org')).statusCode]).toEqual([
    404, 404, 404, 404,
  ])
  await other.close()
})
