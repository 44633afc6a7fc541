import { expect, type Page } from '@playwright/test'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

const LATENCY_MS = 150
const BYTES_PER_SECOND = 200_000
const MAX_SHIFT = 0.05

/** The sum of all layout shifts since the page was loaded, except those that answer an input. */
const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    // Its shape is in no types of the compiler.
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
    return shifts.reduce((sum, { value }) => sum + value, 0)
  })

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`on a slow line nothing on home moves after signing in, ${width} wide`, async ({ browser, demoServer }) => {
    test.setTimeout(120_000)
    const visitor = await aVisitor(browser, demoServer, { width, height })
    const { page } = visitor
    const [login] = demoServer.ready.logins
    if (!login) throw new Error('the server printed no login')
    const line = await visitor.context.newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await entryPage(visitor).logIn(login)
    await expect(page.getByRole('region', { name: 'Requests' }).locator('.wl-print').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'On your wavelength' }).getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Latest moments' })).toBeAttached()
    await visitor.answered()
    expect(await shiftsOf(page)).toBeLessThan(MAX_SHIFT)
    await visitor.leave()
  })
}
