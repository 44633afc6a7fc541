import { beforeEach, describe, expect, test } from 'vitest'
import { identityWorld } from '#tests/kit/identity.ts'
import { createIdentity } from '../identity.service.ts'
import { setUpIdentity, world } from '#tests/kit/identity-world.ts'

const requestLimits = { signIn: 5, signUp: 30, windowSeconds: 60 }
setUpIdentity({ requestLimits })
beforeEach(() => world.empty())

const EMAIL = 'alice@example.org'
const PASSWORD = 'correct horse'

const guess = (address: string, headers: Record<string, string> = {}) =>
  world.browser(address).call('POST', '/identity/sign-in/email', { body: { email: EMAIL, password: 'a wrong guess' }, headers })

describe('signing up and in', () => {
  test('a new account is signed in at once, and the session is found again', async () => {
    const browser = world.browser()
    const response = await browser.signUp(EMAIL)
    const user = { id: expect.any(String), email: EMAIL, emailVerified: false, name: '' }
    expect([response.statusCode, response.json()]).toEqual([200, { user }])
    expect((await browser.call('GET', '/identity/get-session')).json()).toEqual({ user })
  })

  test('the start of a page gets session and token in one response that no cache stores', async () => {
    const browser = world.browser()
    expect((await browser.call('GET', '/identity/start?page=/chat')).json()).toEqual({ user: null })
    await browser.signUp(EMAIL)
    const response = await browser.call('GET', '/identity/start?page=/chat')
    const { user, token, answers } = response.json<{ user: { email: string }; token: string; answers: unknown }>()
    expect([user.email, answers, response.headers['cache-control']]).toEqual([EMAIL, {}, 'no-store'])
    expect((await browser.call('GET', '/app/auth/check-user-exist', { token })).statusCode).toBe(200)
  })

  test('a page of another site cannot start a visit', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    const start = (headers: Record<string, string>) => browser.call('GET', '/identity/start', { headers })
    expect((await start({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await start({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await start({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })

  test('signing out ends the session', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    expect((await browser.signOut()).statusCode).toBe(200)
    expect((await browser.call('GET', '/identity/get-session')).json()).toEqual({ user: null })
    expect((await browser.call('GET', '/identity/token')).json()).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('the cookie is sent to the provider only and is not readable by scripts', async () => {
    const response = await world.browser().signUp(EMAIL)
    const cookies = [response.headers['set-cookie']].flat()
    expect(cookies.map((cookie) => cookie?.split('=')[0])).toEqual([
      'wl.session_token',
      // The cookie of the account, which another account does not replace.
      expect.stringMatching(/^wl\.session_token_multi-\w+$/),
      'wl_device',
    ])
    for (const cookie of cookies.slice(0, 2)) expect(cookie).toMatch(/; Max-Age=2592000; Path=\/identity; HttpOnly; SameSite=Lax$/)
    expect(cookies[2]).toMatch(/^wl_device=[\w.~-]+; Max-Age=31536000; Path=\/identity; HttpOnly; SameSite=Lax$/)
  })

  test('at an https address the cookie is sent over https only', async () => {
    const origin = 'https://wavelength.example'
    const { db, bus, clock, log, outbox: mailer } = world
    const rest = { secret: 'x'.repeat(40), hasProfile: async () => false, closeSockets: () => undefined }
    const identity = createIdentity({ db, bus, clock, log, origin, mailer, ...rest })
    const response = await identity.handle(
      new Request(`${origin}/identity/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD, name: '' }),
      }),
    )
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Secure-wl\.session_token=.*; Secure/),
      expect.stringMatching(/^__Secure-wl\.session_token_multi-.*; Secure/),
    ])
  })

  test('the session’s secret is in no response, only in the cookie', async () => {
    const browser = world.browser()
    const signUp = await browser.signUp(EMAIL)
    const secret = signUp.cookies[0]?.value.split('.')[0] ?? ''
    expect(secret.length).toBeGreaterThan(20)
    const responses = [
      signUp,
      await browser.signIn(EMAIL),
      await browser.call('GET', '/identity/get-session'),
      await browser.call('GET', '/identity/token'),
    ]
    for (const response of responses) {
      expect(response.body).not.toContain(secret)
      expect(JSON.stringify({ ...response.headers, 'set-cookie': '' })).not.toMatch(/set-auth|eyJ/)
      expect(response.headers['cache-control']).toBe('no-store')
    }
  })

  test('a wrong password and an unknown account give identical answers', async () => {
    await world.browser().signUp(EMAIL)
    const wrong = await world.browser().signIn(EMAIL, 'wrong password')
    const unknown = await world.browser().signIn('nobody@example.org', 'wrong password')
    expect([wrong.statusCode, wrong.json()]).toEqual([401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: expect.any(String) }])
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  })

  test.each([
    ['seven77', 'password_too_short'],
    ['x'.repeat(129), 'password_too_long'],
    ['Password123', 'password_too_common'],
    ['wavelength-2026', 'password_too_common'],
    ['alice.1234', 'password_too_common'],
  ])('the password policy holds on the server: %.10s', async (password, code) => {
    const response = await world.browser().signUp(EMAIL, password)
    expect([response.statusCode, response.json()]).toMatchObject([400, { code, title: expect.any(String) }])
  })

  test('an address has one account, however it is written: with its password a sign-up is a sign-in', async () => {
    const first = await world.browser().signUp(EMAIL)
    const repeated = await world.browser().signUp('Alice@Example.org')
    expect([repeated.statusCode, repeated.json()]).toEqual([200, first.json()])
  })

  test('with a different password a sign-up never reveals that the address has an account', async () => {
    await world.browser().signUp(EMAIL)
    for (let index = 0; index < 15; index++) {
      const response = await world.browser(`192.0.2.${index + 1}`).signUp(EMAIL, `wrong-password-${index}-of-theirs`)
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: 'sign_up_rejected', title: expect.not.stringContaining('exist') },
      ])
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('many simultaneous sign-ups with one address create one account', async () => {
    // Rejections of earlier tests are cached for the default address.
    const responses = await Promise.all(Array.from({ length: 5 }, () => world.browser().signUp('many@example.org')))
    const ids = responses.map((answer) => answer.json<{ user: { id: string } }>().user.id)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('other endpoints of the provider do not exist here', () => {
  test.each([
    ['GET', '/identity/ok'],
    ['GET', '/identity/jwks'],
    ['GET', '/identity/error'],
    ['POST', '/identity/update-user'],
    ['POST', '/identity/delete-user'],
    ['POST', '/identity/link-social'],
    ['POST', '/identity/request-password-reset'],
    ['GET', '/identity/list-sessions'],
    ['GET', '/identity//token'],
    ['GET', '/identity/sign-out/../token/'],
    ['HEAD', '/identity/token'],
  ] as const)('%s %s', async (method, url) => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    expect((await browser.call(method, url, method === 'POST' ? { body: {} } : {})).statusCode).toBe(404)
  })

  test('fields that a sign-up must not set are not passed on', async () => {
    const browser = world.browser()
    const body = {
      email: EMAIL,
      password: PASSWORD,
      name: 'A',
      image: 'https://evil.example/x.png',
      emailVerified: true,
      callbackURL: '//evil.example',
    }
    const response = await browser.call('POST', '/identity/sign-up/email', { body })
    expect([response.statusCode, response.headers.location, response.json()]).toMatchObject([
      200,
      undefined,
      { user: { emailVerified: false } },
    ])
  })
})

describe('other sites', () => {
  test('A42: a form of another site can’t sign a user in or out', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const responses = [
        await browser.call('POST', '/identity/sign-in/email', { body, headers: { 'content-type': type } }),
        await browser.call('POST', '/identity/sign-out', { body: '{}', headers: { 'content-type': type } }),
      ]
      expect(responses.map((answer) => answer.statusCode)).toEqual([415, 415])
    }
    expect(await browser.token()).toBeTruthy()
  })

  test.each([['https://evil.example'], ['null'], ['http://127.0.0.1:8000.evil.example']])(
    'a session can’t be used from the page %s',
    async (origin) => {
      const browser = world.browser()
      await browser.signUp(EMAIL)
      const response = await browser.call('POST', '/identity/sign-out', { body: {}, headers: { origin } })
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([403, expect.stringMatching(/ORIGIN/)])
      expect(await browser.token()).toBeTruthy()
    },
  )

  test('no response allows them', async () => {
    const response = await world.browser().call('GET', '/identity/get-session', { headers: { origin: 'https://evil.example' } })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('guessing', () => {
  test('counts an IPv6 network as one address', async () => {
    const codes = []
    for (let index = 0; index < 7; index++)
      codes.push((await world.browser(`2001:db8:1:2::${index + 1}`).signIn(`line-${index}@example.org`)).statusCode)
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await world.browser('2001:db8:1:3::1').signIn(EMAIL)).statusCode).toBe(401)
  })

  test('stops after a few tries from one address, with the time to wait; other addresses are not affected', async () => {
    await world.browser().signUp(EMAIL)
    for (let index = 0; index < requestLimits.signIn; index++) expect((await guess('203.0.113.1')).statusCode).toBe(401)
    const rejected = await guess('203.0.113.1')
    expect([rejected.statusCode, Number(rejected.headers['retry-after'])]).toEqual([429, expect.closeTo(60, -1)])
    expect((await world.browser('203.0.113.2').signIn(EMAIL)).statusCode).toBe(200)
  })

  test.each(['x-forwarded-for', 'x-app-client-ip', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'x-client-ip', 'true-client-ip'])(
    'A43: is not helped by a made-up %s',
    async (header) => {
      const attempts = []
      for (let index = 0; index < requestLimits.signIn + 3; index++)
        attempts.push((await guess('203.0.113.3', { [header]: `198.51.100.${index}` })).statusCode)
      expect(attempts.slice(requestLimits.signIn)).toEqual([429, 429, 429])
    },
  )

  test('does not hash the passwords of rejected attempts', async () => {
    await world.browser().signUp(EMAIL)
    const before = world.calls.passwords
    for (let index = 0; index < requestLimits.signIn + 20; index++) await guess('203.0.113.4')
    expect(world.calls.passwords - before).toBe(requestLimits.signIn)
  })
})

describe('bodies', () => {
  test.each([
    ['no JSON', '{"email":', 400],
    ['null', 'null', 400],
    ['a password that is no text', JSON.stringify({ email: EMAIL, password: { $gt: '' } }), 400],
    ['a list of addresses', JSON.stringify({ email: [EMAIL], password: PASSWORD }), 400],
    ['more than 64 KB', JSON.stringify({ email: EMAIL, password: 'x'.repeat(70_000) }), 413],
  ])('%s is rejected', async (_what, body, status) => {
    const response = await world.browser().call('POST', '/identity/sign-in/email', { body })
    expect([response.statusCode, response.headers['content-type']]).toEqual([status, expect.stringContaining('application/problem+json')])
  })
})

test('a different Host header does not change the address that the provider uses', async () => {
  const response = await world.app.inject({ method: 'GET', url: '/identity/get-session', headers: { host: 'evil.example' } })
  expect(response.statusCode).toBe(421)
})

test('no session is reported as signed out while the database is down', async () => {
  const withOutage = await identityWorld()
  const browser = withOutage.browser()
  await browser.signUp(EMAIL)
  await withOutage.loseDatabase()
  const responses = [
    await browser.call('GET', '/identity/get-session'),
    await browser.call('GET', '/identity/token'),
    await browser.signIn(EMAIL),
    await browser.signUp('bob@example.org'),
    await browser.signOut(),
  ]
  expect(responses.map((answer) => [answer.statusCode >= 500, answer.headers['content-type']])).toEqual(
    responses.map(() => [true, expect.stringContaining('application/problem+json')]),
  )
  await withOutage.close()
})

test('every sign-in is logged, successful or not, without a name', async () => {
  const browser = world.browser()
  const signUp = await browser.signUp(EMAIL)
  const { id: subject } = signUp.json<{ user: { id: string } }>().user
  await browser.signIn(EMAIL, 'a wrong guess')
  await browser.signIn(EMAIL)
  await browser.signOut()
  const logged = world.logged.map(
    (line) => JSON.parse(line) as { msg: string; endpoint?: string; outcome?: string; subject?: string; level: number },
  )
  expect(
    logged
      .filter(({ msg }) => msg === 'auth request handled')
      .map(({ endpoint, outcome, subject: whom, level }) => [endpoint, outcome, whom, level]),
  ).toEqual([
    ['/sign-up/email', 'done', subject, 30],
    ['/sign-in/email', 'INVALID_EMAIL_OR_PASSWORD', undefined, 30],
    ['/sign-in/email', 'done', subject, 30],
    ['/sign-out', 'done', undefined, 30],
  ])
  expect(world.logged.join('')).not.toContain(EMAIL)
})

test('neither passwords nor cookies nor tokens reach the log', async () => {
  const browser = world.browser()
  const cookie = (await browser.signUp(EMAIL)).cookies[0]?.value ?? ''
  await browser.signIn(EMAIL, 'a wrong guess')
  const token = await browser.token()
  await world.identity.authenticate(`${token}x`).catch(() => undefined)
  const everything = world.logged.join('\n')
  for (const secret of [PASSWORD, 'a wrong guess', cookie, token]) expect(everything).not.toContain(secret)
})
