import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { fromOwnAddress } from './client-address.ts'
import type { RunningServer } from './running-server.ts'
import { SERVERS } from './several-servers.ts'

/** A user with their own browser. It collects errors of the page, which must be empty at the end. */
export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** Goes to an address of the product, as typed into the address bar. */
  open(path: string): Promise<void>
  /** Goes to another page as the browser's back button does, and waits until the app shows it and its calls are answered. The app isn't loaded again. */
  go(path: string): Promise<void>
  /**
   * Signs in with the call of the login page, without drawing that page: it has its own tests, and every browser here
   * would read it again. What is opened next finds the session that a reload finds.
   */
  signIn(login: { email: string; password: string }): Promise<void>
  /** Calls the server as the signed-in user and returns its answer. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>>
  /** The path that the address bar shows. */
  path(): string
  /** Fails on anything serious that axe finds on the page as it is now. The run on several servers skips it: pages don't differ there. */
  expectAccessible(): Promise<void>
  /** Switches the page that is open to a theme, and waits until no colour changes any more. */
  chooseTheme(theme: Theme): Promise<void>
  /** Fails on anything serious that axe finds by the rules that colours decide. */
  expectLegible(): Promise<void>
  /** Fails on any console error, uncaught exception, policy report or request to an outside host so far. */
  expectQuiet(): Promise<void>
  leave(): Promise<void>
}

type Theme = 'light' | 'dark'

/** Where the page keeps its theme. */
const THEME_KEY = 'wl.color-scheme'
/** What axe has but does not declare: the impact that all faults of a rule are given. */
type AxeRules = { _audit: { rules: { id: string; impact: string | null }[] } }
const modules = createRequire(import.meta.url)
// The one that the builder below sends to the page.
const axeCore = createRequire(modules.resolve('@axe-core/playwright'))('axe-core') as AxeRules
/** Rules whose faults are never serious, so nothing of theirs would be reported. They are a third of all work. */
const rulesOfLittleImpact = axeCore._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => id)
/** The only rules of axe whose outcome another theme can change. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Whether the tests run on several servers, after a run on one that looks at the same pages. */
const isCluster = Number(process.env[SERVERS] ?? 1) > 1

/** What a browser, and our own log, write when the network is cut on purpose or the server is being restarted. */
const OFFLINE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|FAILED|NETWORK_IO_SUSPENDED)|WebSocket connection to|call failed \{.*(kind: offline|status: 503)|status of 503/

/** The browser's log line for addresses that tests open although no page has them. */
const NO_SUCH_PAGE = /status of 404 .*\/(?:no\/such\/page|gallery)$/

/**
 * Opens a browser context for one person.
 * @param serviceWorker whether one is installed: it fetches the whole app ahead, which takes longer than most tests
 * @param mayBeOffline the test cuts the network or stops the server, so the browser's own words about that are no fault
 */
export async function aVisitor(
  browser: Browser,
  server: Pick<RunningServer, 'ready'>,
  {
    width = 1440,
    height = 900,
    mayBeOffline = false,
    serviceWorker = false,
    hasTouch = false,
  }: { width?: number; height?: number; mayBeOffline?: boolean; serviceWorker?: boolean; hasTouch?: boolean } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch,
    isMobile: hasTouch,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    baseURL: server.ready.origin,
  })
  const faults: string[] = []
  const unanswered = new Set<Request>()
  const own = [server.ready.origin, ...Object.values(server.ready.fakeServices ?? {})]
  // Only listened to: intercepting would take the browser's cache out of use. Outside names don't resolve (playwright.config.ts).
  context.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !own.some((origin) => url.startsWith(origin))) faults.push(`outside request: ${url}`)
    if (request.resourceType() === 'fetch') unanswered.add(request)
  })
  context.on('requestfinished', (request) => void unanswered.delete(request))
  context.on('requestfailed', (request) => void unanswered.delete(request))
  // The browser reports each violation of the content policy; the page's own code never listens.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = `${message.text()} ${message.location().url}`
    if (NO_SUCH_PAGE.test(text)) return
    if (!mayBeOffline || !OFFLINE.test(text)) faults.push(`console: ${text}`)
  })

  return {
    page,
    context,
    open: async (path) => void (await page.goto(path)),
    async go(path) {
      await page.evaluate((to) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        // The app focuses `main` once it shows another page.
        addEventListener('focusin', ({ target }) => target instanceof Element && target.matches('main') && resolve())
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        history.pushState({ key: crypto.randomUUID() }, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        return promise
      }, path)
      await expect.poll(() => unanswered.size, `${path} waits for answers`).toBe(0)
    },
    async signIn({ email, password }) {
      const answer = await context.request.post('/identity/sign-in/email', {
        headers: { origin: server.ready.origin, ...fromOwnAddress() },
        data: { email, password },
      })
      expect(answer.status(), `signing in as ${email}`).toBe(200)
    },
    async ask(method, path, body) {
      // Every answer read here was sent by the server under test.
      const { token } = (await (await context.request.get('/identity/token')).json()) as { token: string }
      const headers = { authorization: `Bearer ${token}` }
      const answer = await context.request.fetch(`/app/auth${path}`, { method, headers, ...(body ? { data: body } : {}) })
      expect(answer.status(), `${method} ${path}`).toBe(200)
      return (await answer.json()) as Record<string, unknown>
    },
    path: () => new URL(page.url()).pathname,
    async expectAccessible() {
      // A row of a long list is hidden until it is measured; looked at in between, its links have no name.
      await expect(page.locator('main li[style*="visibility: hidden"], main div[style*="visibility: hidden"]')).toHaveCount(0)
      expect(await seriousFaults(page)).toEqual([])
    },
    async chooseTheme(theme) {
      await chooseTheme(page, theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      // A colour on its way to another one is neither.
      await page.evaluate(async () => {
        const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        // The browser holds the transitions of content that it skips drawing, so these would never end.
        const isDrawn = ({ effect }: Animation) =>
          effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true })
        const changing = () => document.getAnimations().filter((it) => it instanceof CSSTransition && isDrawn(it))
        await drawn()
        // The end of one may begin another: what inherits a colour follows it.
        while (changing().length > 0) {
          await Promise.allSettled(changing().map(({ finished }) => finished))
          await drawn()
        }
      })
    },
    async expectLegible() {
      expect(await seriousFaults(page, rulesOfColour)).toEqual([])
    },
    async expectQuiet() {
      expect(faults).toEqual([])
    },
    leave: () => context.close(),
  }
}

/** What axe finds serious, by all of its rules or by some. */
async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (isCluster) return []
  // Results of several frames are put together on a page of their own, and passed checks of every node are included unless turned off:
  // either takes longer than looking does.
  const isAlone = page.frames().length === 1
  // Sending and compiling axe takes as long as most of its runs, so a page that has it already gets an empty script.
  const hasAxe = isAlone && (await page.evaluate(() => 'axe' in globalThis))
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: ';' } : {}) })
    .setLegacyMode(isAlone)
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe.disableRules(rulesOfLittleImpact)).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Chooses a theme the way another tab of the same person does. */
async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    },
    [THEME_KEY, theme] as const,
  )
}
