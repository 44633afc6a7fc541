import { expect, test } from '@playwright/test'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor, THEME_KEY } from '#tests/kit/visitor.ts'

/* Every page, full of the demo world, on a desk and on a phone, dark and light: axe finds nothing serious, nothing is
   wider than the screen, and the browser has nothing to complain about. */

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

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ demo: true })
})
test.afterAll(() => server.close())

// Each width in both themes: all of axe in the first, and in the other, without loading the page again, what colours decide.
for (const [width, theme, other] of [
  [1440, 'light', 'dark'],
  [390, 'dark', 'light'],
] as const) {
  test(`every page at ${width}, ${theme} and ${other}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const [mira] = server.ready.logins
    if (!mira) throw new Error('the start printed no login')
    const visitor = await aVisitor(browser, server, { width, height: width < 600 ? 844 : 900 })
    const look = async (path: string) => {
      await visitor.open(path)
      await expect(visitor.page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      await expect(visitor.page.locator('.wl-skeleton').first(), path).toBeHidden()
      const wider = await visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(wider, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      await visitor.expectAccessible()
      await visitor.expectLegible(other)
    }
    await test.step('signed out', async () => {
      await visitor.open('/')
      await visitor.page.evaluate(([key, value]) => localStorage.setItem(key, value), [THEME_KEY, theme] as const)
      for (const path of open) await look(path)
    })
    await test.step('signed in', async () => {
      await entryPage(visitor).logIn(mira)
      for (const path of closed) await look(path)
    })
    await test.step('somebody else', async () => {
      await visitor.open('/search?q=jonas')
      const link = visitor.page.getByRole('link', { name: /Jonas Weir/ }).first()
      const uid = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
      for (const path of ofPerson) await look(path.replace(':uid', uid))
    })
    await visitor.expectQuiet()
    await visitor.leave()
  })
}
