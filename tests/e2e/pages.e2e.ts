import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

/* Every page of the demo world, on a desktop and on a phone, light and dark: axe finds nothing serious, nothing is wider than the
   screen, and the browser reports nothing. Each page is loaded once and then resized: loading costs more than looking. */

const open = ['/', '/login', '/sign-up', '/social_connect', '/shortcuts', '/privacy-policy', '/terms-of-service', '/no/such/page']
const closed = [
  '/',
  '/find_buddies',
  '/discover_content',
  '/moments',
  '/chat',
  '/search?q=mar',
  '/find-people',
  '/social_connect',
  '/settings',
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
test.beforeAll(async () => {
  server = await startServer({ demo: true })
})
test.afterAll(() => server.close())

async function signedIn(browser: Browser): Promise<Visitor> {
  const [mira] = server.ready.logins
  if (!mira) throw new Error('the start printed no login')
  const visitor = await aVisitor(browser, server, desktop)
  await visitor.signIn(mira)
  return visitor
}

/** At each width all rules of axe in one theme, and in the other theme only those that colours decide. */
async function lookAt(visitor: Visitor, path: string): Promise<void> {
  const { page } = visitor
  await page.setViewportSize(desktop)
  await visitor.open(path)
  for (const [size, theme, other] of [
    [desktop, 'light', 'dark'],
    [phone, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize(size)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await expect(page.locator('.wl-skeleton').first(), path).toBeHidden()
    await visitor.chooseTheme(theme)
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(wider, `${path} is wider than a screen of ${size.width}`).toBeLessThanOrEqual(0)
    await visitor.expectAccessible()
    await visitor.chooseTheme(other)
    await visitor.expectLegible()
  }
}

test('every page that is open to all has no fault, at both widths and in both themes', async ({ browser }) => {
  const visitor = await aVisitor(browser, server, desktop)
  for (const path of open) await lookAt(visitor, path)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('every page of a signed-in person has no fault, at both widths and in both themes', async ({ browser }) => {
  const visitor = await signedIn(browser)
  for (const path of closed) await lookAt(visitor, path)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('every page of another person has no fault, at both widths and in both themes', async ({ browser }) => {
  const visitor = await signedIn(browser)
  await visitor.open('/search?q=jonas')
  const link = visitor.page.getByRole('link', { name: /Jonas Weir/ }).first()
  const uid = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  for (const path of ofPerson) await lookAt(visitor, path.replace(':uid', uid))
  await visitor.expectQuiet()
  await visitor.leave()
})
