import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld, type MailedLink, tally, verdict } from '#tests/kit/identity.ts'
import { type Browser } from '#tests/kit/identity-world.ts'

let world: IdentityWorld
/** The same with real mailboxes: there, an emailed link completes the sign-up. */
let mailed: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
  mailed = await identityWorld({ mail: 'real' })
})
beforeEach(async () => {
  await world.empty()
  await mailed.empty()
})
afterAll(async () => {
  await world.close()
  await mailed.close()
})

const EMAIL = 'alice@example.org'
const PASSWORD = 'correct horse'

async function askLink(browser: Browser, email = EMAIL, returnTo = '/'): Promise<MailedLink> {
  await browser.post('/link/send', { email, return_to: returnTo })
  return world.lastLink()
}
const complete = (browser: Browser, { code }: MailedLink, more: object = {}) =>
  browser.post('/link/complete', { code, email: EMAIL, ...more })
const sessionUser = async (browser: Browser) => (await browser.call('GET', '/identity/get-session')).json().user as { email: string } | null

describe('an email to a new user', () => {
  test.each([
    ['de-DE,de;q=0.9', 'Schließ deine Registrierung bei Wavelength ab', 'Dein Anmeldelink für Wavelength'],
    ['es', 'Termina tu registro en Wavelength', 'Tu enlace de inicio de sesión en Wavelength'],
    ['fr', 'Finish signing up for Wavelength', 'Your sign-in link for Wavelength'],
  ])('is written in the language that the page asks for: %s', async (language, signUp, link) => {
    const headers = { 'accept-language': language }
    const browser = mailed.browser()
    await browser.call('POST', '/identity/sign-up/email', { body: { email: EMAIL, password: PASSWORD, name: '' }, headers })
    await browser.call('POST', '/identity/link/send', { body: { email: 'ben@example.org', return_to: '/' }, headers })
    const subjects = (await mailed.mails()).map(({ subject }) => subject)
    expect(new Set(subjects)).toEqual(new Set([signUp, link]))
  })
})

describe('a sign-in link', () => {
  test('signs in a new user with a verified address, and returns to the requested page', async () => {
    const browser = world.browser()
    const link = await askLink(browser, EMAIL, '/chat?with=mira&a=b')
    expect([link.to, link.mode, link.returnTo, link.code.length]).toEqual([EMAIL, 'link', '/chat?with=mira&a=b', 43])
    const response = await complete(browser, link)
    const user = { id: expect.any(String), email: EMAIL, emailVerified: true, name: '' }
    expect([response.statusCode, response.json(), await sessionUser(browser)]).toEqual([200, { user }, user])
    expect((await world.identity.authenticate(await browser.token())).uid).toBeTruthy()
  })

  test('signs an existing user in to the same account', async () => {
    const first = world.browser()
    await complete(first, await askLink(first))
    const second = world.browser()
    await complete(second, await askLink(second, 'Alice@Example.org'))
    const uids = [await first.token(), await second.token()].map(async (token) => (await world.identity.authenticate(token)).uid)
    expect(new Set(await Promise.all(uids)).size).toBe(1)
  })

  test('gives the same answer for known and unknown addresses', async () => {
    await world.browser().signUp(EMAIL)
    const existing = await world.browser().post('/link/send', { email: EMAIL, return_to: '/' })
    const unknown = await world.browser().post('/link/send', { email: 'nobody@example.org', return_to: '/' })
    expect([existing.statusCode, existing.body]).toEqual([200, '{}'])
    expect([unknown.statusCode, unknown.body, unknown.cookies.length]).toEqual([
      existing.statusCode,
      existing.body,
      existing.cookies.length,
    ])
  })

  test('is answered before any lookup or email, so the time reveals nothing about an account', async () => {
    const gate = Promise.withResolvers<void>()
    const slowMail = await identityWorld({ mailGate: gate.promise })
    await slowMail.browser().signUp(EMAIL)
    const responses = [
      await slowMail.browser().post('/link/send', { email: EMAIL, return_to: '/' }),
      await slowMail.browser().post('/password/forgot', { email: EMAIL }),
      await slowMail.browser().post('/password/forgot', { email: 'nobody@example.org' }),
    ]
    expect([responses.map(({ statusCode, body }) => `${statusCode} ${body}`), (await slowMail.outbox.latest()).length]).toEqual([
      Array(3).fill('200 {}'),
      0,
    ])
    gate.resolve()
    expect((await slowMail.mails()).map(({ to }) => to)).toEqual([EMAIL, EMAIL])
    await slowMail.close()
  })

  test('is consumed by only one of many simultaneous requests', async () => {
    const browser = world.browser()
    const link = await askLink(browser)
    const responses = await Promise.all(Array.from({ length: 10 }, () => complete(browser, link)))
    expect(tally(responses.map(verdict))).toEqual({ link_invalid: 9, 'signed in': 1 })
    const people = await world.db.withTables<{ user: { id: string } }>().withSchema('identity').selectFrom('user').select('id').execute()
    expect(people).toHaveLength(1)
  })

  test('stays valid after GET requests, for example of a link scanner', async () => {
    const browser = world.browser()
    const link = await askLink(browser)
    const { pathname, search } = new URL(link.url)
    for (const address of [`${pathname}${search}`, `/identity/link/complete?code=${link.code}&email=${EMAIL}`]) {
      for (const method of ['GET', 'HEAD'] as const) expect((await world.browser().call(method, address)).statusCode).toBe(404)
    }
    expect(verdict(await complete(browser, link))).toBe('signed in')
  })

  test('stays valid after a wrong address, and expires after five', async () => {
    const browser = world.browser()
    const link = await askLink(browser)
    const tryWrongAddress = () => complete(browser, link, { email: 'mallory@example.org' }).then(verdict)
    expect([await tryWrongAddress(), await tryWrongAddress(), await tryWrongAddress(), await tryWrongAddress()]).toEqual(
      Array(4).fill('link_email_mismatch'),
    )
    const other = await askLink(browser)
    expect([verdict(await complete(browser, other)), await tryWrongAddress(), verdict(await complete(browser, link))]).toEqual([
      'signed in',
      'link_email_mismatch',
      'link_invalid',
    ])
  })

  test('a link requested on another device needs a confirmation before it works', async () => {
    const link = await askLink(world.browser())
    const phone = world.browser()
    expect([verdict(await complete(phone, link)), await sessionUser(phone)]).toEqual(['link_other_device', null])
    expect(verdict(await complete(phone, link, { other_device: true }))).toBe('signed in')
  })

  test('is not accepted with a made-up device', async () => {
    const laptop = world.browser()
    const link = await askLink(laptop)
    const [, id = ''] = /wl_device=([^.]+)/.exec(laptop.cookieFor('/identity/link')) ?? []
    const forged = await world.browser().call('POST', '/identity/link/complete', {
      body: { code: link.code, email: EMAIL },
      headers: { cookie: `wl_device=${id}..${'A'.repeat(43)}` },
    })
    expect(verdict(forged)).toBe('link_other_device')
  })

  test('runs out after 15 minutes', async () => {
    const browser = world.browser()
    const [early, late] = [await askLink(browser), await askLink(browser)]
    world.clock.pass(899_000)
    expect(verdict(await complete(browser, early))).toBe('signed in')
    world.clock.pass(1_000)
    expect(verdict(await complete(browser, late))).toBe('link_invalid')
  })

  test('takes an account away from the user who created it with someone else’s address', async () => {
    const mallory = world.browser()
    await mallory.signUp(EMAIL, 'mallory’s choice')
    const token = await mallory.token()
    const alice = world.browser()
    expect(verdict(await complete(alice, await askLink(alice)))).toBe('signed in')
    expect([await sessionUser(mallory), (await sessionUser(alice))?.email]).toEqual([null, EMAIL])
    await expect(world.identity.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(verdict(await world.browser().signIn(EMAIL, 'mallory’s choice'))).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('keeps the password of a user whose address was verified before', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    await browser.post('/email/verify/send')
    await browser.post('/email/verify', { code: (await world.lastLink()).code })
    await complete(browser, await askLink(browser))
    expect((await world.browser().signIn(EMAIL)).statusCode).toBe(200)
  })

  test('never redirects to another site', async () => {
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/a\nb', ''])
      expect((await world.browser().post('/link/send', { email: EMAIL, return_to: returnTo })).json()).toMatchObject({
        code: 'invalid_input',
      })
    expect(await world.mails()).toEqual([])
  })

  test('can be used only to sign in', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    const { code } = await askLink(browser)
    const responses = [
      await browser.post('/password/reset', { code, password: 'another one' }),
      await browser.post('/email/verify', { code }),
      await browser.post('/email/change/confirm', { code }),
      await browser.post('/custom-token', { token: code, verifier: code }),
    ]
    expect(responses.map((answer) => answer.json().code)).toEqual(['link_invalid', 'link_invalid', 'link_invalid', 'invalid_custom_token'])
  })

  test('can’t be read from the database, which stores only its hash', async () => {
    const { code } = await askLink(world.browser())
    const rows = await world.db.withTables<{ identity_codes: object }>().selectFrom('identity_codes').selectAll().execute()
    expect([rows.length, JSON.stringify(rows).includes(code)]).toEqual([1, false])
  })
})

describe('other sites', () => {
  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['that hides where it is', { origin: 'null' }],
  ])('A42: a page %s does not use up a link', async (_which, headers) => {
    const browser = world.browser()
    const link = await askLink(browser)
    const response = await browser.call('POST', '/identity/link/complete', { body: { code: link.code, email: EMAIL }, headers })
    expect([response.statusCode, response.headers['set-cookie'], verdict(await complete(browser, link))]).toEqual([
      403,
      undefined,
      'signed in',
    ])
  })

  test('A42: a form of another site is not read', async () => {
    const browser = world.browser()
    const { code } = await askLink(browser)
    const payload = JSON.stringify({ code, email: EMAIL })
    const response = await browser.call('POST', '/identity/link/complete', { body: payload, headers: { 'content-type': 'text/plain' } })
    expect([response.statusCode, await sessionUser(browser)]).toEqual([415, null])
  })
})

test('without email the methods that need it do not exist, and are not listed', async () => {
  const mute = await identityWorld({ mail: 'none' })
  expect([mute.identity.capabilities.methods, mute.identity.capabilities.account]).toEqual([
    ['password', 'passkey', 'custom_token'],
    ['change_password', 'second_factor', 'passkeys', 'list_sessions', 'several_accounts', 'export_data', 'delete_account'],
  ])
  for (const path of ['/link/send', '/link/complete', '/password/forgot', '/email/verify/send', '/email/change', '/sign-up/confirm'])
    expect((await mute.browser().post(path, {})).statusCode).toBe(404)
  await mute.close()
})

describe('signing up where emails reach real inboxes', () => {
  const signUp = (browser: Browser, email = EMAIL) => browser.signUp(email, PASSWORD)
  const confirm = (browser: Browser, code: string, password?: string) =>
    browser.post('/sign-up/confirm', { code, ...(password ? { password } : {}) })

  async function withAccount(email = EMAIL) {
    const browser = mailed.browser()
    await signUp(browser, email)
    await confirm(browser, (await mailed.lastLink()).code)
    return browser
  }

  test('returns the same answer for a new address and an existing account; the email informs the owner', async () => {
    await withAccount()
    const existing = await mailed.browser().signUp(EMAIL, 'a guess of mine')
    const unknown = await mailed.browser().signUp('new@example.org', 'a guess of mine')
    expect([existing.statusCode, existing.json()]).toEqual([200, { user: null }])
    expect([unknown.statusCode, unknown.body]).toEqual([existing.statusCode, existing.body])
    expect(existing.cookies.map(({ name }) => name)).toEqual(unknown.cookies.map(({ name }) => name))
    const mails = (await mailed.mails()).slice(-2)
    expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject]))).toEqual({
      'alice@example.org': 'You already have an account at Wavelength',
      'new@example.org': 'Finish signing up for Wavelength',
    })
    expect((await mailed.browser().signIn(EMAIL, PASSWORD)).statusCode).toBe(200)
    expect((await mailed.browser().signIn(EMAIL, 'a guess of mine')).statusCode).toBe(401)
  })

  test('makes an account only once the link was used, with a verified address and the password chosen', async () => {
    const browser = mailed.browser()
    await signUp(browser)
    const link = await mailed.lastLink()
    expect([link.mode, verdict(await mailed.browser().signIn(EMAIL, PASSWORD)), await sessionUser(browser)]).toEqual([
      'sign-up',
      'INVALID_EMAIL_OR_PASSWORD',
      null,
    ])
    expect((await confirm(browser, link.code)).json()).toMatchObject({ user: { email: EMAIL, emailVerified: true } })
    expect([(await sessionUser(browser))?.email, (await mailed.browser().signIn(EMAIL, PASSWORD)).statusCode]).toEqual([EMAIL, 200])
  })

  test('on another device asks for the password chosen at sign-up, so nobody can choose one for another user', async () => {
    await signUp(mailed.browser())
    const { code } = await mailed.lastLink()
    const phone = mailed.browser()
    expect(verdict(await confirm(phone, code))).toBe('link_other_device')
    expect(verdict(await confirm(phone, code, 'not the one'))).toBe('invalid_credentials')
    expect(verdict(await confirm(phone, code, PASSWORD))).toBe('signed in')
  })

  test('five wrong passwords invalidate the link', async () => {
    const laptop = mailed.browser()
    await signUp(laptop)
    const { code } = await mailed.lastLink()
    for (let index = 0; index < 5; index++)
      expect(verdict(await confirm(mailed.browser(), code, `guess ${index}....`))).toBe('invalid_credentials')
    expect(verdict(await confirm(laptop, code))).toBe('link_invalid')
  })

  test('makes one account when its link is used many times at once, or when there are several links', async () => {
    const browser = mailed.browser()
    await signUp(browser)
    const first = (await mailed.lastLink()).code
    await signUp(browser)
    const second = (await mailed.lastLink()).code
    const responses = await Promise.all([first, first, first, second, second].map((code) => confirm(browser, code)))
    expect(tally(responses.map(verdict))).toEqual({ link_invalid: 4, 'signed in': 1 })
  })

  test('rejects at once a password that breaks the policy', async () => {
    expect((await mailed.browser().signUp(EMAIL, 'short')).json()).toMatchObject({ code: 'password_too_short' })
    expect((await mailed.browser().signUp(EMAIL, 'x'.repeat(129))).json()).toMatchObject({ code: 'password_too_long' })
    expect(await mailed.mails()).toEqual([])
  })
})

describe('signing in once more', () => {
  test('makes the sign-in a recent one; the previous session ends with its tokens and sockets', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    const old = await browser.token()
    const before = await world.identity.authenticate(old)
    expect((await browser.post('/reauthenticate', { password: PASSWORD })).json()).toMatchObject({ user: { email: EMAIL } })
    await expect(world.identity.authenticate(old)).rejects.toMatchObject({ code: 'unauthenticated' })
    const after = await world.identity.authenticate(await browser.token())
    expect([after.uid, after.token.authTimeMs > before.token.authTimeMs]).toEqual([before.uid, true])
    expect(world.closedSockets).toEqual([{ uid: before.uid, authTimeMs: before.token.authTimeMs }])
  })

  test('accepts only the password of this account', async () => {
    await world.browser().signUp('bob@example.org', 'bob’s password')
    const browser = world.browser()
    await browser.signUp(EMAIL)
    const responses = [
      await browser.post('/reauthenticate', { password: 'bob’s password' }),
      await world.browser().post('/reauthenticate', { password: PASSWORD }),
    ]
    expect(responses.map(verdict)).toEqual(['invalid_credentials', 'unauthenticated'])
  })

  test('a sign-in in a browser ends the previous session there', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL)
    const old = await browser.token()
    await browser.signIn(EMAIL)
    await expect(world.identity.authenticate(old)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await sessionUser(browser))?.email).toBe(EMAIL)
  })
})
