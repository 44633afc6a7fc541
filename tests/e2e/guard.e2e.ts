import { expect } from '@playwright/test'
import { anAccount } from '#tests/kit/api-user.ts'
import { test } from '#tests/kit/test.ts'
import { entryPage, type NewPerson } from '#tests/kit/pages/entry.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

/** One closed route without a parameter and one with it, and an open one: `web/app/route-guard.test.ts` has every route and decision. */
const closed = ['/moments', '/chat/0197a0f0-0000-7000-8000-000000000001']
const open = ['/social_connect', '/__auth/spotify']

const ada: NewPerson = {
  email: 'ada@example.test',
  password: 'correct horse battery',
  userName: 'ada',
  name: 'Ada Lovelace',
  birthYear: 1990,
  picks: ['Gorillaz', 'Bonobo', 'Vsauce'],
}

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

test('a signed-out visitor reaches the public routes and is redirected from the others', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  for (const path of closed) {
    await visitor.open(path)
    await expect(visitor.page, path).toHaveURL(/\/login/)
  }
  for (const path of open) {
    await visitor.open(path)
    await expect(visitor.page.getByRole('heading').first(), path).toBeVisible()
    expect(visitor.path()).toBe(path)
  }
  await visitor.open('/no/such/page')
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await test.step('the landing page can be read without scripts, in the requested language', async () => {
    const reader = await browser.newContext({ javaScriptEnabled: false, locale: 'de', baseURL: server.ready.origin })
    const page = await reader.newPage()
    await page.goto('/?from=a-friend')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finde die Leute, die hören, was du hörst.')
    await expect(page.getByRole('link', { name: 'Registrieren' })).toHaveAttribute('href', '/sign-up')
    await page.goto('/?shell')
    await expect(page.getByRole('heading')).toHaveCount(0)
    await reader.close()
  })
  await test.step('a click on the landing page counts even if the app replaces the page meanwhile', async () => {
    const { page } = visitor
    const pressed = Promise.withResolvers<void>()
    await page.route('/assets/*.js', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Sign up' }).hover()
    await page.mouse.down()
    pressed.resolve()
    await expect(page.locator('#root').getByText('How it works')).toBeAttached()
    await page.mouse.up()
    await expect(page).toHaveURL(/\/sign-up$/)
    await page.unrouteAll()
  })
  await test.step('another page shows the logo until its code is there', async () => {
    const { page } = visitor
    const arrived = Promise.withResolvers<void>()
    await page.route('/assets/*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    const logo = () => page.locator('#root').evaluate((root) => getComputedStyle(root, '::before').backgroundImage)
    await expect.poll(logo).toContain('/icon.svg')
    arrived.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await logo()).toBe('none')
    await page.unrouteAll()
  })
  await test.step('the language chosen at the foot of the page applies, and the page has its direction', async () => {
    await visitor.open('/')
    await visitor.page.getByLabel('Language').selectOption({ label: 'العربية' })
    await expect(visitor.page.getByRole('link', { name: 'إنشاء حساب' })).toBeVisible()
    // The landing page is prerendered in the browser's own language, which differs from the chosen one.
    await visitor.open('/')
    await expect(visitor.page.locator('#prerendered')).not.toBeAttached()
    await expect(visitor.page.getByRole('link', { name: 'إنشاء حساب' })).toBeVisible()
    await visitor.open('/login')
    await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('مرحبًا بعودتك')
    await expect(visitor.page.locator('html[lang="ar"][dir="rtl"]')).toBeAttached()
  })
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a user without a profile can only access account setup, and afterwards every page', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  const { login } = await anAccount(server, ada.userName)
  await visitor.signIn(login)
  for (const path of ['/', '/find_buddies']) {
    await visitor.open(path)
    await expect(visitor.page, path).toHaveURL(/\/account-setup$/)
  }
  const entry = entryPage(visitor)
  await visitor.page.getByLabel('Username').fill('a')
  await visitor.page.getByRole('button', { name: 'Continue' }).click()
  await expect(visitor.page.getByText('At least 3 characters.')).toBeVisible()
  await entry.tryUserName('not a name!', /^Only lowercase letters/)
  await visitor.expectAccessible()
  await entry.setUpAccount(ada)
  for (const path of ['/find_buddies', '/social_connect']) {
    await visitor.open(path)
    await expect(visitor.page.getByRole('heading').first(), path).toBeVisible()
    expect(visitor.path()).toBe(path)
  }
  await test.step('the language chosen in the settings applies on another device', async () => {
    await visitor.open('/settings')
    const saved = visitor.page.waitForResponse(
      (response) => response.url().endsWith('/settings/language') && response.request().method() === 'POST',
    )
    await visitor.page.getByLabel('Language', { exact: true }).selectOption({ label: 'Deutsch' })
    await expect(visitor.page.getByRole('heading', { name: 'Aussehen' })).toBeVisible()
    await saved
    const otherBrowser = await aVisitor(browser, server)
    await otherBrowser.signIn(login)
    await otherBrowser.open('/')
    await expect(otherBrowser.page.locator('html[lang="de"]')).toBeAttached()
    await otherBrowser.expectQuiet()
    await otherBrowser.leave()
  })
  await visitor.expectQuiet()
  await visitor.leave()
})
