import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** Every test starts tracing in all open contexts, which takes a while with many of them. */
const MAX_IDLE = 8
const STORAGE = 'local_storage,indexeddb,cache_storage'

type State = { key: string; hasChanged: boolean }

const states = new WeakMap<BrowserContext, State>()
/** Contexts without pages, the longest idle first. */
const idle = new Set<BrowserContext>()

/**
 * Opens a page in a browser context that has no cookies, and no stored data of `origins`. It can be a context of an earlier visitor: with
 * the files and the compiled code in its cache, a page takes half the computing time.
 * @param prepare called once for each context
 */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
  { origins, prepare }: { origins: readonly string[]; prepare: (context: BrowserContext) => Promise<void> },
): Promise<{ context: BrowserContext; page: Page }> {
  const key = JSON.stringify(options)
  const earlier = [...idle].find((context) => context.browser() === browser && states.get(context)?.key === key)
  if (!earlier) {
    const context = await browser.newContext(options)
    await prepare(context)
    // A service worker outlives its pages.
    states.set(context, { key, hasChanged: options.serviceWorkers !== 'block' })
    watchChanges(context)
    return { context, page: await context.newPage() }
  }
  idle.delete(earlier)
  const page = await earlier.newPage()
  const protocol = await earlier.newCDPSession(page)
  for (const origin of origins) await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE })
  await protocol.detach()
  return { context: earlier, page }
}

/** Closes the pages of a context. Unless a test has changed what can't be undone, it is kept for later visitors. */
export async function closeContext(context: BrowserContext): Promise<void> {
  if (idle.has(context)) return
  if (states.get(context)?.hasChanged !== false) return context.close()
  await Promise.all(context.pages().map((page) => page.close()))
  await Promise.all([context.unrouteAll(), context.setOffline(false), context.clearPermissions(), context.clearCookies()])
  for (const event of ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'weberror', 'page'] as const) {
    context.removeAllListeners(event)
  }
  idle.add(context)
  const [oldest] = idle
  if (!oldest || idle.size <= MAX_IDLE) return
  idle.delete(oldest)
  await oldest.close()
}

/** Scripts and a clock can't be removed from a context. */
function watchChanges(context: BrowserContext): void {
  const { clock } = context
  const [addInitScript, install] = [context.addInitScript.bind(context), clock.install.bind(clock)]
  const change = () => states.set(context, { key: '', hasChanged: true })
  context.addInitScript = (...given) => {
    change()
    return addInitScript(...given)
  }
  clock.install = (...given) => {
    change()
    return install(...given)
  }
}
