import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { askServer, isServerOut, onServerBack } from './connectivity.ts'

/** How often a part is asked for while the server answers, before its page says that it could not be loaded. */
const TRIES = 3
const RETRY_AFTER_MS = 1_000

/**
 * A component whose code is fetched when it is first drawn. A fetch that fails breaks nothing: the fallback stays until the
 * server is back. Only code that a reachable server keeps refusing (a newer version took its place) is an error.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadPart(load) }))
}

/** Runs an `import()` until it succeeds, waiting for the server while it is out of reach. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await load()
    } catch (error) {
      await askServer()
      if (isServerOut()) await untilServerBack()
      else if (++failures === TRIES) throw error
      else await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
      await restoreStyles()
    }
  }
}

/** Whether something thrown says that code or styles of the app could not be fetched, as browsers and Vite word it. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message)
}

const untilServerBack = () =>
  new Promise<void>((resolve) => {
    const stop = onServerBack(() => {
      stop()
      resolve()
    })
  })

/** Fetches style sheets again that failed: Vite asks for each only once, and would go on without. */
async function restoreStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => sheet === null)
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode()
      const settled = new Promise((resolve) => ['load', 'error'].forEach((event) => again.addEventListener(event, resolve, { once: true })))
      link.replaceWith(again)
      return settled
    }),
  )
}
