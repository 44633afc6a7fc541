import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { startFakeIdentityToolkit, type FakeIdentityToolkit } from '#sandbox/identity-toolkit/identity-toolkit.fake.ts'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
import { googleLoader, windowPage } from '#tests/kit/google-loader.ts'
import { type PopupServer, startPopupServer } from '#tests/kit/popup-server.ts'

let toolkit: FakeIdentityToolkit
let server: PopupServer
test.beforeAll(async () => {
  toolkit = await startFakeIdentityToolkit({ host: '127.0.0.1', port: 0, projectId: 'demo-app', apiKey: 'key' })
  server = await startPopupServer({ toolkit: toolkit.origin })
})
test.afterAll(async () => {
  await server.close()
  await toolkit.close()
})
test.beforeEach(() => toolkit.empty())

const hedy = { email: 'hedy@example.org', password: 'correct horse battery' }

/** Creates her account at Firebase and her profile here, with the calls of a browser. */
async function createHedy(): Promise<void> {
  const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(response.status, url).toBe(200)
    return response
  }
  const signedUp = await post(`${toolkit.origin}/v1/accounts:signUp?key=key`, { ...hedy, returnSecureToken: true })
  // The fake service sent this answer.
  const { idToken } = (await signedUp.json()) as { idToken: string }
  const headers = { authorization: `Bearer ${idToken}` }
  await fetch(`${server.origin}/app/auth/check-user-exist`, { headers })
  const profile = { user_name: 'hedy', name: 'Hedy', avatar_id: null, languages: ['en'], birth_year: 1990 }
  await post(`${server.origin}/app/auth/account-setup`, profile, headers)
}

const accounts = () => ({
  Robin: toolkit.tokens.googleIdToken({ sub: '1', email: 'robin@example.org', name: 'Robin' }),
  Noor: toolkit.tokens.googleIdToken({ sub: '2', email: 'noor@example.org', name: 'Noor' }),
})

type VisitorOptions = { hasLoader?: boolean; domains?: readonly string[] }

/** The SDK checks whether it exists, and then waits for its message: seconds of the page's own clock. */
async function aVisitor(browser: Browser, { hasLoader = true, domains }: VisitorOptions = {}) {
  const context = await browser.newContext({ baseURL: server.origin })
  const faults: string[] = []
  await context.route(
    (url) => /^https?:/.test(url.protocol) && url.origin !== server.origin,
    async (route) => {
      const request = route.request()
      const url = new URL(request.url())
      if (domains && url.pathname === '/v1/projects') return route.fulfill({ json: { authorizedDomains: domains } })
      if (/^(identitytoolkit|securetoken)\.googleapis\.com$/.test(url.host)) {
        return route.fulfill({ response: await route.fetch({ url: `${toolkit.origin}${url.pathname}${url.search}` }) })
      }
      if (url.href.startsWith('https://apis.google.com/js/api.js') && hasLoader)
        return route.fulfill({ contentType: 'text/javascript', body: googleLoader })
      if (url.href.startsWith('https://demo-app.firebaseapp.com/__/auth/handler'))
        return route.fulfill({ contentType: 'text/html', body: windowPage(url.href, accounts()) })
      if (hasLoader) faults.push(`outside request: ${url.href}`)
      return route.abort()
    },
  )
  context.on('console', (message) => {
    if (message.type() === 'error' && hasLoader) faults.push(message.text())
  })
  const page = await context.newPage()
  return { context, page, faults, user: page.locator('#user'), outcome: page.locator('#outcome') }
}

async function atHarness(browser: Browser, options: VisitorOptions = {}) {
  const visitor = await aVisitor(browser, options)
  await visitor.page.goto('/harness')
  await expect(visitor.user).toHaveText('nobody')
  return visitor
}

async function openWindow(page: Page, button: 'Sign in' | 'Confirm'): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  return opening
}

test('a person signs in through Google’s window, and is signed in at our server, even after a reload', async ({ browser }) => {
  const { page, context, user, outcome, faults } = await atHarness(browser)
  const popup = await openWindow(page, 'Sign in')
  await popup.getByRole('button', { name: 'Robin' }).click()
  await expect(outcome).toHaveText('done')
  await expect(user).toHaveText('robin@example.org')
  await page.reload()
  await expect(user).toHaveText('robin@example.org')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.locator('#server')).toHaveText('200')
  expect(faults).toEqual([])
  await context.close()
})

test('a closed window is reported', async ({ browser }) => {
  const { page, context, outcome } = await atHarness(browser)
  await page.clock.install()
  await (await openWindow(page, 'Sign in')).close()
  // The SDK checks whether the window is open, and then waits for its message: seconds of the page's own clock.
  await expect(async () => {
    await page.clock.fastForward(10_000)
    await expect(outcome).toHaveText('popup-closed-by-user', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await context.close()
})

test('a blocked window is reported', async ({ browser }) => {
  const { page, context, outcome } = await atHarness(browser)
  await page.evaluate(() => (window.open = () => null))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(outcome).toHaveText('popup-blocked')
  await context.close()
})

test('without a connection to Google no window opens, and an error explains it', async ({ browser }) => {
  const { page, context, outcome } = await atHarness(browser, { hasLoader: false })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(outcome).toHaveText('network-request-failed')
  await context.close()
})

test('an unauthorized domain is reported', async ({ browser }) => {
  const { page, context, outcome } = await atHarness(browser, { domains: ['wavelength.example'] })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(outcome).toHaveText('unauthorized-domain')
  await context.close()
})

test('a different account does not replace the one to be confirmed', async ({ browser }) => {
  const { page, context, user, outcome } = await atHarness(browser)
  await (await openWindow(page, 'Sign in')).getByRole('button', { name: 'Robin' }).click()
  await expect(outcome).toHaveText('done')
  await (await openWindow(page, 'Confirm')).getByRole('button', { name: 'Noor' }).click()
  await expect(outcome).toHaveText('user-mismatch')
  await expect(user).toHaveText('robin@example.org')
  await (await openWindow(page, 'Confirm')).getByRole('button', { name: 'Robin' }).click()
  await expect(outcome).toHaveText('done')
  await context.close()
})

test('the project’s password rules are shown before they are broken', async ({ browser }) => {
  const strict = {
    customStrengthOptions: { minPasswordLength: 10, containsUppercaseCharacter: true, containsNumericCharacter: true },
    allowedNonAlphanumericCharacters: ['!', '?'],
    enforcementState: 'ENFORCE',
    schemaVersion: 1,
  }
  const { page, context } = await aVisitor(browser)
  await page.route('**/v2/passwordPolicy*', (route) => route.fulfill({ json: strict }))
  await page.goto('/sign-up')
  const rules = page.locator('#password-rules li')
  await expect(rules).toHaveText([/At least 6 characters/, /An uppercase letter/, /A digit/])
  await page.getByLabel('Email').fill('alice@example.org')
  await page.getByLabel('Password', { exact: true }).fill('lower case only')
  await expect(rules.filter({ hasText: 'A digit' })).toContainText('not met yet')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('That password doesn’t meet the requirements.')).toBeVisible()
  expect(toolkit.account('alice@example.org')).toBeUndefined()
  await page.getByLabel('Password', { exact: true }).fill('Mixed case and 1 digit')
  await expect(rules.filter({ hasText: 'A digit' })).toContainText('(met)')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/account-setup$/)
  await context.close()
})

test('a new person signs up at Firebase on the product’s pages, and continues with account setup', async ({ browser }) => {
  const { page, context, faults } = await aVisitor(browser)
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill('alice@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/account-setup$/)
  expect(toolkit.account('alice@example.org')).toBeDefined()
  await page.reload()
  await expect(page).toHaveURL(/\/account-setup$/)
  expect(faults).toEqual([])
  await context.close()
})

test('signing out everywhere ends the session of the other browser, although Firebase would refresh its tokens', async ({ browser }) => {
  await createHedy()
  const here = await aVisitor(browser)
  await entryPage(here).logIn(hedy)
  const there = await aVisitor(browser)
  await entryPage(there).logIn(hedy)
  await there.page.goto('/settings')
  await expect(there.page.getByRole('button', { name: 'Log out everywhere' })).toBeVisible()

  await here.page.goto('/settings')
  await here.page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(here.page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  // The server closes its socket, so the page notices without a click.
  await expect(there.page).toHaveURL(/\/login$/)
  await there.page.reload()
  await expect(there.page).toHaveURL(/\/login$/)
  await here.context.close()
  await there.context.close()
})
