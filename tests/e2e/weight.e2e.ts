import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor } from '#tests/kit/visitor.ts'

/** The limits come from decision 0007. */
const pages = [
  { path: '/', isIn: false, page: 'LandingPage', maxScriptKb: 133, maxStyleKb: 10, maxFiles: 12 },
  { path: '/find_buddies', isIn: true, page: 'FindBuddiesPage', maxScriptKb: 154, maxStyleKb: 13, maxFiles: 22 },
  // Home chooses its page in the browser, so the server can't preload it.
  { path: '/', isIn: true, page: null, maxScriptKb: 164, maxStyleKb: 11, maxFiles: 29 },
  { path: '/chat', isIn: true, page: 'ChatPage', maxScriptKb: 183, maxStyleKb: 14, maxFiles: 26 },
  { path: '/settings', isIn: true, page: 'SettingsPage', maxScriptKb: 216, maxStyleKb: 19, maxFiles: 64 },
]
/** Parts of features that load on use, so no page requests them on its own. */
const LOADED_WHEN_USED = [
  'AccountPanel',
  'BookmarkFeed',
  'EmojiPicker',
  'ForwardDialog',
  'LinkWarning',
  'NewPoll',
  'NewQueue',
  'QuoteDialog',
  'ReportDialog',
  'SelectionBar',
  'StarredMessages',
  'VoiceRecorder',
  'WhyDialog',
]
const LATER_MS = 3_000
const MAX_LANDING_KB = 20

let server: RunningServer
let session: Awaited<ReturnType<BrowserContext['storageState']>>
// Uses its own server: data of other tests for the same user may load more code.
test.beforeAll(async ({ browser }) => {
  server = await startServer({ demo: true })
  const visitor = await aDemoVisitor(browser, server)
  session = await visitor.context.storageState()
  await visitor.leave()
})
test.afterAll(() => server.close())

test('lazily loaded parts are separate files', () => {
  const files = readdirSync('dist/web/assets')
  expect(LOADED_WHEN_USED.filter((part) => !files.some((file) => file.startsWith(`${part}-`) && file.endsWith('.js')))).toEqual([])
})

for (const { path, isIn, page: pageName, maxScriptKb, maxStyleKb, maxFiles } of pages) {
  const title = `${path} ${isIn ? 'signed in' : 'signed out'} receives at most ${maxScriptKb} KB of JavaScript and ${maxStyleKb} KB of CSS`
  test(`${title} (gzip) in ${maxFiles} files in a cold profile`, async ({ browser }) => {
    // The service worker loads the rest of the app later; the page does not wait for that.
    const context = await browser.newContext({
      baseURL: server.ready.origin,
      serviceWorkers: 'block',
      ...(isIn ? { storageState: session } : {}),
    })
    const page = await context.newPage()
    // Work that the app delays by seconds, such as the offline cache, is not part of the page, however slow the machine is.
    await page.addInitScript((latestMs) => {
      const plan = globalThis.setTimeout.bind(globalThis)
      globalThis.setTimeout = ((run: () => void, delayMs = 0) => (delayMs < latestMs ? plan(run, delayMs) : 0)) as typeof setTimeout
    }, LATER_MS)
    const sizes = { script: 0, stylesheet: 0 }
    const requests: string[] = []
    const readings: Promise<void>[] = []
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      if (kind !== 'script' && kind !== 'stylesheet') return
      requests.push(new URL(response.url()).pathname)
      readings.push(response.body().then((body) => void (sizes[kind] += gzipSync(body, { level: 9 }).length)))
    })
    const reply = await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await Promise.all(readings)
    expect(sizes.script / 1024).toBeGreaterThan(50)
    // The preloads of the response are what the page needs, and each is fetched once. Prefetched files are for the next action.
    const markup = (await reply?.text()) ?? ''
    for (const [, inline = ''] of markup.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) sizes.stylesheet += gzipSync(inline, { level: 9 }).length
    const named = [...markup.matchAll(/<link (?!rel="(?:prefetch|stylesheet" disabled))[^>]+ href="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, file]) => file,
    )
    if (pageName) expect(named.join(' ')).toContain(`/${pageName}-`)
    expect(requests).toEqual(expect.arrayContaining(named))
    expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted())
    expect(requests.filter((file) => LOADED_WHEN_USED.some((part) => file.includes(`/${part}-`)))).toEqual([])
    expect(sizes.script / 1024).toBeLessThanOrEqual(maxScriptKb)
    expect(requests.length).toBeLessThanOrEqual(maxFiles)
    expect(sizes.stylesheet / 1024).toBeLessThanOrEqual(maxStyleKb)
    if (!isIn) expect(await scriptKbBeforeLoad(page)).toBeLessThanOrEqual(MAX_LANDING_KB)
    await context.close()
  })
}

/** The compressed code that a page requested before its load event. After it the app loads, at the first action or when idle. */
const scriptKbBeforeLoad = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const early = resources.filter(({ name, startTime }) => name.endsWith('.js') && startTime < (navigation?.loadEventStart ?? 0))
    return early.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024
  })

/** What each page shows with the answer that has the session. `id` finds the page's parameter. */
const firstPages = [
  { path: '/', content: 'main a[href^="/view-connection/"], main a[href^="/profile/"]' },
  { path: '/find_buddies', content: 'main a[href^="/profile/"]' },
  { path: '/moments', content: 'main article' },
  { path: '/notifications', content: 'main li a' },
  { path: '/chat', content: 'main a[href^="/chat/"]' },
  { path: '/chat/:id', from: { path: '/chat', link: 'main a[href^="/chat/"]' }, content: '.wl-bubble' },
  { path: '/profile/:id', from: { path: '/find_buddies', link: 'main a[href^="/profile/"]' }, content: '.wl-overview' },
  { path: '/view-connection/:id', from: { path: '/find_buddies', link: 'main a[href^="/view-connection/"]' }, content: 'main h2' },
]
for (const { path, from, content } of firstPages) {
  test(`${path} shows its first data with the answer that has session and token`, async ({ browser }) => {
    const visitor = await aDemoVisitor(browser, server)
    const { page } = visitor
    // The first visit determines who is signed in.
    await page.goto(from?.path ?? '/shortcuts')
    await expect(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible()
    await visitor.answered()
    const target = from ? ((await page.locator(from.link).first().getAttribute('href')) ?? '') : path
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url().slice(server.ready.origin.length)))
    await page.route(
      ({ pathname }) => pathname.startsWith('/app/') || pathname === '/identity/token',
      (route) => route.abort(),
    )
    await page.goto(target)
    await expect(page.locator(content).first()).toBeVisible()
    expect(requested.filter((address) => address.startsWith('/identity/'))).toEqual([expect.stringMatching(/^\/identity\/start\?/)])
    expect(new URLSearchParams(requested.find((address) => address.startsWith('/identity/'))?.split('?')[1]).get('page')).toBe(target)
    await visitor.leave()
  })
}
