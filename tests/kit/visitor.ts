import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Frame, type Page, type Request } from '@playwright/test'
import { takeNewSession } from './api-user.ts'
import { fromOwnAddress } from './client-address.ts'
import type { RunningServer } from './running-server.ts'
import { SERVERS } from './several-servers.ts'

/** A user with their own browser. It collects errors of the page, which must be empty at the end. */
export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens an address of the product, as if typed into the address bar. */
  open(path: string): Promise<void>
  /**
   * Changes the page like the browser's back button, and waits until the app shows it and its calls are answered. The app isn't loaded
   * again.
   */
  go(path: string): Promise<void>
  /** Waits until the calls of the page are answered. */
  answered(): Promise<void>
  /**
   * Signs in with the call of the login page, without rendering that page, which has its own tests. The first browser of a user of
   * api-user.ts has the session of the sign-up instead. The next page finds the session, as after a reload.
   */
  signIn(login: { email: string; password: string }): Promise<void>
  /** Calls the server as the signed-in user and returns its answer. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>>
  /** The path that the address bar shows. */
  path(): string
  /** Fails on any serious violation that axe finds on the current page. The run on several servers skips it: pages don't differ there. */
  expectAccessible(): Promise<void>
  /** Switches the current page to a theme. From then on its colors change without transitions. */
  chooseTheme(theme: Theme): Promise<void>
  /** Fails on any serious violation of the rules of axe that depend on colors. */
  expectLegible(): Promise<void>
  /** Fails on any console error, uncaught exception, policy report or request to an outside host so far. */
  expectQuiet(): Promise<void>
  leave(): Promise<void>
}

type Theme = 'light' | 'dark'

/** An open dialog: nothing outside of it can be reached. */
const MODAL = '[role="dialog"][aria-modal="true"]'
/** Where the page stores its theme. */
const THEME_KEY = 'wl.color-scheme'
/** In axe, but not in its types: the impact of all violations of a rule. */
type AxeRules = { _audit: { rules: { id: string; impact: string | null }[] } }
type Violation = { id: string; impact?: string | null; nodes: { html: string }[] }
/** The functions of axe that the builder uses in pages with frames. */
type InPage = {
  axe: {
    utils: {
      getFrameContexts(context: object): { frameSelector: string; frameContext: object }[]
      shadowSelect(selector: string): Element | null
    }
    runPartial(context: object, options: object): Promise<object>
    finishRun(partials: object[], options: object): Promise<{ violations: Violation[] }>
  }
}
// The version that belongs to the builder below.
const modulesOfBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeCore = modulesOfBuilder('axe-core') as AxeRules
/** Less than half as long as what the builder sends by itself. */
const axeSource = readFileSync(modulesOfBuilder.resolve('axe-core/axe.min.js'), 'utf8')
/** Rules whose violations are never serious and would not be reported. They are a third of the work. */
const rulesOfLittleImpact = axeCore._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => id)
/** The only rules of axe whose result depends on the theme. */
const rulesOfColor = ['color-contrast', 'link-in-text-block']

/** Whether the tests run on several servers, after a run on one that checks the same pages. */
const isCluster = Number(process.env[SERVERS] ?? 1) > 1

/** Messages of a browser, and of our own log, while the network is cut on purpose or the server restarts. */
const OFFLINE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|FAILED|NETWORK_IO_SUSPENDED)|WebSocket connection to|call failed \{.*(kind: offline|status: 503)|status of 503/

/** The browser's log line for addresses that tests open although there is no such page. */
const NO_SUCH_PAGE = /status of 404 .*\/(?:no\/such\/page|gallery)$/

/** The cookies of the first user of each demo world. Each sign-in hashes the password, which takes as long as loading a page. */
const demoSessions = new WeakMap<object, Parameters<BrowserContext['addCookies']>[0]>()

/** A visitor who is signed in as the first user of the demo world. All of them share a session, so none of them may sign out. */
export async function aDemoVisitor(
  browser: Browser,
  server: Pick<RunningServer, 'ready'>,
  options?: Parameters<typeof aVisitor>[2],
): Promise<Visitor> {
  const [login] = server.ready.logins
  if (!login) throw new Error('the server printed no login')
  const visitor = await aVisitor(browser, server, options)
  const session = demoSessions.get(server)
  if (session) await visitor.context.addCookies(session)
  else {
    await visitor.signIn(login)
    demoSessions.set(server, await visitor.context.cookies())
  }
  return visitor
}

/**
 * Opens a browser context for one user.
 * @param serviceWorker whether one is installed: it preloads the whole app, which takes longer than most tests
 * @param mayBeOffline the test cuts the network or stops the server, so the browser's messages about that are expected
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
  // Only observed: intercepting would disable the browser's cache. Outside names don't resolve (playwright.config.ts).
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

  const answered = () => expect.poll(() => unanswered.size, { message: 'calls without an answer', intervals: [20] }).toBe(0)

  return {
    page,
    context,
    answered,
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
      await answered()
    },
    async signIn({ email, password }) {
      const cookies = takeNewSession(email)
      if (cookies) return addCookies(context, server.ready.origin, cookies)
      const response = await context.request.post('/identity/sign-in/email', {
        headers: { origin: server.ready.origin, ...fromOwnAddress() },
        data: { email, password },
      })
      expect(response.status(), `signing in as ${email}`).toBe(200)
    },
    async ask(method, path, body) {
      // Every answer read here was sent by the server under test.
      const { token } = (await (await context.request.get('/identity/token')).json()) as { token: string }
      const headers = { authorization: `Bearer ${token}` }
      const response = await context.request.fetch(`/app/auth${path}`, { method, headers, ...(body ? { data: body } : {}) })
      expect(response.status(), `${method} ${path}`).toBe(200)
      return (await response.json()) as Record<string, unknown>
    },
    path: () => new URL(page.url()).pathname,
    async expectAccessible() {
      // A row of a long list is hidden until it is measured; before that, its links have no name.
      await expect(page.locator('main li[style*="visibility: hidden"], main div[style*="visibility: hidden"]')).toHaveCount(0)
      expect(await seriousFaults(page)).toEqual([])
    },
    async chooseTheme(theme) {
      await chooseTheme(page, theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    },
    async expectLegible() {
      expect(await seriousFaults(page, rulesOfColor)).toEqual([])
    },
    async expectQuiet() {
      expect(faults).toEqual([])
    },
    leave: () => context.close(),
  }
}

/** Adds the cookies of an answer of the server. */
async function addCookies(context: BrowserContext, url: string, cookies: string): Promise<void> {
  const entries = cookies.split('; ').map((cookie) => {
    const [name = ''] = cookie.split('=')
    return { name, value: cookie.slice(name.length + 1), url, httpOnly: true, sameSite: 'Lax' as const }
  })
  await context.addCookies(entries)
}

/** The serious violations that axe finds, by all of its rules or by some. */
async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  if (isCluster) return []
  await addAxe(page.mainFrame())
  // The builder would merge the results of several frames on a separate page, with the passed checks of every node. That takes much longer
  // than the checks, so it looks at the page alone.
  const axe = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode().options({ resultTypes: ['violations'], iframes: false })
  // Behind a modal dialog nothing can be reached, and the page itself has tests without one.
  const isModal = (await page.locator(MODAL).filter({ visible: true }).count()) === 1
  if (isModal) axe.include(MODAL)
  const { violations } = await (rules ? axe.withRules(rules) : axe.disableRules(rulesOfLittleImpact)).analyze()
  const inFrames = await violationsInFrames(page.mainFrame(), isModal ? { include: [MODAL] } : {}, {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: Object.fromEntries(rulesOfLittleImpact.map((id) => [id, { enabled: false }])) }),
  })
  const serious = [...violations, ...inFrames].filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Sending and compiling axe takes as long as most of its runs, so a frame gets it only once. */
async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource)
}

/** The violations in the visible frames of a page, at any depth. */
async function violationsInFrames(parent: Frame, context: object, options: object): Promise<Violation[]> {
  if (parent.childFrames().length === 0) return []
  const frames = await parent.evaluate((of) => (globalThis as unknown as InPage).axe.utils.getFrameContexts(of), context)
  const found = frames.map(async ({ frameSelector, frameContext }) => {
    const element = await parent.evaluateHandle(
      (selector) => (globalThis as unknown as InPage).axe.utils.shadowSelect(selector),
      frameSelector,
    )
    const frame = await element.asElement()?.contentFrame()
    if (!frame) return []
    await addAxe(frame)
    const violations = await frame.evaluate(
      async ([of, how]) => {
        const { axe } = globalThis as unknown as InPage
        return (await axe.finishRun([await axe.runPartial(of, how)], how)).violations
      },
      [frameContext, options] as const,
    )
    return [...violations, ...(await violationsInFrames(frame, frameContext, options))]
  })
  return (await Promise.all(found)).flat()
}

/** Chooses a theme as another tab of the same user does. */
async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      // Colors during a transition are intermediate values. Waiting for its end takes longer than axe.
      if (document.adoptedStyleSheets.length === 0) {
        const still = new CSSStyleSheet()
        still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }')
        document.adoptedStyleSheets.push(still)
      }
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    },
    [THEME_KEY, theme] as const,
  )
}
