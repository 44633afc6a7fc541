import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { identityWorld } from '#tests/kit/identity.ts'
import { splitPasswordHash } from '#contract/identity/common-passwords.ts'
import { createIdentity } from './identity.service.ts'
import { setUpIdentity, world } from '#tests/kit/identity-world.ts'

setUpIdentity()
beforeEach(() => world.empty())

async function signedUp(email = 'alice@example.org') {
  const browser = world.browser()
  await browser.signUp(email)
  const token = await browser.token()
  return { browser, token, uid: (await world.identity.authenticate(token)).uid }
}
type SignedUp = Awaited<ReturnType<typeof signedUp>>
const startSession = ({ browser, token }: SignedUp) => browser.call('POST', '/app/auth/session', { token })
const fileViewer = ({ browser }: SignedUp) => world.identity.viewerOfFileCookie(browser.cookieFor('/files/x.webp'))

test('the sign-in options contain the password policy before a sign-in', async () => {
  const response = await world.browser().call('GET', '/app/public/offer')
  expect(response.json()).toMatchObject({
    identity: {
      kind: 'builtin',
      methods: ['password', 'passkey', 'custom_token', 'email_link'],
      popup: [],
      account: [
        'change_password',
        'second_factor',
        'passkeys',
        'list_sessions',
        'several_accounts',
        'export_data',
        'delete_account',
        'reset_password',
        'verify_email',
        'change_email',
      ],
      confirms_sign_up: false,
      password: { min_length: 8, max_length: 128, refuses_common: true },
    },
  })
})

test('the server lists the hashes of common passwords that start with given digits, and rejects longer prefixes', async () => {
  const lookUp = (prefix: string) => world.browser().call('GET', `/app/public/common-passwords/${prefix}`)
  const hash = (password: string) => splitPasswordHash(createHash('sha256').update(password).digest('hex'))
  const { prefix, suffix } = hash('password123')
  expect((await lookUp(prefix)).json().suffixes).toContain(suffix)
  const other = hash('glass harbour 42')
  expect((await lookUp(other.prefix)).json().suffixes).not.toContain(other.suffix)
  expect((await lookUp(`${prefix}0`)).statusCode).toBe(400)
})

test('the language of an account is unknown until one is chosen, and the last choice of any device applies', async () => {
  const { browser, token } = await signedUp()
  const language = async () => (await browser.call('GET', '/app/auth/settings/language', { token })).json()
  expect(await language()).toEqual({ language: null })
  await browser.call('POST', '/app/auth/settings/language', { token, body: { language: 'de' } })
  await browser.call('POST', '/app/auth/settings/language', { token, body: { language: 'ar' } })
  expect(await language()).toEqual({ language: 'ar' })
  const rejected = await browser.call('POST', '/app/auth/settings/language', { token, body: { language: 'tlh' } })
  expect([rejected.statusCode, await language()]).toEqual([400, { language: 'ar' }])
})

test('the existence check returns the uid, and whether there is a profile', async () => {
  const { browser, token, uid } = await signedUp()
  const check = async () => (await browser.call('GET', '/app/auth/check-user-exist', { token })).json()
  expect(await check()).toEqual({ exists: false, uid })
  world.people.add(uid)
  expect(await check()).toEqual({ exists: true, uid })
})

describe('A10: requests without a proper token', () => {
  test.each([
    ['none', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['a word', { authorization: 'Bearer me' }],
    ['two in one', { authorization: 'Bearer a.b.c, Bearer d.e.f' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['one that says nothing', { authorization: 'Bearer a.b.c' }],
  ])('%s', async (_what, headers) => {
    const response = await world.browser().call('GET', '/app/auth/check-user-exist', { headers })
    expect([response.statusCode, response.json()]).toMatchObject([401, { code: 'unauthenticated', title: 'Please log in.' }])
    expect(Object.keys(response.json<object>()).toSorted()).toEqual(['code', 'request_id', 'status', 'title', 'type'])
  })

  test('the provider’s own cookie gives no access to our calls', async () => {
    const { browser } = await signedUp()
    const cookie = browser.cookieFor('/identity/token')
    expect(cookie).not.toBe('')
    expect((await browser.call('GET', '/app/auth/check-user-exist', { headers: { cookie } })).statusCode).toBe(401)
  })
})

describe('the file session', () => {
  test('at an https address its cookie has a name prefix that requires https', async () => {
    const { db, bus, clock, log, outbox: mailer } = world
    const rest = {
      secret: 'x'.repeat(40),
      hasProfile: async () => false,
      closeSockets: () => undefined,
      origin: 'https://wavelength.example',
    }
    const secured = createIdentity({ db, bus, clock, log, mailer, ...rest })
    const viewer = await world.identity.authenticate((await signedUp()).token)
    const { value } = await secured.startFileSession(viewer)
    expect(secured.fileCookie).toBe('__Secure-wl_files')
    expect(await secured.viewerOfFileCookie(`__Secure-wl_files=${value}`)).toBe(viewer.uid)
    expect(await secured.viewerOfFileCookie(`wl_files=${value}`)).toBeNull()
  })

  test('begins with a fresh token and is sent to files and artwork only', async () => {
    const alice = await signedUp()
    const response = await startSession(alice)
    const cookies = [response.headers['set-cookie']].flat()
    expect([response.statusCode, cookies]).toEqual([
      200,
      ['/files', '/art'].map((path) =>
        expect.stringMatching(new RegExp(`^wl_files=[\\w-]+\\.[\\w-]+; Max-Age=86400; Path=${path}; HttpOnly; SameSite=Lax$`)),
      ),
    ])
    expect(await fileViewer(alice)).toBe(alice.uid)
    expect(alice.browser.cookieFor('/art/x')).toContain('wl_files=')
    expect(alice.browser.cookieFor('/app/auth/session')).toBe('')
  })

  test('a token of 5 minutes begins one, a token of 5 minutes and 1 second does not', async () => {
    const { browser, token, uid } = await signedUp()
    const viewer = await world.identity.authenticate(token)
    const aged = (seconds: number) => ({ ...viewer, token: { ...viewer.token, issuedAtMs: world.clock.now().getTime() - seconds * 1000 } })
    expect(await world.identity.startFileSession(aged(299.9))).toMatchObject({ maxAgeSeconds: 86_400 })
    await expect(world.identity.startFileSession(aged(301))).rejects.toMatchObject({ code: 'token_too_old' })
    expect([browser.cookieFor('/files/x'), uid]).toEqual(['', viewer.uid])
  })

  test.each([
    ['nothing', undefined],
    ['an empty value', 'wl_files='],
    ['a made-up value', 'wl_files=aaaa.bbbb'],
    ['half a value', 'wl_files=aaaa'],
    ['another cookie that ends alike', 'not_wl_files=aaaa.bbbb'],
  ])('%s is anonymous', async (_what, header) => {
    expect(await world.identity.viewerOfFileCookie(header)).toBeNull()
  })

  test('a changed cookie value is anonymous, and the stored hash is not a valid cookie', async () => {
    const alice = await signedUp()
    await startSession(alice)
    const cookie = alice.browser.cookieFor('/files/x')
    const changed = cookie.replace(/=(.)/, (_, first: string) => (first === 'A' ? '=B' : '=A'))
    const [row] = await fileSessions().selectFrom('file_sessions').select('hash').execute()
    expect(await world.identity.viewerOfFileCookie(changed)).toBeNull()
    expect(await world.identity.viewerOfFileCookie(`wl_files=${row?.hash}.${cookie.split('.')[1]}`)).toBeNull()
    expect(cookie).not.toContain(row?.hash)
  })

  test('a made-up value never reaches the database', async () => {
    const withOutage = await identityWorld()
    await withOutage.loseDatabase()
    expect(await withOutage.identity.viewerOfFileCookie('wl_files=aaaa.bbbb')).toBeNull()
    await withOutage.close()
  })

  test('is found between other cookies', async () => {
    const alice = await signedUp()
    await startSession(alice)
    expect(await world.identity.viewerOfFileCookie(`a=1; ${alice.browser.cookieFor('/files/x')}; b=2`)).toBe(alice.uid)
  })

  test('deletes its cookies when it is ended', async () => {
    const alice = await signedUp()
    await startSession(alice)
    const cookie = alice.browser.cookieFor('/files/x')
    await alice.browser.call('DELETE', '/app/auth/session', { token: alice.token })
    expect([alice.browser.cookieFor('/files/x'), await world.identity.viewerOfFileCookie(cookie)]).toEqual(['', null])
  })

  test('ends with its sign-in, and only that one', async () => {
    const phone = await signedUp()
    const laptop = { browser: world.browser(), token: '', uid: phone.uid }
    await laptop.browser.signIn('alice@example.org')
    laptop.token = await laptop.browser.token()
    await startSession(phone)
    await startSession(laptop)
    await phone.browser.signOut()
    expect([await fileViewer(phone), await fileViewer(laptop)]).toEqual([null, phone.uid])
  })

  test('ends when everything is revoked, when the person is disabled, and by age', async () => {
    const [revoked, disabled, old] = [await signedUp('a@example.org'), await signedUp('b@example.org'), await signedUp('c@example.org')]
    for (const token of [revoked, disabled, old]) await startSession(token)
    await world.identity.revokeAll(revoked.uid)
    await world.db
      .withTables<{ people: { uid: string; disabled_at: Date } }>()
      .updateTable('people')
      .set({ disabled_at: new Date() })
      .where('uid', '=', disabled.uid)
      .execute()
    expect([await fileViewer(revoked), await fileViewer(disabled), await fileViewer(old)]).toEqual([null, null, old.uid])
    world.clock.pass(86_400_000)
    expect(await fileViewer(old)).toBeNull()
  })

  test('a user has a limited number of them', async () => {
    const alice = await signedUp()
    const viewer = await world.identity.authenticate(alice.token)
    const values = []
    for (let index = 0; index < 55; index++) {
      values.push((await world.identity.startFileSession(viewer)).value)
      world.clock.pass(1)
    }
    expect(await fileSessions().selectFrom('file_sessions').selectAll().execute()).toHaveLength(50)
    expect(await world.identity.viewerOfFileCookie(`wl_files=${values.at(-1)}`)).toBe(alice.uid)
  })
})

const fileSessions = () => world.db.withTables<{ file_sessions: { hash: string } }>()
