import { type Browser, expect, type Locator } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor, aVisitor, type Visitor } from '#tests/kit/visitor.ts'

/* Every page of the demo world, on a desktop and on a phone, light and dark: axe finds nothing serious, nothing is wider than the screen,
   and the browser logs nothing. The app is loaded once, and each page is resized, because loading takes longer than checking. */

const open = ['/', '/login', '/sign-up', '/social_connect', '/shortcuts', '/privacy-policy', '/terms-of-service', '/no/such/page']
const closed = [
  '/',
  '/find_buddies',
  '/discover_content',
  '/blends',
  '/blends/new',
  '/moments',
  '/chat',
  '/search?q=mar',
  '/find-people',
  '/social_connect',
  '/settings',
  '/saved',
]
const ofPerson = [
  '/profile/:uid',
  '/profile/:uid/spotify',
  '/profile/:uid/youtube',
  '/profile/:uid/buddies',
  '/view-connection/:uid',
  '/moments/:uid',
]
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const signedIn = (browser: Browser): Promise<Visitor> => aDemoVisitor(browser, server, desktop)

const views = [
  { size: desktop, theme: 'light', other: 'dark' },
  { size: phone, theme: 'dark', other: 'light' },
] as const

/**
 * Each width and each theme once with all rules of axe. The two other pairs can differ only in the frame around a page, which is the same
 * on all: so only the first page is also checked in these, by the rules that depend on colors.
 */
async function checkPages(visitor: Visitor, paths: readonly string[]): Promise<void> {
  const { page } = visitor
  for (const [index, path] of paths.entries()) {
    if (index === 0) await visitor.open(path)
    else await visitor.go(path)
    // Every second page begins with the last view of the page before: changing the theme takes as long as a page.
    for (const { size, theme, other } of index % 2 === 0 ? views : views.toReversed()) {
      await page.setViewportSize(size)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      await expect(page.locator('.wl-skeleton').first(), path).toBeHidden()
      await visitor.chooseTheme(theme)
      const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(wider, `${path} is wider than a screen of ${size.width}`).toBeLessThanOrEqual(0)
      await visitor.expectAccessible()
      if (index > 0) continue
      await visitor.chooseTheme(other)
      await visitor.expectLegible()
    }
    expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname)
  }
}

test('every public page has no errors, at both widths and in both themes', async ({ browser }) => {
  const visitor = await aVisitor(browser, server, desktop)
  await checkPages(visitor, open)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('every page of a signed-in user has no errors, at both widths and in both themes', async ({ browser }) => {
  const visitor = await signedIn(browser)
  await checkPages(visitor, closed)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('every page of another user has no errors, at both widths and in both themes', async ({ browser }) => {
  const visitor = await signedIn(browser)
  await visitor.open('/search?q=jonas')
  const link = visitor.page.getByRole('link', { name: /Jonas Weir/ }).first()
  const uid = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await checkPages(
    visitor,
    ofPerson.map((path) => path.replace(':uid', uid)),
  )
  await visitor.expectQuiet()
  await visitor.leave()
})

test('the pages of an artist, a channel and a track have no fault, at both widths and in both themes', async ({ browser }) => {
  const visitor = await signedIn(browser)
  const paths: string[] = []
  for (const kind of ['artist', 'track', 'channel'] as const) {
    const { items } = (await visitor.ask('GET', `/discover/${kind}`)) as { items: { item: { id: string } }[] }
    const id = items[0]?.item.id
    if (id !== undefined) paths.push(`/${kind}/${id}`)
  }
  expect(paths).toHaveLength(3)
  await checkPages(visitor, paths)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('the area of the scrollbar is as dark as the page while a dialog is open', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  const [mira] = server.ready.logins
  if (!mira) throw new Error('the server printed no login')
  await visitor.signIn(mira)
  await visitor.open('/find_buddies')
  const { page } = visitor
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await background()
  await page
    .getByRole('button', { name: /^Connect with/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await background()).not.toBe(before)
  await page.keyboard.press('Escape')
  await expect.poll(background).toBe(before)
  await visitor.leave()
})

test('a system theme with few colors shows what is selected, and pictures keep their colors', async ({ browser }) => {
  const visitor = await signedIn(browser)
  const { page } = visitor
  await page.emulateMedia({ forcedColors: 'active' })
  await visitor.open('/find_buddies')
  const styleOf = (locator: Locator, name: string) =>
    locator.evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name)
  const outline = (locator: Locator) => styleOf(locator, 'outline-style')
  const rail = page.getByRole('navigation', { name: 'Main' })
  await expect(page.locator('.wl-avatar').first()).toBeVisible()
  expect(await outline(rail.getByRole('link', { name: 'Find buddies' }))).toBe('solid')
  expect(await outline(rail.getByRole('link', { name: 'Discover' }))).toBe('none')
  expect(await outline(page.getByRole('button', { name: 'Music + video' }))).toBe('solid')
  expect(await outline(page.getByRole('button', { name: 'Music only' }))).toBe('none')
  expect(await styleOf(page.locator('.wl-avatar').first(), 'background-image')).toMatch(/gradient/)
  const bar = page.locator('.wl-print-bar:not([data-shared])').first()
  expect(await styleOf(bar, 'color')).toBe(await styleOf(page.locator('body'), 'color'))
  await visitor.leave()
})

test('on tablets, menus of rows without a play button stand below the others, and the button of the own print is as wide as its text', async ({
  browser,
}) => {
  const visitor = await aDemoVisitor(browser, server, { width: 768, height: 900 })
  const { page } = visitor
  await visitor.open('/search?q=bo')
  const menus = page.getByRole('button', { name: /^More for / })
  await expect(menus.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Play / }).first()).toBeVisible()
  expect(await page.locator('.wl-item-row:not(:has(.wl-play-item))').count()).toBeGreaterThan(0)
  const edges = await menus.evaluateAll((all) => all.map((menu) => Math.round(menu.getBoundingClientRect().x)))
  expect(new Set(edges).size).toBe(1)

  await visitor.open('/profile/mira')
  const share = page.getByRole('button', { name: 'Share as picture' })
  await expect(share).toBeVisible()
  expect((await share.boundingBox())?.width).toBeLessThan(260)
  await visitor.leave()
})
