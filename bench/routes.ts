/**
 * How long until a page shows its content after a click in the navigation (each page was opened before), and a conversation that this
 * browser has never opened shows its messages? `node tools/launch.mjs bench/routes.ts [rounds]` needs the built web and Chromium.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { startServer } from '#tests/kit/running-server.ts'
import { findChromium } from '#tools/chromium.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, saveResult } from './report.ts'

const [ROUNDS = 20] = readNumbers('Usage: node bench/routes.ts [rounds]', { most: 1 }).numbers
const LIMITS = { page_p95_ms: 100, conversation_p95_ms: 400 }

const executablePath = findChromium()
if (!executablePath) throw new Error('This needs Chromium; see CHROMIUM_PATH.')
const server = await startServer({ demo: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const first = await signedIn()
  const page = await first.newPage()
  await page.goto('/')
  await page.locator('.wl-rail-item').first().waitFor()
  const paths = await page
    .locator('a.wl-rail-item')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
  const times = new Map(paths.map((path): [string, number[]] => [path, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const path of paths) {
      const took = await follow(page, path)
      if (round >= 0) times.get(path)?.push(took)
    }
  }
  const session = await first.storageState()
  await page.goto('/chat')
  await page.locator('main a[href^="/chat/"]').first().waitFor()
  const conversations = await page
    .locator('main a[href^="/chat/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await first.close()
  const cold: number[] = []
  // The first one is not measured: it also compiles the server's code.
  for (let index = -1; index < Math.max(ROUNDS, conversations.length); index++) {
    const took = await openConversation(session, conversations.at(index % conversations.length) ?? '')
    if (index >= 0) cold.push(took)
  }
  const all = [...times.values()].flat()
  const result = {
    limits: LIMITS,
    page_p95_ms: ms(all, 0.95),
    page_median_ms: ms(all, 0.5),
    pages: Object.fromEntries([...times].map(([path, own]) => [path, { median: ms(own, 0.5), p95: ms(own, 0.95) }])),
    conversation_p95_ms: ms(cold, 0.95),
    conversation_median_ms: ms(cold, 0.5),
  }
  console.log(result)
  await saveResult('routes', { command: `node tools/launch.mjs bench/routes.ts ${ROUNDS}`, machine: machine(), result })
} finally {
  await browser.close()
  await server.close()
}

async function signedIn(): Promise<BrowserContext> {
  const [login] = server.ready.logins
  if (!login) throw new Error('the demo world has no users')
  const context = await browser.newContext({ baseURL: server.ready.origin, viewport: { width: 1440, height: 900 } })
  const { email, password } = login
  await context.request.post('/identity/sign-in/email', { headers: { origin: server.ready.origin }, data: { email, password } })
  return context
}

/** Clicks a link and waits until a frame shows the page without placeholders. */
function follow(page: Page, path: string): Promise<number> {
  return page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector('main h1')
        const clickedAt = performance.now()
        document.querySelector<HTMLElement>(`a.wl-rail-item[href="${target}"]`)?.click()
        const check = () => {
          const heading = document.querySelector('main h1')
          const isShown = location.pathname === target && heading !== null && heading !== before
          if (isShown && !document.querySelector('main .wl-skeleton')) resolve(performance.now() - clickedAt)
          else requestAnimationFrame(check)
        }
        requestAnimationFrame(check)
      }),
    path,
  )
}

/** Opens a conversation in a new browser from the list of conversations. */
async function openConversation(storageState: Awaited<ReturnType<BrowserContext['storageState']>>, path: string): Promise<number> {
  const context = await browser.newContext({ baseURL: server.ready.origin, storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto('/chat')
  await page.locator(`main a[href="${path}"]`).waitFor()
  const took = await page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        const clickedAt = performance.now()
        document.querySelector<HTMLElement>(`main a[href="${target}"]`)?.click()
        const check = () =>
          document.querySelector('main .wl-bubble') ? resolve(performance.now() - clickedAt) : requestAnimationFrame(check)
        requestAnimationFrame(check)
      }),
    path,
  )
  await context.close()
  return took
}

function ms(times: readonly number[], share: number): number {
  return Math.round(percentile(times, share))
}
