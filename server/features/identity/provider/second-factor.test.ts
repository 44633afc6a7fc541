import { beforeEach, describe, expect, test } from 'vitest'
import { appCode, keyOf } from '#tests/kit/app-code.ts'
import { setUpIdentity, world, type Browser, codeOf, isIn } from '#tests/kit/identity-world.ts'

setUpIdentity()
beforeEach(() => world.empty())

const EMAIL = 'alice@example.org'
const PASSWORD = 'correct horse'
const CHALLENGE = { user: null, second_factor: true }

/** Alice, signed in, with two-step sign-in. */
async function alice() {
  const browser = world.browser()
  await browser.signUp(EMAIL, PASSWORD)
  const { uri, recovery_codes: codes } = (await browser.post('/two-factor/enable', { password: PASSWORD })).json<{
    uri: string
    recovery_codes: string[]
  }>()
  const confirmed = await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) })
  expect(codeOf(confirmed)).toBe('done')
  return { browser, uri, codes }
}

/** A browser that has sent the password and not yet the code. */
async function challenged(address?: string) {
  const browser = world.browser(address)
  expect((await browser.signIn(EMAIL, PASSWORD)).json()).toEqual(CHALLENGE)
  return browser
}
const account = async (browser: Browser) => (await browser.call('GET', '/identity/account')).json<{ recovery_codes_left: number | null }>()
const wrongCode = (uri: string) => String((Number(appCode(keyOf(uri))) + 1) % 1_000_000).padStart(6, '0')

describe('turning it on', () => {
  test('needs the password, and counts wrong ones like those of a sign-in', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL, PASSWORD)
    expect(codeOf(await browser.post('/two-factor/enable', { password: 'not mine....' }))).toBe('INVALID_PASSWORD')
    expect(codeOf(await world.browser().post('/two-factor/enable', { password: PASSWORD }))).toBe('unauthenticated')
    for (let index = 0; index < 9; index++) await browser.post('/two-factor/enable', { password: 'not mine....' })
    expect(codeOf(await browser.post('/two-factor/enable', { password: PASSWORD }))).toBe('rate_limited')
  })

  test('takes effect only after the first code, keeps the user signed in, and is announced by email', async () => {
    const browser = world.browser()
    await browser.signUp(EMAIL, PASSWORD)
    const { uri } = (await browser.post('/two-factor/enable', { password: PASSWORD })).json<{ uri: string }>()
    expect(await account(browser)).toMatchObject({ recovery_codes_left: null })
    expect((await world.browser().signIn(EMAIL, PASSWORD)).json()).toMatchObject({ user: { email: EMAIL } })
    expect(codeOf(await browser.post('/two-factor/verify-totp', { code: wrongCode(uri) }))).toBe('INVALID_CODE')
    expect(codeOf(await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) }))).toBe('done')
    expect([await isIn(browser), (await account(browser)).recovery_codes_left]).toEqual([true, 10])
    await world.identity.idle()
    expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Two-step sign-in is on for your Wavelength account'])
  })

  test('recovery codes contain no ambiguous letters', async () => {
    const { codes } = await alice()
    expect([codes.length, codes.every((code) => /^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/.test(code))]).toEqual([10, true])
  })
})

describe('A55: a sign-in', () => {
  test('by password ends with the code of the app, and not before', async () => {
    const { uri } = await alice()
    const browser = await challenged()
    expect([await isIn(browser), codeOf(await browser.post('/two-factor/verify-totp', { code: wrongCode(uri) }))]).toEqual([
      false,
      'INVALID_CODE',
    ])
    const done = await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)).replace(/^.../, '$& ') })
    expect([done.json(), await isIn(browser)]).toEqual([{ user: expect.objectContaining({ email: EMAIL }) }, true])
  })

  test('by an emailed link asks for the code, too', async () => {
    const { uri, browser: own } = await alice()
    await own.post('/email/verify/send')
    await own.post('/email/verify', { code: (await world.lastLink()).code })
    const browser = world.browser()
    await browser.post('/link/send', { email: EMAIL, return_to: '/' })
    expect((await browser.post('/link/complete', { code: (await world.lastLink()).code, email: EMAIL })).json()).toEqual(CHALLENGE)
    expect(await isIn(browser)).toBe(false)
    await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) })
    expect(await isIn(browser)).toBe(true)
  })

  test('through the sign-up form with the right password asks for the code, too', async () => {
    await alice()
    const browser = world.browser()
    expect([(await browser.signUp(EMAIL, PASSWORD)).json(), await isIn(browser)]).toEqual([CHALLENGE, false])
  })

  test('with a new password still asks for the code', async () => {
    const { browser: own } = await alice()
    await own.post('/email/verify/send')
    await own.post('/email/verify', { code: (await world.lastLink()).code })
    await world.browser().post('/password/forgot', { email: EMAIL })
    await world.browser().post('/password/reset', { code: (await world.lastLink()).code, password: 'another good one' })
    expect((await world.browser().signIn(EMAIL, 'another good one')).json()).toEqual(CHALLENGE)
  })

  test('with a code but no password is rejected', async () => {
    const { uri } = await alice()
    expect(codeOf(await world.browser().post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) }))).toBe('INVALID_TWO_FACTOR_COOKIE')
  })

  test('restarts after five wrong codes, and pauses the account after ten', async () => {
    const { uri } = await alice()
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const browser = await challenged(address)
      const code = wrongCode(uri)
      for (let index = 0; index < 5; index++) await browser.post('/two-factor/verify-totp', { code })
      expect(codeOf(await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) }))).not.toBe('done')
    }
    const browser = await challenged('192.0.2.3')
    expect((await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) })).statusCode).toBe(429)
  })
})

describe('a trusted browser', () => {
  async function trusted() {
    const { uri, browser: own } = await alice()
    const browser = await challenged()
    await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)), trust_browser: true })
    await browser.signOut()
    return { browser, own }
  }

  test('is not asked for a code again; others are', async () => {
    const { browser } = await trusted()
    expect((await browser.signIn(EMAIL, PASSWORD)).json()).toMatchObject({ user: { email: EMAIL } })
    await challenged()
  })

  test('is asked for the code again after a new password, or once all others were signed out', async () => {
    const { browser, own } = await trusted()
    const token = await own.token()
    await own.call('POST', '/app/auth/sessions/revoke', { body: { which: 'others' }, token })
    expect((await browser.signIn(EMAIL, PASSWORD)).json()).toEqual(CHALLENGE)
  })
})

describe('recovery codes', () => {
  test('sign in once each, however they are typed, and the account’s owner gets an email', async () => {
    const { codes } = await alice()
    const typed = ` ${codes[0]?.toUpperCase().replace('-', ' ')} `
    const browser = await challenged()
    expect(codeOf(await browser.post('/two-factor/verify-backup-code', { code: typed }))).toBe('done')
    expect([await isIn(browser), (await account(browser)).recovery_codes_left]).toEqual([true, 9])
    expect(codeOf(await (await challenged()).post('/two-factor/verify-backup-code', { code: typed }))).toBe('INVALID_BACKUP_CODE')
    await world.identity.idle()
    expect((await world.mails()).map(({ subject }) => subject)).toContain('A recovery code of your Wavelength account was used')
  })

  test('are replaced with the password, and the old ones end', async () => {
    const { browser, codes } = await alice()
    expect(codeOf(await browser.post('/two-factor/generate-backup-codes', { password: 'not mine....' }))).toBe('INVALID_PASSWORD')
    const next = (await browser.post('/two-factor/generate-backup-codes', { password: PASSWORD })).json<{ recovery_codes: string[] }>()
    expect(next.recovery_codes).toHaveLength(10)
    const challenge = await challenged()
    expect(codeOf(await challenge.post('/two-factor/verify-backup-code', { code: codes[0] }))).toBe('INVALID_BACKUP_CODE')
    expect(codeOf(await challenge.post('/two-factor/verify-backup-code', { code: next.recovery_codes[0] }))).toBe('done')
  })
})

describe('turning it off', () => {
  test('needs the password, and later sign-ins need no code', async () => {
    const { browser } = await alice()
    expect(codeOf(await browser.post('/two-factor/disable', { password: 'not mine....' }))).toBe('INVALID_PASSWORD')
    expect((await browser.post('/two-factor/disable', { password: PASSWORD })).json()).toEqual({})
    expect([await isIn(browser), (await account(browser)).recovery_codes_left]).toEqual([true, null])
    expect((await world.browser().signIn(EMAIL, PASSWORD)).json()).toMatchObject({ user: { email: EMAIL } })
  })

  test('also happens when the owner of an unverified address takes the account over', async () => {
    await alice()
    const owner = world.browser()
    await owner.post('/link/send', { email: EMAIL, return_to: '/' })
    const done = await owner.post('/link/complete', { code: (await world.lastLink()).code, email: EMAIL })
    expect([done.json(), (await account(owner)).recovery_codes_left]).toEqual([
      { user: expect.objectContaining({ emailVerified: true }) },
      null,
    ])
  })
})

test('an account’s export shows that it is on, and the deletion removes all its data', async () => {
  const { browser, uri } = await alice()
  const trusting = await challenged()
  await trusting.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)), trust_browser: true })
  const { uid } = await world.identity.authenticate(await browser.token())
  expect(await world.identity.deletion.describe(uid)).toMatchObject({ has_second_factor: true })
  await world.identity.deletion.remove(uid, [])
  const tables = world.db.withTables<{ twoFactor: object; verification: { identifier: string } }>().withSchema('identity')
  const verification = await tables.selectFrom('verification').select('identifier').where('identifier', 'like', 'trust-%').execute()
  expect([await tables.selectFrom('twoFactor').selectAll().execute(), verification]).toEqual([[], []])
})
