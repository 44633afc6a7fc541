import { beforeEach, describe, expect, test } from 'vitest'
import { appCode, keyOf } from '#tests/kit/app-code.ts'
import { MAX_BROWSER_ACCOUNTS } from './browser-accounts.ts'
import { setUpIdentity, world, type Browser, codeOf } from '#tests/kit/identity-world.ts'

setUpIdentity()
beforeEach(() => world.empty())

const PASSWORD = 'correct horse'
const ANNA = 'anna@example.org'
const BEN = 'ben@example.org'
type Listed = { id: string; uid: string | null; email: string; name: string; active: boolean }

const listOf = async (browser: Browser) => (await browser.call('GET', '/identity/accounts')).json<{ accounts: Listed[] }>().accounts
/** The addresses in the list; the active one is marked. */
const accountsOf = async (browser: Browser) => (await listOf(browser)).map(({ email, active }) => (active ? `*${email}` : email))
const idOf = async (browser: Browser, email: string) => (await listOf(browser)).find((account) => account.email === email)?.id ?? ''
const switchTo = async (browser: Browser, email: string) => browser.post('/accounts/switch', { id: await idOf(browser, email) })
const activeIn = async (browser: Browser) =>
  (await browser.call('GET', '/identity/get-session')).json<{ user: { email: string } | null }>().user?.email ?? null
const sessionsOf = async (browser: Browser) =>
  (await browser.call('GET', '/app/auth/sessions', { token: await browser.token() })).json<{ sessions: unknown[] }>().sessions.length

async function signUp(browser: Browser, ...emails: string[]) {
  for (const email of emails) await world.browser().signUp(email, PASSWORD)
  for (const email of emails) await browser.signIn(email, PASSWORD)
}

/** A browser with both accounts. Ben, who signed in last, is active. */
async function annaAndBen() {
  const browser = world.browser()
  await signUp(browser, ANNA, BEN)
  return browser
}

describe('a browser with two accounts', () => {
  test('lists both after the second sign-in, without the secrets of their sessions', async () => {
    const browser = await annaAndBen()
    const list = await listOf(browser)
    expect(list.map(({ email, name, active }) => ({ email, name, active }))).toEqual([
      { email: ANNA, name: '', active: false },
      { email: BEN, name: '', active: true },
    ])
    const secrets = browser
      .cookieFor('/identity')
      .split('; ')
      .map((pair) => decodeURIComponent(pair.split('=')[1] ?? '').split('.')[0] ?? '')
    expect(secrets.length).toBeGreaterThan(2)
    for (const secret of secrets) expect(JSON.stringify(list)).not.toContain(secret)
  })

  test('switches without a password, and each token belongs to the active account', async () => {
    const browser = await annaAndBen()
    const uidOf = async () => (await world.identity.authenticate(await browser.token()))?.uid
    const ben = await uidOf()
    expect((await switchTo(browser, ANNA)).json()).toEqual({ user: expect.objectContaining({ email: ANNA }) })
    expect([await activeIn(browser), await accountsOf(browser)]).toEqual([ANNA, [`*${ANNA}`, BEN]])
    const anna = await uidOf()
    expect(anna).not.toBe(ben)
    await switchTo(browser, BEN)
    expect(await uidOf()).toBe(ben)
    expect((await listOf(browser)).map(({ uid }) => uid)).toEqual([anna, ben])
  })

  test('keeps one session of each account, even after the same account signs in again', async () => {
    const browser = await annaAndBen()
    await browser.signIn(BEN, PASSWORD)
    expect([await sessionsOf(browser), await accountsOf(browser)]).toEqual([2, [ANNA, `*${BEN}`]])
  })

  test('signs out the active account alone, or all of them', async () => {
    const browser = await annaAndBen()
    const ben = await browser.token()
    await browser.signOut()
    expect([await activeIn(browser), await accountsOf(browser)]).toEqual([null, [ANNA]])
    expect((await browser.call('GET', '/app/auth/sessions', { token: ben })).statusCode).toBe(401)
    await switchTo(browser, ANNA)
    expect(await activeIn(browser)).toBe(ANNA)
    await world.identity.authenticate(await browser.token())
    await browser.signIn(BEN, PASSWORD)
    await world.identity.authenticate(await browser.token())
    const before = world.closedSockets.length
    await browser.post('/sign-out', { all: true })
    expect([await activeIn(browser), await accountsOf(browser), browser.cookieFor('/identity').includes('_multi-')]).toEqual([
      null,
      [],
      false,
    ])
    expect(world.closedSockets.length - before).toBe(2)
  })
})

describe('a switch is rejected', () => {
  test('for an account that is not signed in at this browser', async () => {
    const browser = await annaAndBen()
    const carla = world.browser()
    await carla.signUp('carla@example.org', PASSWORD)
    const id = await idOf(carla, 'carla@example.org')
    expect(codeOf(await browser.post('/accounts/switch', { id }))).toBe('not_found')
    expect(await activeIn(browser)).toBe(BEN)
  })

  test('without the cookie, and with a forged one', async () => {
    const browser = await annaAndBen()
    const id = await idOf(browser, ANNA)
    const stranger = world.browser()
    await stranger.signUp('eve@example.org', PASSWORD)
    expect(codeOf(await stranger.post('/accounts/switch', { id }))).toBe('not_found')
    const own = browser.cookieFor('/identity').split('; ')
    // The signature of one session is not valid for another one.
    const forged = own.map((pair) => pair.replace(/%2E|\.(?=[^.=]*$)/, '.x')).join('; ')
    const response = await world.app.inject({
      method: 'POST',
      url: '/identity/accounts/switch',
      headers: { host: '127.0.0.1:8000', origin: 'http://127.0.0.1:8000', 'content-type': 'application/json', cookie: forged },
      payload: { id },
    })
    expect(codeOf(response)).toBe('not_found')
  })

  test('from a page of another site', async () => {
    const browser = await annaAndBen()
    const id = await idOf(browser, ANNA)
    const response = await browser.call('POST', '/identity/accounts/switch', { body: { id }, headers: { origin: 'https://evil.example' } })
    expect(codeOf(response)).toBe('forbidden')
  })

  test('after the account signed out everywhere elsewhere, which leaves the others', async () => {
    const browser = await annaAndBen()
    const otherBrowser = world.browser()
    await otherBrowser.signIn(ANNA, PASSWORD)
    const id = await idOf(browser, ANNA)
    await otherBrowser.call('POST', '/app/auth/sessions/revoke', { body: { which: 'all' }, token: await otherBrowser.token() })
    expect(codeOf(await browser.post('/accounts/switch', { id }))).toBe('not_found')
    expect([await accountsOf(browser), await activeIn(browser)]).toEqual([[`*${BEN}`], BEN])
    expect(browser.cookieFor('/identity').match(/_multi-/g)).toHaveLength(1)
  })
})

test('an account that signs out everywhere leaves the others of its browser signed in', async () => {
  const browser = await annaAndBen()
  await browser.call('POST', '/app/auth/sessions/revoke', { body: { which: 'all' }, token: await browser.token() })
  expect([await activeIn(browser), await accountsOf(browser)]).toEqual([null, [ANNA]])
  expect(codeOf(await switchTo(browser, ANNA))).toBe('done')
})

test('a sixth account is rejected until another one signs out', async () => {
  const browser = world.browser()
  const emails = Array.from({ length: MAX_BROWSER_ACCOUNTS + 1 }, (_, index) => `person${index}@example.org`)
  await signUp(browser, ...emails.slice(0, MAX_BROWSER_ACCOUNTS))
  await world.browser().signUp(emails.at(-1) ?? '', PASSWORD)
  expect(codeOf(await browser.signIn(emails.at(-1) ?? '', PASSWORD))).toBe('too_many_accounts')
  expect(codeOf(await browser.signUp('new@example.org', PASSWORD))).toBe('too_many_accounts')
  expect(codeOf(await browser.post('/link/complete', { code: 'x', email: ANNA }))).toBe('too_many_accounts')
  expect((await listOf(browser)).length).toBe(MAX_BROWSER_ACCOUNTS)
  await browser.signOut()
  expect(codeOf(await browser.signIn(emails.at(-1) ?? '', PASSWORD))).toBe('done')
})

describe('with two-step sign-in', () => {
  test('the account that was active stays signed in until the code of the second is right', async () => {
    const own = world.browser()
    await own.signUp(BEN, PASSWORD)
    const { uri } = (await own.post('/two-factor/enable', { password: PASSWORD })).json<{ uri: string }>()
    await own.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) })
    const browser = world.browser()
    await browser.signUp(ANNA, PASSWORD)
    expect((await browser.signIn(BEN, PASSWORD)).json()).toEqual({ user: null, second_factor: true })
    expect([await activeIn(browser), await accountsOf(browser)]).toEqual([ANNA, [`*${ANNA}`]])
    expect(codeOf(await browser.post('/two-factor/verify-totp', { code: '000000', sign_in: true }))).toBe('INVALID_CODE')
    expect(await activeIn(browser)).toBe(ANNA)
    expect(codeOf(await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)), sign_in: true }))).toBe('done')
    expect([await activeIn(browser), await accountsOf(browser)]).toEqual([BEN, [ANNA, `*${BEN}`]])
  })

  test('a new password keeps one session in the list', async () => {
    const browser = await annaAndBen()
    await browser.post('/password/change', { current: PASSWORD, next: 'another good one' })
    expect([await sessionsOf(browser), await accountsOf(browser)]).toEqual([1, [ANNA, `*${BEN}`]])
  })
})
