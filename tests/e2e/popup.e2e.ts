import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { type PopupServer, startPopupServer } from '#tests/kit/popup-server.ts'

let server: PopupServer
test.beforeAll(async () => {
  server = await startPopupServer()
})
test.afterAll(() => server.close())
test.beforeEach(() => server.isolate(false))

/** A visitor of the page, with the errors of the page. */
async function aVisitor(browser: Browser) {
  const context = await browser.newContext({ baseURL: server.origin })
  const faults: string[] = []
  await context.route(
    (url) => /^https?:/.test(url.protocol) && ![server.origin, server.issuer].includes(url.origin),
    (route) => {
      faults.push(`outside request: ${route.request().url()}`)
      return route.abort()
    },
  )
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  context.on('weberror', (error) => faults.push(String(error.error())))
  const page = await context.newPage()
  await page.goto('/harness')
  await expect(page.locator('#user')).toHaveText('nobody')
  return { context, page, faults, user: page.locator('#user'), outcome: page.locator('#outcome') }
}

/** Presses a button and returns the window that it opens. */
async function openWindow(page: Page, button: 'Sign in' | 'Confirm'): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  return opening
}

async function logIn(popup: Page, login: string, decision: 'Agree' | 'Cancel' = 'Agree'): Promise<void> {
  await popup.getByLabel('Username').fill(login)
  await popup.getByRole('button', { name: 'Log in' }).click()
  await popup.getByRole('button', { name: decision }).click()
}

/** Advances the page's own clock until it reports the window as closed: it checks the session first, which takes real time. */
async function expectReportedClosed({ clock }: Page, outcome: Locator): Promise<void> {
  await expect(async () => {
    await clock.runFor(10_000)
    await expect(outcome).toHaveText('popup-closed-by-user', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
}

/** Under automation, every page has the focus; this simulates that the user is in another window. */
const loseFocus = (page: Page) => page.evaluate(() => void (document.hasFocus = () => false))

test('a person signs in through a window of 500 by 600, which closes itself', async ({ browser }) => {
  const { page, context, user, outcome, faults } = await aVisitor(browser)
  const popup = await openWindow(page, 'Sign in')
  await popup.waitForURL(`${server.issuer}/**`)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  const closed = popup.waitForEvent('close')
  await logIn(popup, 'robin')
  await closed
  await expect(user).toHaveText('robin@oidc.test')
  await expect(outcome).toHaveText('done')
  // Scripts can't read the token that opens the account.
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0])
  const cookies = (await context.cookies()).toSorted((a, b) => a.name.length - b.name.length)
  expect(cookies).toEqual([
    // One for the active account, and one for each account of the browser.
    expect.objectContaining({ name: 'wl.session_token', httpOnly: true, sameSite: 'Lax', path: '/identity' }),
    expect.objectContaining({
      name: expect.stringMatching(/^wl\.session_token_multi-\w+$/),
      httpOnly: true,
      sameSite: 'Lax',
      path: '/identity',
    }),
  ])
  expect(faults).toEqual([])
  await context.close()
})

test('a user who cancels there sees the error at once', async ({ browser }) => {
  const { page, context, user, outcome } = await aVisitor(browser)
  await logIn(await openWindow(page, 'Sign in'), 'robin', 'Cancel')
  await expect(outcome).toHaveText('popup-closed-by-user', { timeout: 3_000 })
  await expect(user).toHaveText('nobody')
  await context.close()
})

test('a window that the user closes is reported within a second', async ({ browser }) => {
  const { page, context, outcome } = await aVisitor(browser)
  await page.clock.install()
  const popup = await openWindow(page, 'Sign in')
  await popup.waitForURL(`${server.issuer}/**`)
  await popup.close()
  await page.clock.runFor(900)
  await expect(outcome).toHaveText('popup-closed-by-user')
  await context.close()
})

test('a blocked window is reported', async ({ browser }) => {
  const { page, context, outcome } = await aVisitor(browser)
  // A headless browser blocks no pop-ups; this simulates one that does.
  await page.evaluate(() => (window.open = () => null))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(outcome).toHaveText('popup-blocked')
  await context.close()
})

test('a different account does not replace the one to be confirmed', async ({ browser }) => {
  const { page, context, user, outcome } = await aVisitor(browser)
  await logIn(await openWindow(page, 'Sign in'), 'robin')
  await expect(outcome).toHaveText('done')
  await logIn(await openWindow(page, 'Confirm'), 'noor')
  await expect(outcome).toHaveText('user-mismatch')
  await expect(user).toHaveText('robin@oidc.test')
  await logIn(await openWindow(page, 'Confirm'), 'robin')
  await expect(outcome).toHaveText('done')
  await context.close()
})

test('an issuer that isolates its window still signs users in', async ({ browser }) => {
  await server.isolate(true)
  const { page, context, user, outcome } = await aVisitor(browser)
  await loseFocus(page)
  const popup = await openWindow(page, 'Sign in')
  await logIn(popup, 'robin')
  await expect(user).toHaveText('robin@oidc.test')
  await expect(outcome).toHaveText('done')
  await context.close()
})

test('a slow sign-in first reports a closed window, and then succeeds', async ({ browser }) => {
  await server.isolate(true)
  const { page, context, user, outcome } = await aVisitor(browser)
  await loseFocus(page)
  await page.clock.install()
  const popup = await openWindow(page, 'Sign in')
  await popup.waitForURL(`${server.issuer}/**`)
  await expectReportedClosed(page, outcome)
  await logIn(popup, 'noor')
  await expect(user).toHaveText('noor@oidc.test')
  await context.close()
})
