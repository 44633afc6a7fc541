import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IdentityError, IdentityUser } from '#web/features/identity/provider/identity.provider.ts'
import type { Browser, IdentityPage, Side } from './identity-sides.ts'

const alice = { email: 'alice@example.org', password: 'correct horse' }
const bob = { email: 'bob@example.org', password: 'battery staple' }
/** Starting the emulator alone takes half a minute. */
const START_WITHIN_MS = 180_000

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: IdentityError | Error) => ('code' in error ? error.code : error.message),
  )

/** The contract of every identity adapter. @param taken the error code of a sign-up with an address that has an account */
export function testIdentityAdapter(name: string, open: () => Promise<Side>, taken: string): void {
  describe(`the adapter for ${name}`, () => {
    let side: Side
    let browser: Browser
    let page: IdentityPage

    beforeAll(async () => {
      side = await open()
    }, START_WITHIN_MS)
    beforeEach(async () => {
      side.offline(false)
      await side.empty()
      browser = side.browser()
      page = await browser.open()
    })
    afterAll(() => side.close())

    const otherBrowser = () => side.browser().open()
    const uidAt = async (current: IdentityPage) => (await side.world.identity.authenticate(await current.getToken())).uid

    describe('who is signed in', () => {
      test('a visitor has no user', async () => {
        expect([page.currentUser(), await codeOf(page.getToken()), await page.lookupAccount()]).toEqual([null, 'user is null', null])
      })

      test('a new user signs up, gets a token that our server accepts, and is still signed in after a reload', async () => {
        const user = await page.signUpWithPassword({ ...alice, displayName: 'Alice' })
        expect(user).toEqual({ subject: expect.any(String), email: alice.email, emailVerified: false, displayName: 'Alice' })
        const uid = await uidAt(page)
        const reloaded = await browser.open()
        expect([reloaded.currentUser(), await uidAt(reloaded)]).toEqual([user, uid])
      })

      test('pages are notified of every change', async () => {
        const emails: (string | null)[] = []
        const stop = page.subscribe((user: IdentityUser | null) => emails.push(user?.email ?? null))
        await page.signUpWithPassword(alice)
        await page.signOut()
        await page.signInWithPassword(alice)
        stop()
        await page.signOut()
        expect(emails).toEqual([alice.email, null, alice.email])
      })

      test('signing out removes the user, even after a reload, and repeating it does nothing', async () => {
        await page.signUpWithPassword(alice)
        await page.signOut()
        await page.signOut()
        const reloaded = await browser.open()
        expect([page.currentUser(), reloaded.currentUser(), await codeOf(page.getToken())]).toEqual([null, null, 'user is null'])
      })

      test('a user is the same in every browser, and two users are different', async () => {
        await page.signUpWithPassword(alice)
        const other = await otherBrowser()
        await other.signInWithPassword(alice)
        const third = await otherBrowser()
        await third.signUpWithPassword(bob)
        const [first, same, second] = [await uidAt(page), await uidAt(other), await uidAt(third)]
        expect([first === same, first === second]).toEqual([true, false])
      })
    })

    describe('tokens', () => {
      test('are reused, and replaced on request; both stay valid', async () => {
        await page.signUpWithPassword(alice)
        const first = await page.getToken()
        side.world.clock.pass(1_000)
        await side.nextSecond()
        const [same, fresh] = [await page.getToken(), await page.getToken({ forceRefresh: true })]
        expect([same === first, fresh === first]).toEqual([true, false])
        const uids = await Promise.all([first, fresh].map(async (token) => (await side.world.identity.authenticate(token)).uid))
        expect(new Set(uids).size).toBe(1)
      })

      test('end with a revocation by our server, and signing in again begins again', async () => {
        await page.signUpWithPassword(alice)
        const uid = await uidAt(page)
        await side.nextSecond()
        const token = await page.getToken()
        await page.revokeSessions()
        expect([page.currentUser(), await codeOf(side.world.identity.authenticate(token))]).toEqual([null, 'unauthenticated'])
        await side.nextSecond()
        await page.signInWithPassword(alice)
        expect(await uidAt(page)).toBe(uid)
      })
    })

    describe('without a connection', () => {
      test('no sign-in works, no user is signed out, and sign-ins work again afterwards', async () => {
        await page.signUpWithPassword(alice)
        const visitor = await otherBrowser()
        side.offline(true)
        expect({
          token: await codeOf(page.getToken({ forceRefresh: true })),
          signIn: await codeOf(visitor.signInWithPassword(alice)),
          signUp: await codeOf(visitor.signUpWithPassword(bob)),
          link: await codeOf(visitor.sendSignInLink({ email: bob.email, returnTo: '/' })),
          reset: await codeOf(visitor.sendPasswordReset(bob.email)),
          still: page.currentUser()?.email,
        }).toEqual({
          token: 'network-request-failed',
          signIn: 'network-request-failed',
          signUp: 'network-request-failed',
          link: 'network-request-failed',
          reset: 'network-request-failed',
          still: alice.email,
        })
        side.offline(false)
        expect(await codeOf(page.getToken({ forceRefresh: true }))).toBe('accepted')
      })
    })

    describe('passwords', () => {
      test('errors have the codes that the messages use', async () => {
        await (await otherBrowser()).signUpWithPassword(alice)
        expect({
          wrong: await codeOf(page.signInWithPassword({ ...alice, password: 'wrong password' })),
          unknown: await codeOf(page.signInWithPassword({ ...alice, email: 'nobody@example.org' })),
          taken: await codeOf(page.signUpWithPassword({ ...alice, password: 'another password of theirs' })),
          address: await codeOf(page.signUpWithPassword({ ...alice, email: 'not an address' })),
          nobody: page.currentUser(),
        }).toEqual({
          wrong: 'invalid-credentials',
          unknown: 'invalid-credentials',
          taken,
          address: 'invalid-email',
          nobody: null,
        })
      })

      test('the provider enforces the password policy that the page shows', async () => {
        const result = await page.checkPassword('abc')
        const error = await page.signUpWithPassword({ ...alice, password: 'abc' }).catch((reason: IdentityError) => reason)
        expect([result, error]).toMatchObject([
          { ok: false, missing: ['min_length'] },
          { code: 'password-does-not-meet-requirements', missing: ['min_length'] },
        ])
        expect(await page.checkPassword(alice.password)).toEqual({ ok: true, missing: [] })
      })

      test('change only with the current password, which then stops working', async () => {
        await page.signUpWithPassword(alice)
        expect(await codeOf(page.changePassword({ current: 'wrong password', next: bob.password }))).toBe('invalid-credentials')
        await page.changePassword({ current: alice.password, next: bob.password })
        expect(page.currentUser()?.email).toBe(alice.email)
        const other = await otherBrowser()
        expect([
          await codeOf(other.signInWithPassword(alice)),
          await codeOf(other.signInWithPassword({ ...alice, password: bob.password })),
          await codeOf(page.getToken({ forceRefresh: true })),
        ]).toEqual(['invalid-credentials', 'accepted', 'accepted'])
      })

      test('are reset by the link of a mail, once', async () => {
        await (await otherBrowser()).signUpWithPassword(alice)
        await page.sendPasswordReset(alice.email)
        const { code } = await side.mailed(alice.email)
        expect([
          await codeOf(page.confirmPasswordReset({ code, password: 'abc' })),
          await codeOf(page.confirmPasswordReset({ code, password: bob.password })),
          await codeOf(page.confirmPasswordReset({ code, password: 'another one still' })),
          await codeOf(page.confirmPasswordReset({ code: 'made-up', password: bob.password })),
          page.currentUser(),
          await codeOf(page.signInWithPassword(alice)),
          await codeOf(page.signInWithPassword({ ...alice, password: bob.password })),
        ]).toEqual([
          'password-does-not-meet-requirements',
          'accepted',
          'link-invalid-or-expired',
          'link-invalid-or-expired',
          null,
          'invalid-credentials',
          'accepted',
        ])
      })

      test('a password reset doesn’t reveal who has an account', async () => {
        expect(await codeOf(page.sendPasswordReset('nobody@example.org'))).toBe('accepted')
      })
    })

    describe('links', () => {
      test('create an account at the first use, find it again, and verify the address', async () => {
        await page.sendSignInLink({ email: alice.email, returnTo: '/chat' })
        const { url } = await side.mailed(alice.email)
        expect([page.isSignInLink(url), page.isSignInLink('https://example.org/login'), page.emailOfSignInLink()]).toEqual([
          true,
          false,
          alice.email,
        ])
        const user = await page.completeSignInLink({ url, email: alice.email })
        expect([user.email, user.emailVerified, page.emailOfSignInLink()]).toEqual([alice.email, true, null])
        const uid = await uidAt(page)
        await page.signOut()
        await page.sendSignInLink({ email: alice.email, returnTo: '/' })
        await page.completeSignInLink({ url: (await side.mailed(alice.email)).url, email: alice.email })
        expect(await uidAt(page)).toBe(uid)
      })

      test('can be used once', async () => {
        await page.sendSignInLink({ email: alice.email, returnTo: '/' })
        const { url } = await side.mailed(alice.email)
        await page.completeSignInLink({ url, email: alice.email })
        await page.signOut()
        expect(await codeOf(page.completeSignInLink({ url, email: alice.email, otherDevice: true }))).toBe('link-invalid-or-expired')
      })

      test('with another address are rejected and not used up', async () => {
        await page.sendSignInLink({ email: alice.email, returnTo: '/' })
        const { url } = await side.mailed(alice.email)
        expect([
          await codeOf(page.completeSignInLink({ url, email: bob.email })),
          page.currentUser(),
          await codeOf(page.completeSignInLink({ url, email: alice.email })),
        ]).toEqual(['link-email-mismatch', null, 'accepted'])
      })

      test('from another device need a confirmation first', async () => {
        await page.sendSignInLink({ email: alice.email, returnTo: '/' })
        const { url } = await side.mailed(alice.email)
        const other = await otherBrowser()
        expect([
          await codeOf(other.completeSignInLink({ url, email: alice.email })),
          other.currentUser(),
          await codeOf(other.completeSignInLink({ url, email: alice.email, otherDevice: true })),
          other.currentUser()?.email,
        ]).toEqual(['link-other-device', null, 'accepted', alice.email])
      })

      test('that are not valid are rejected', async () => {
        expect(await codeOf(page.completeSignInLink({ url: 'https://example.org/login', email: alice.email, otherDevice: true }))).toBe(
          'link-invalid-or-expired',
        )
      })
    })

    describe('custom tokens', () => {
      test('sign in as the person they are for', async () => {
        await page.signUpWithPassword(alice)
        const other = await otherBrowser()
        const user = await other.signInWithCustomToken(await side.customToken(page, other))
        expect([user.subject, await uidAt(other)]).toEqual([page.currentUser()?.subject, await uidAt(page)])
      })

      test('that are forged are rejected', async () => {
        const rejected = ['made-up', 'a.b.c', 'x'.repeat(43)].map((token) => codeOf(page.signInWithCustomToken(token)))
        expect(new Set(await Promise.all(rejected))).toEqual(new Set(['invalid-custom-token']))
      })
    })

    describe('the account', () => {
      test('lists the sign-in methods of the account', async () => {
        const user = await page.signUpWithPassword(alice)
        expect(await page.lookupAccount()).toEqual({ ...user, providers: ['password'], recoveryCodesLeft: null })
      })

      test('proves its address by the link of a mail', async () => {
        await page.signUpWithPassword(alice)
        await page.sendVerification()
        const { code } = await side.mailed(alice.email)
        expect(await codeOf(page.confirmEmail('made-up'))).toBe('link-invalid-or-expired')
        await page.confirmEmail(code)
        expect([page.currentUser()?.emailVerified, await codeOf(page.confirmEmail(code))]).toEqual([true, 'link-invalid-or-expired'])
      })

      test('gets another address when the new one is verified, and the old one signs in until then', async () => {
        await page.signUpWithPassword(alice)
        await page.changeEmail({ email: bob.email, password: alice.password })
        expect((await page.lookupAccount())?.email).toBe(alice.email)
        const { code } = await side.mailed(bob.email)
        await page.confirmEmailChange(code)
        const other = await otherBrowser()
        expect([
          await codeOf(other.signInWithPassword(alice)),
          await codeOf(other.signInWithPassword({ email: bob.email, password: alice.password })),
        ]).toEqual(['invalid-credentials', 'accepted'])
      })

      test('is confirmed by its password and by no other', async () => {
        await page.signUpWithPassword(alice)
        const uid = await uidAt(page)
        expect([
          await codeOf(page.reauthenticate({ password: 'wrong password' })),
          await codeOf(page.reauthenticate({ password: alice.password })),
          await uidAt(page),
        ]).toEqual(['invalid-credentials', 'accepted', uid])
      })

      test('is deleted with its password, at the provider and here, and its token is no longer accepted', async () => {
        await page.signUpWithPassword(alice)
        const token = await page.getToken()
        await side.world.identity.authenticate(token)
        expect(await codeOf(page.deleteAccount({ password: 'wrong password' }))).toBe('invalid-credentials')
        expect(await side.hasAccount(alice.email)).toBe(true)
        await page.deleteAccount({ password: alice.password })
        expect([page.currentUser(), await side.hasAccount(alice.email), await codeOf(side.world.identity.authenticate(token))]).toEqual([
          null,
          false,
          'unauthenticated',
        ])
        expect(await codeOf((await otherBrowser()).signInWithPassword(alice))).toBe('invalid-credentials')
      })

      test('can be downloaded as a zip', async () => {
        await page.signUpWithPassword(alice)
        expect(await page.exportData()).toMatch(/^\/\S+$/)
      })

      test('needs a signed-in user', async () => {
        const codes = await Promise.all(
          [
            page.reauthenticate({ password: 'x' }),
            page.changePassword({ current: 'x', next: alice.password }),
            page.sendVerification(),
            page.changeEmail({ email: bob.email, password: 'x' }),
          ].map(codeOf),
        )
        expect(codes.filter((code) => code !== 'user-is-null' && code !== 'session-expired')).toEqual([])
      })
    })

    test('the sign-in options name exactly the methods of the provider', async () => {
      const { identity } = side.world
      const { methods, popup, account, confirms_sign_up: confirmsSignUp } = identity.capabilities
      expect([page.kind, await page.capabilities()]).toEqual([identity.capabilities.kind, { methods, popup, account, confirmsSignUp }])
    })
  })
}
