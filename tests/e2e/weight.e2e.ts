import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

/** The limits are those of decision 0007. */
const pages = [
  { path: '/', maxScriptKb: 170 },
  { path: '/find_buddies', maxScriptKb: 174 },
]
const MAX_STYLE_KB = 25

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

for (const { path, maxScriptKb } of pages) {
  test(`${path} receives at most ${maxScriptKb} KB of JavaScript and ${MAX_STYLE_KB} KB of CSS (gzip) in a cold profile`, async ({
    browser,
  }) => {
    const [mira] = server.ready.logins
    if (!mira) throw new Error('the start printed no login')
    const first = await aVisitor(browser, server)
    await first.signIn(mira)
    const session = await first.context.storageState()
    await first.leave()

    // The service worker fetches the rest of the app afterwards; that is not what the page waits for.
    const context = await browser.newContext({
      baseURL: server.ready.origin,
      serviceWorkers: 'block',
      ...(path === '/' ? {} : { storageState: session }),
    })
    const page = await context.newPage()
    const sizes = { script: 0, stylesheet: 0 }
    const asked: string[] = []
    const readings: Promise<void>[] = []
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      if (kind !== 'script' && kind !== 'stylesheet') return
      asked.push(new URL(response.url()).pathname)
      readings.push(response.body().then((body) => void (sizes[kind] += gzipSync(body, { level: 9 }).length)))
    })
    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await Promise.all(readings)
    expect(sizes.script / 1024).toBeGreaterThan(50)
    // What the answer names ahead is what the page needs, and is fetched as it will be used: once.
    const named = [...((await answer?.text()) ?? '').matchAll(/href="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file)
    expect(named.join(' ')).toMatch(path === '/' ? /LandingPage-/ : /FindBuddiesPage-/)
    expect(asked).toEqual(expect.arrayContaining(named))
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(sizes.script / 1024).toBeLessThanOrEqual(maxScriptKb)
    expect(sizes.stylesheet / 1024).toBeLessThanOrEqual(MAX_STYLE_KB)
    await context.close()
  })
}
