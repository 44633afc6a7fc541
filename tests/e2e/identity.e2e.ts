import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser, anAccount } from '#tests/kit/api-user.ts'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
import { inboxPage } from '#tests/kit/pages/inbox.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

/** A user at a browser in which they are signed in. */
async function signedIn(browser: Browser, { login }: { login: { email: string; password: string } }): Promise<Visitor> {
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(login)
  return visitor
}

async function logInAtIssuer(popup: Page, login: string, decision: 'Agree' | 'Cancel'): Promise<void> {
  await popup.getByLabel('Username').fill(login)
  await popup.getByRole('button', { name: 'Log in' }).click()
  await popup.getByRole('button', { name: decision }).click()
}

test('a user signs up through the window of another provider', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/sign-up')
  const button = page.getByRole('button', { name: 'Continue with Example ID' })
  const cancelled = page.waitForEvent('popup')
  await button.click()
  await logInAtIssuer(await cancelled, 'robin', 'Cancel')
  await expect(page.getByText('The sign-in window was closed before sign-in finished.')).toBeVisible()
  await visitor.expectAccessible()
  const opened = page.waitForEvent('popup')
  await button.click()
  await logInAtIssuer(await opened, 'robin', 'Agree')
  await expect(page).toHaveURL(/\/account-setup$/)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('an emailed link signs in by a click, once, and on another device only after a confirmation', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  const otherBrowser = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/login')
  await page.getByRole('button', { name: 'Get a sign-in link by email' }).click()
  await page.getByLabel('Email').fill('grace@example.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = await inboxPage(visitor).linkTo('grace@example.test', 'Your sign-in link')

  await otherBrowser.page.goto(link)
  await otherBrowser.page.getByLabel('The address the link was sent to').fill('someone@example.test')
  await otherBrowser.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(otherBrowser.page.getByText('This link was sent to a different email address.')).toBeVisible()
  await otherBrowser.page.getByLabel('The address the link was sent to').fill('grace@example.test')
  await otherBrowser.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(otherBrowser.page.getByText('This link was requested on another device.')).toBeVisible()
  await expect(otherBrowser.page.getByRole('button', { name: 'Yes, it was me: sign in' })).toBeVisible()
  await otherBrowser.expectAccessible()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with your link')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/account-setup$/)

  await otherBrowser.page.getByRole('button', { name: 'Yes, it was me: sign in' }).click()
  await expect(otherBrowser.page.getByText('This link is no longer valid.')).toBeVisible()
  await visitor.expectQuiet()
  await visitor.leave()
  await otherBrowser.leave()
})

test('a forgotten password is replaced through an email', async ({ browser }) => {
  const { login: mary } = await anAccount(server, 'mary')
  const visitor = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/login')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(mary.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await inboxPage(visitor).linkTo(mary.email, 'A new password'))
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('That password doesn’t meet the requirements.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('Password123')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('That password is too common. Choose another.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a quite different one')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your new password is set')).toBeVisible()
  await entryPage(visitor).logIn({ email: mary.email, password: 'a quite different one' })
  await expect(page).toHaveURL(/\/account-setup$/)
  await visitor.leave()
})

test('signing out everywhere signs out the other browser, and a deleted account no longer exists', async ({ browser }) => {
  const { login: hedy, userName } = await anApiUser(server, 'hedy', 'Hedy Lamarr')
  const here = await signedIn(browser, { login: hedy })
  const there = await signedIn(browser, { login: hedy })
  await there.open('/settings')
  await expect(there.page.getByRole('button', { name: 'Log out everywhere' })).toBeVisible()

  await here.open('/settings')
  await expect(here.page.getByText(/^This browser · Signed in /)).toBeVisible()
  await here.expectAccessible()
  await here.page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(here.page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  // Its open socket ends, and the page shows that without any action.
  await expect(there.page).toHaveURL(/\/login$/)

  await entryPage(here).logIn(hedy)
  await here.open('/settings')
  await here.page.getByRole('button', { name: 'Delete account' }).click()
  await here.page.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(here.page.getByText(`Type ${userName} to continue`)).toBeVisible()
  await here.page.getByLabel(`Type ${userName} to confirm`).fill(userName)
  await here.page.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(here.page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await here.open('/login')
  await here.page.getByLabel('Email').fill(hedy.email)
  await here.page.getByLabel('Password', { exact: true }).fill(hedy.password)
  await here.page.getByRole('button', { name: 'Log in' }).click()
  await expect(here.page.getByText('The email or password is wrong.')).toBeVisible()
  await here.leave()
  await there.leave()
})

test('a sign-in is passed on to the requesting device, and to no other', async ({ browser }) => {
  const here = await signedIn(browser, await anAccount(server, 'ada'))
  await here.open('/account-setup')
  const there = await aVisitor(browser, server)
  const thief = await aVisitor(browser, server)
  await there.open('/login')
  const token = await tokenFor(here.page, await challengeOf(there.page))

  await thief.page.goto(`/login?mode=custom-token#${token}`)
  await thief.page.getByRole('button', { name: 'Sign in here' }).click()
  await expect(thief.page.getByText('This sign-in is no longer valid. Start again where you came from.')).toBeVisible()

  await there.page.goto(`/login?mode=custom-token#${token}`)
  await expect(there.page.getByRole('heading', { level: 1 })).toHaveText('Sign in on this device')
  await there.expectAccessible()
  await there.page.getByRole('button', { name: 'Sign in here' }).click()
  await expect(there.page).toHaveURL(/\/account-setup$/)
  await there.expectQuiet()
  for (const visitor of [here, there, thief]) await visitor.leave()
})

/** The steps of the native shell before it opens the system browser: the secret stays here, and its hash is sent. */
const challengeOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const verifier = crypto.randomUUID() + crypto.randomUUID()
    localStorage.setItem('wl.custom-token-verifier', verifier)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
    return btoa(String.fromCharCode(...hash))
      .replace(/=+$/, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
  })

/** Passes this page's sign-in to the device that made the challenge. */
const tokenFor = (page: Page, challenge: string): Promise<string> =>
  page.evaluate(async (asked) => {
    const { token: bearer } = await (await fetch('/identity/token')).json()
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const response = await fetch('/app/auth/custom-token', { method: 'POST', headers, body: JSON.stringify({ challenge: asked }) })
    return (await response.json()).token
  }, challenge)

test('an action that needs a recent sign-in asks for the password again, or can be canceled', async ({ browser }) => {
  const lise = await anApiUser(server, 'lise', 'Lise Meitner')
  const visitor = await signedIn(browser, lise)
  const { page } = visitor
  await visitor.open('/settings')
  // The server would answer like this five minutes later.
  const old = { status: 403, json: { code: 'recent_sign_in_required' } }
  await page.route('**/app/auth/account/export', (route) => route.fulfill(old), { times: 2 })
  await page.getByRole('button', { name: 'Prepare the download' }).click()
  await expect(page.getByText('For your security, log in again to do this.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('For your security, log in again to do this.')).toBeHidden()
  await page.getByRole('button', { name: 'Prepare the download' }).click()
  const proof = page.locator('form', { has: page.getByRole('button', { name: 'Confirm it’s you' }) })
  await proof.getByLabel('Your password').fill('not the one')
  await proof.getByRole('button', { name: 'Confirm it’s you' }).click()
  await expect(proof.getByText('The email or password is wrong.')).toBeVisible()
  await proof.getByLabel('Your password').fill(lise.login.password)
  await proof.getByRole('button', { name: 'Confirm it’s you' }).click()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await visitor.leave()
})

test('a user confirms and changes an email address, and changes a password, in the settings', async ({ browser }) => {
  const { login: joan } = await anApiUser(server, 'joan', 'Joan Clarke')
  const visitor = await signedIn(browser, { login: joan })
  const { page } = visitor
  await visitor.open('/settings')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Check your email: we’ve sent a link to ${joan.email}.`)).toBeVisible()
  await page.goto(await inboxPage(visitor).linkTo(joan.email, 'Confirm your address for'))
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page).not.toHaveURL(/\/login/)
  await visitor.open('/settings')
  await expect(page.getByLabel('Current password')).toBeVisible()
  await expect(page.getByText('Your address isn’t confirmed yet')).toBeHidden()

  await page.getByLabel('Current password').fill('not the one')
  await page.getByLabel('New password', { exact: true }).fill('a quite different one')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('That isn’t your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(joan.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()

  await page.getByLabel('New address').fill('joan.new@example.test')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await inboxPage(visitor).linkTo('joan.new@example.test', 'Confirm your new address'))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page).not.toHaveURL(/\/login/)
  await visitor.open('/settings')
  await expect(page.getByText('joan.new@example.test')).toBeVisible()
  await visitor.leave()
})

test('a user of another provider without a profile deletes the account after signing in again', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/login')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await logInAtIssuer(await opened, 'noor', 'Agree')
  await expect(page).toHaveURL(/\/account-setup$/)
  // The server would answer like this five minutes later.
  const old = { status: 403, json: { code: 'recent_sign_in_required' } }
  await page.route('**/app/auth/account/delete', (route) => route.fulfill(old), { times: 1 })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Type noor@oidc.test to confirm').fill('noor@oidc.test')
  await page.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(page.getByText('For your security, log in again to do this.')).toBeVisible()
  const repeated = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Confirm with Example ID' }).click()
  await logInAtIssuer(await repeated, 'noor', 'Agree')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await visitor.leave()
})
