import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { RunningServer } from './running-server.ts'

/** Somebody at a browser of their own. Everything that went wrong unseen is kept and must be empty at the end. */
export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** Goes to an address of the product, as typed into the address bar. */
  open(path: string): Promise<void>
  /** The path that the address bar shows. */
  path(): string
  /** Fails on anything serious that axe finds on the page as it is now. */
  expectAccessible(): Promise<void>
  /** Fails on any console error, uncaught exception, policy report or request to an outside host so far. */
  expectQuiet(): Promise<void>
  leave(): Promise<void>
}

/** What a browser, and our own log, write when the network is cut on purpose or the server is being restarted. */
const OFFLINE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|NETWORK_IO_SUSPENDED)|WebSocket connection to|call failed \{.*(kind: offline|status: 503)|status of 503/

/**
 * Opens a browser context for one person.
 * @param serviceWorker whether one is installed: it fetches the whole app ahead, which costs more than most journeys do
 * @param mayBeOffline the journey cuts the network or stops the server, so the browser's own words about that are no fault
 */
export async function aVisitor(
  browser: Browser,
  server: RunningServer,
  {
    width = 1440,
    height = 900,
    mayBeOffline = false,
    serviceWorker = false,
  }: { width?: number; height?: number; mayBeOffline?: boolean; serviceWorker?: boolean } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    baseURL: server.ready.origin,
  })
  const faults: string[] = []
  const own = [server.ready.origin, ...Object.values(server.ready.standIns ?? {})]
  // Only listened to: intercepting would take the browser's cache out of use. Outside names don't resolve (playwright.config.ts).
  context.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !own.some((origin) => url.startsWith(origin))) faults.push(`outside request: ${url}`)
  })
  // The browser tells the page of each breach of its content policy; the page's own code never listens.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = `${message.text()} ${message.location().url}`
    if (!mayBeOffline || !OFFLINE.test(text)) faults.push(`console: ${text}`)
  })

  return {
    page,
    context,
    open: async (path) => void (await page.goto(path)),
    path: () => new URL(page.url()).pathname,
    async expectAccessible() {
      // A row of a long list is hidden until it is measured; looked at in between, its links have no name.
      await expect(page.locator('main li[style*="visibility: hidden"], main div[style*="visibility: hidden"]')).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([])
    },
    async expectQuiet() {
      expect(faults).toEqual([])
    },
    leave: () => context.close(),
  }
}
