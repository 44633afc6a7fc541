import { beforeEach, describe, expect, test } from 'vitest'
import { setUpIdentity, world, type Browser, codeOf } from '#tests/kit/identity-world.ts'

setUpIdentity()
beforeEach(() => world.empty())

const EMAIL = 'alice@example.org'
const PASSWORD = 'correct horse'
const NEW = 'another good one'

async function signedUp(email = EMAIL) {
  const browser = world.browser()
  await browser.signUp(email, PASSWORD)
  return browser
}
const sessionUser = async (browser: Browser) =>
  (await browser.call('GET', '/identity/get-session')).json().user as { email: string; emailVerified: boolean } | null
const signsIn = async (email: string, password: string) => (await world.browser().signIn(email, password)).statusCode === 200
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
/** Five minutes and a second later, with a fresh token of the same sign-in. */
const later = () => world.clock.pass(301_000)

describe('a new password by email', () => {
  async function askReset(email = EMAIL) {
    await world.browser().post('/password/forgot', { email })
    return world.lastLink()
  }
  const reset = (code: string, password = NEW) => world.browser().post('/password/reset', { code, password })

  test('works once, does not sign in, and ends all sessions of the account at once', async () => {
    const browser = await signedUp()
    const token = await browser.token()
    const { uid } = await world.identity.authenticate(token)
    const { mode, code } = await askReset()
    expect([mode, codeOf(await reset(code)), codeOf(await reset(code, 'a third one..'))]).toEqual([
      'reset-password',
      'done',
      'link_invalid',
    ])
    expect([await signsIn(EMAIL, PASSWORD), await signsIn(EMAIL, NEW), await sessionUser(browser)]).toEqual([false, true, null])
    await expect(world.identity.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(world.closedSockets).toContainEqual({ uid, authTimeMs: null })
    expect(await mailsTo(EMAIL)).toContain('Your password at Wavelength was changed')
  })

  test('gets the same answer for an unknown address, which gets no email', async () => {
    await signedUp()
    const [existing, unknown] = [
      await world.browser().post('/password/forgot', { email: EMAIL }),
      await world.browser().post('/password/forgot', { email: 'nobody@example.org' }),
    ]
    expect([existing.statusCode, existing.body, unknown.statusCode, unknown.body]).toEqual([200, '{}', 200, '{}'])
    expect((await world.mails()).map(({ to }) => to)).toEqual([EMAIL])
  })

  test('can be used only once, even by many requests at the same time', async () => {
    await signedUp()
    const { code } = await askReset()
    const responses = await Promise.all(Array.from({ length: 5 }, (_, index) => reset(code, `password number ${index}`)))
    expect(responses.filter((answer) => codeOf(answer) === 'done')).toHaveLength(1)
    expect(responses.filter((answer) => codeOf(answer) === 'link_invalid')).toHaveLength(4)
  })

  test('that breaks the policy leaves the link valid', async () => {
    await signedUp()
    const { code } = await askReset()
    expect([codeOf(await reset(code, 'short')), codeOf(await reset(code, 'x'.repeat(129))), codeOf(await reset(code))]).toEqual([
      'password_too_short',
      'password_too_long',
      'done',
    ])
  })

  test('invalidates the other links of the account', async () => {
    await signedUp()
    const [first, second] = [await askReset(), await askReset()]
    expect([codeOf(await reset(first.code)), codeOf(await reset(second.code))]).toEqual(['done', 'link_invalid'])
  })

  test('runs out after 15 minutes', async () => {
    await signedUp()
    const { code } = await askReset()
    world.clock.pass(900_000)
    expect(codeOf(await reset(code))).toBe('link_invalid')
  })

  test('sets the first password of a user who signed in only by links', async () => {
    const browser = world.browser()
    await browser.post('/link/send', { email: EMAIL, return_to: '/' })
    await browser.post('/link/complete', { code: (await world.lastLink()).code, email: EMAIL })
    expect((await browser.call('GET', '/identity/account')).json()).toMatchObject({ user: { email: EMAIL }, providers: [] })
    await reset((await askReset()).code)
    expect(await signsIn(EMAIL, NEW)).toBe(true)
  })
})

describe('changing the password', () => {
  test('requires the current password, keeps this device signed in and ends the other sessions', async () => {
    const here = await signedUp()
    const there = world.browser()
    await there.signIn(EMAIL)
    expect(codeOf(await here.post('/password/change', { current: 'not mine....', next: NEW }))).toBe('invalid_credentials')
    expect(codeOf(await here.post('/password/change', { current: PASSWORD, next: NEW }))).toBe('done')
    expect([(await sessionUser(here))?.email, await sessionUser(there), await signsIn(EMAIL, PASSWORD), await signsIn(EMAIL, NEW)]).toEqual(
      [EMAIL, null, false, true],
    )
  })

  test('needs a sign-in, and a password that fits the policy', async () => {
    const browser = await signedUp()
    expect(codeOf(await world.browser().post('/password/change', { current: PASSWORD, next: NEW }))).toBe('unauthenticated')
    expect(codeOf(await browser.post('/password/change', { current: PASSWORD, next: 'short' }))).toBe('password_too_short')
    expect(await signsIn(EMAIL, PASSWORD)).toBe(true)
  })
})

describe('proving the address', () => {
  const askProof = async (browser: Browser) => {
    await browser.post('/email/verify/send')
    return world.lastLink()
  }

  test('works once, from any browser that is signed in as the account', async () => {
    const browser = await signedUp()
    const { mode, code } = await askProof(browser)
    const phone = world.browser()
    await phone.signIn(EMAIL)
    expect([mode, codeOf(await phone.post('/email/verify', { code })), codeOf(await browser.post('/email/verify', { code }))]).toEqual([
      'verify-email',
      'done',
      'link_invalid',
    ])
    expect((await sessionUser(browser))?.emailVerified).toBe(true)
  })

  test('can’t be confirmed by the owner of the address without the account', async () => {
    const mallory = await signedUp()
    const { code } = await askProof(mallory)
    const alice = await signedUp('other@example.org')
    expect([codeOf(await world.browser().post('/email/verify', { code })), codeOf(await alice.post('/email/verify', { code }))]).toEqual([
      'unauthenticated',
      'user_mismatch',
    ])
    expect([(await sessionUser(mallory))?.emailVerified, codeOf(await mallory.post('/email/verify', { code }))]).toEqual([false, 'done'])
  })
})

describe('changing the address', () => {
  const change = (browser: Browser, email: string, password?: string) =>
    browser.post('/email/change', { email, ...(password ? { password } : {}) })
  const confirm = (browser: Browser, code: string) => browser.post('/email/change/confirm', { code })

  test('applies once the new one is confirmed, and the old one gets an email before and after', async () => {
    const browser = await signedUp()
    expect(codeOf(await change(browser, 'New@example.org'))).toBe('done')
    await world.mails()
    const link = await linkTo('new@example.org')
    expect([link.mode, (await sessionUser(browser))?.email]).toEqual(['change-email', EMAIL])
    expect((await confirm(browser, link.code)).json()).toMatchObject({ user: { email: 'new@example.org', emailVerified: true } })
    expect([(await sessionUser(browser))?.email, await signsIn('new@example.org', PASSWORD), await signsIn(EMAIL, PASSWORD)]).toEqual([
      'new@example.org',
      true,
      false,
    ])
    expect(await mailsTo(EMAIL)).toEqual(['Your address at Wavelength is about to change', 'Your address at Wavelength was changed'])
  })

  test('asks for the password once the sign-in is older than 5 minutes', async () => {
    const browser = await signedUp()
    later()
    expect(codeOf(await change(browser, 'new@example.org'))).toBe('recent_sign_in_required')
    expect(codeOf(await change(browser, 'new@example.org', 'not mine....'))).toBe('invalid_credentials')
    expect(codeOf(await change(browser, 'new@example.org', PASSWORD))).toBe('done')
  })

  test('to one that has an account gets the same answer, and its owner gets an email', async () => {
    await signedUp('bob@example.org')
    const browser = await signedUp()
    const [taken, free] = [await change(browser, 'bob@example.org'), await change(browser, 'free@example.org')]
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
    expect(await mailsTo('bob@example.org')).toEqual(['Someone wants to use this address at Wavelength'])
  })

  test('is rejected for an address that another user took in the meantime', async () => {
    const browser = await signedUp()
    await change(browser, 'new@example.org')
    await world.mails()
    const { code } = await linkTo('new@example.org')
    await signedUp('new@example.org')
    expect([codeOf(await confirm(browser, code)), (await sessionUser(browser))?.email]).toEqual(['link_invalid', EMAIL])
  })

  test('can’t be confirmed by the owner of the new address without the account', async () => {
    const mallory = await signedUp('mallory@example.org')
    await change(mallory, EMAIL)
    await world.mails()
    const { code } = await linkTo(EMAIL)
    const alice = await signedUp('other@example.org')
    expect([codeOf(await confirm(world.browser(), code)), codeOf(await confirm(alice, code))]).toEqual(['unauthenticated', 'user_mismatch'])
  })

  test('invalidates links that went to the old address', async () => {
    const browser = await signedUp()
    await world.browser().post('/password/forgot', { email: EMAIL })
    const reset = await world.lastLink()
    await change(browser, 'new@example.org')
    await world.mails()
    await confirm(browser, (await linkTo('new@example.org')).code)
    expect(codeOf(await world.browser().post('/password/reset', { code: reset.code, password: NEW }))).toBe('link_invalid')
  })

  async function linkTo(email: string) {
    const mail = (await world.mails()).findLast(({ to }) => to === email)
    const url = new URL(mail?.text.match(/^http\S+$/m)?.[0] ?? 'http://none')
    return { mode: url.searchParams.get('mode'), code: url.hash.slice(1) }
  }
})

test('the account shows its sign-in methods to its owner alone', async () => {
  const browser = await signedUp()
  expect((await browser.call('GET', '/identity/account')).json()).toEqual({
    user: { id: expect.any(String), email: EMAIL, emailVerified: false, name: '' },
    providers: ['password'],
    recovery_codes_left: null,
  })
  expect((await world.browser().call('GET', '/identity/account')).json()).toEqual({ user: null, providers: [], recovery_codes_left: null })
})
