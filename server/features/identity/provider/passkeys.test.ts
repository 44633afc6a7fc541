import { beforeEach, describe, expect, test } from 'vitest'
import { appCode, keyOf } from '#tests/kit/app-code.ts'
import { ORIGIN } from '#tests/kit/identity.ts'
import { softwarePasskey } from '#tests/kit/software-passkey.ts'
import { MAX_PASSKEYS } from './passkeys.ts'
import { setUpIdentity, world, type Browser, codeOf, isIn } from '#tests/kit/identity-world.ts'

setUpIdentity()
beforeEach(() => world.empty())

const EMAIL = 'alice@example.org'
const PASSWORD = 'correct horse'
type Options = { challenge: string }
type Row = { id: string; name: string; created_at: string }
const get = async <T>(browser: Browser, path: string) => (await browser.call('GET', `/identity${path}`)).json<T>()
const list = async (browser: Browser) => (await get<{ passkeys: Row[] }>(browser, '/passkey/list-user-passkeys')).passkeys

async function add(browser: Browser, name = '', key = softwarePasskey(ORIGIN)) {
  const options = await get<Options>(browser, '/passkey/generate-register-options')
  const response = await browser.post('/passkey/verify-registration', { response: key.create(options), name })
  return { key, answer: response }
}

async function signIn(key: ReturnType<typeof softwarePasskey>, browser = world.browser(), how: { isVerified?: boolean; at?: string } = {}) {
  const options = await get<Options>(browser, '/passkey/generate-authenticate-options')
  return browser.post('/passkey/verify-authentication', { response: key.get(options, how) })
}

async function alice() {
  const browser = world.browser()
  await browser.signUp(EMAIL, PASSWORD)
  const { key, answer } = await add(browser, 'My laptop')
  expect(codeOf(answer)).toBe('done')
  return { browser, key }
}

describe('adding', () => {
  test('stores several by name, returns nothing else of them, and sends an email', async () => {
    const { browser } = await alice()
    await add(browser)
    expect(await list(browser)).toEqual([
      { id: expect.any(String), name: 'My laptop', created_at: expect.any(String) },
      { id: expect.any(String), name: 'Passkey', created_at: expect.any(String) },
    ])
    await world.identity.idle()
    expect((await world.mails()).map(({ subject }) => subject)).toContain('A passkey was added to your Wavelength account')
  })

  test('needs a sign-in, and stops at the limit', async () => {
    const { browser } = await alice()
    expect((await world.browser().call('GET', '/identity/passkey/generate-register-options')).statusCode).toBe(401)
    while ((await list(browser)).length < MAX_PASSKEYS) await add(browser)
    expect(codeOf((await add(browser)).answer)).toBe('wrong_state')
  })

  test('accepts an answer to its own challenge only', async () => {
    const { browser } = await alice()
    const key = softwarePasskey(ORIGIN)
    await get<Options>(browser, '/passkey/generate-register-options')
    const foreign = key.create({ challenge: Buffer.from('another one').toString('base64url') })
    expect((await browser.post('/passkey/verify-registration', { response: foreign, name: '' })).statusCode).toBeGreaterThanOrEqual(400)
    expect(await list(browser)).toHaveLength(1)
  })
})

describe('A55: a sign-in by passkey', () => {
  test('signs in without a password, ends the account’s earlier session there, and keeps another account signed in', async () => {
    const { key } = await alice()
    const other = world.browser()
    await other.signUp('bob@example.org', PASSWORD)
    const bob = await other.token()
    await signIn(key, other)
    const before = await other.token()
    expect((await signIn(key, other)).json()).toEqual({ user: expect.objectContaining({ email: EMAIL }) })
    expect(await isIn(other)).toBe(true)
    await expect(world.identity.authenticate(before)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await world.identity.authenticate(bob)).toMatchObject({ uid: expect.any(String) })
  })

  test('asks for no code, because the passkey checked its user', async () => {
    const { browser, key } = await alice()
    const { uri } = (await browser.post('/two-factor/enable', { password: PASSWORD })).json<{ uri: string }>()
    await browser.post('/two-factor/verify-totp', { code: appCode(keyOf(uri)) })
    expect((await signIn(key)).json()).toEqual({ user: expect.objectContaining({ email: EMAIL }) })
  })

  test('is rejected when the passkey did not check its user', async () => {
    const { key } = await alice()
    const browser = world.browser()
    expect([codeOf(await signIn(key, browser, { isVerified: false })), await isIn(browser)]).toEqual(['AUTHENTICATION_FAILED', false])
    expect(await get(browser, '/passkey/generate-authenticate-options')).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
  })

  test('works once for each challenge, and not for unknown keys or other origins', async () => {
    const { key } = await alice()
    const browser = world.browser()
    const options = await get<Options>(browser, '/passkey/generate-authenticate-options')
    const response = key.get(options)
    const post = () => browser.post('/passkey/verify-authentication', { response })
    expect([codeOf(await post()), (await post()).statusCode]).toEqual(['done', 400])
    expect(codeOf(await signIn(softwarePasskey(ORIGIN)))).toBe('PASSKEY_NOT_FOUND')
    expect(codeOf(await signIn(key, world.browser(), { at: 'https://evil.example' }))).toBe('AUTHENTICATION_FAILED')
  })
})

describe('a passkey', () => {
  test('is renamed and removed by its owner alone', async () => {
    const { browser, key } = await alice()
    const mallory = world.browser()
    await mallory.signUp('mallory@example.org', PASSWORD)
    const id = (await list(browser))[0]?.id
    expect((await mallory.post('/passkey/update-passkey', { id, name: 'mine' })).statusCode).toBe(401)
    expect((await mallory.post('/passkey/delete-passkey', { id })).statusCode).toBe(401)
    expect(codeOf(await browser.post('/passkey/update-passkey', { id, name: '' }))).toBe('invalid_input')
    expect((await browser.post('/passkey/update-passkey', { id, name: 'Work laptop' })).json()).toEqual({})
    expect((await list(browser)).map(({ name }) => name)).toEqual(['Work laptop'])
    expect((await browser.post('/passkey/delete-passkey', { id })).json()).toEqual({})
    expect([await list(browser), codeOf(await signIn(key))]).toEqual([[], 'PASSKEY_NOT_FOUND'])
  })

  test('of an account with an unverified address is removed when the owner of the address takes it over', async () => {
    const { key } = await alice()
    const owner = world.browser()
    await owner.post('/link/send', { email: EMAIL, return_to: '/' })
    await owner.post('/link/complete', { code: (await world.lastLink()).code, email: EMAIL })
    expect(codeOf(await signIn(key))).toBe('PASSKEY_NOT_FOUND')
  })

  test('is in the export, and is deleted with the account', async () => {
    const { browser, key } = await alice()
    const { uid } = await world.identity.authenticate(await browser.token())
    expect(await world.identity.deletion.describe(uid)).toMatchObject({ passkeys: [{ name: 'My laptop', createdAt: expect.any(Date) }] })
    await world.identity.deletion.remove(uid, [])
    expect(codeOf(await signIn(key))).toBe('PASSKEY_NOT_FOUND')
  })
})
