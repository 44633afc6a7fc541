import { createElement, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { pingServer, isServerUnreachable, onServerBack } from './connectivity.ts'

/** Number of tries while the server is reachable. */
const MAX_TRIES = 3
const RETRY_AFTER_MS = 1_000

/** A component whose code is its own chunk. */
export type LazyComponent<P> = ComponentType<P> & {
  /** Preloads the code. Never rejects: rendering the component retries and reports the failure. */
  load(): Promise<void>
  isLoaded(): boolean
}

/**
 * A component whose code loads on its first render. The fallback stays while the server is unreachable. A failure on a reachable server
 * (a newer version replaced the code) throws.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  return createLazyComponent(load, () => importWithRetry(load))
}

/** Like `lazyComponent`, with its own `Suspense`: a dialog or a part that shows `fallback`, or nothing, until its code is there. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null): LazyComponent<P> {
  const Inner = lazyComponent(load)
  const Part = (props: P) => createElement(Suspense, { fallback }, createElement(Inner, props))
  return Object.assign(Part, Inner)
}

/**
 * A component that loads late, but renders at once when its code is already there. React's `lazy` alone would show the fallback even
 * then, and keep a shown fallback for 300 ms (`FALLBACK_THROTTLE_MS` in its reconciler).
 * @param loadToDraw loads the component for rendering
 */
export function createLazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadToDraw: () => Promise<ComponentType<P>>,
): LazyComponent<P> {
  let Ready: ComponentType<P> | null = null
  const begin = () =>
    lazy(async () => {
      try {
        return { default: (Ready = await loadToDraw()) }
      } catch (error) {
        failedParts.add(() => void (Late = begin()))
        throw error
      }
    })
  let Late = begin()
  function Part(props: P) {
    // Switching between `Ready` and `Late` would remount the component and lose its state.
    const [Shown] = useState<ComponentType<P>>(() => Ready ?? Late)
    return createElement(Shown, props)
  }
  return Object.assign(Part, {
    load: async () => {
      Ready = await load().catch(() => null)
    },
    isLoaded: () => Ready !== null,
  })
}

/**
 * Loads the component's code, and returns whether that is done. Until then the caller shows a placeholder, which `Suspense` would keep for
 * 300 ms. After a failure it also returns true: rendering the component tries again.
 */
export function useIsLoaded({ load, isLoaded }: Pick<LazyComponent<never>, 'load' | 'isLoaded'>): boolean {
  const [isDone, setIsDone] = useState(isLoaded)
  useEffect(() => {
    if (!isDone) void load().then(() => setIsDone(true))
  }, [load, isDone])
  return isDone
}

/** Later than the page's own code and data. */
const PRELOAD_AFTER_MS = 3_000

/** Loads the component's code shortly after the page, so that it is ready when the user needs it. */
export function usePreload({ load }: Pick<LazyComponent<never>, 'load'>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}

/** Failed parts. React caches a failure forever, even for later renders of the part. */
const failedParts = new Set<() => void>()

/** From now on, parts that could not be loaded are requested again when they are rendered. */
export function clearFailedParts(): void {
  for (const discard of failedParts) discard()
  failedParts.clear()
}

/** Runs an `import()` until it succeeds, waiting for the server while it is out of reach. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await load()
    } catch (error) {
      await pingServer()
      if (isServerUnreachable()) await serverReachable()
      else if (++failures === MAX_TRIES) throw error
      else await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
      await restoreStyles()
    }
  }
}

/** Whether an error says that code or styles could not be loaded, by the error messages of browsers and Vite. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message)
}

const serverReachable = () =>
  new Promise<void>((resolve) => {
    const stop = onServerBack(() => {
      stop()
      resolve()
    })
  })

/**
 * Calls `retry` for code that could not be fetched: when the server is reachable again, or after a pause if it is reachable now.
 * Returns a function that stops.
 */
export function retryWhenReachable(retry: () => void): () => void {
  let isOver = false
  const wait = async () => {
    await pingServer()
    await (isServerUnreachable() ? serverReachable() : new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS)))
    await restoreStyles()
    if (!isOver) retry()
  }
  void wait()
  return () => {
    isOver = true
  }
}

/** Style sheets whose request failed. Those that still load have no rules yet, and disabled ones never do. */
const failedStyles = new Set<HTMLLinkElement>()
// The build prerenders a page without a document. The event doesn't bubble.
if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStyles.add(target),
    true,
  )

let restored: Promise<unknown> = Promise.resolve()

/** Reloads failed style sheets: Vite requests each only once, and would continue without it. Also waits for those of other callers. */
function restoreStyles(): Promise<unknown> {
  restored = Promise.all([restored, ...[...failedStyles].map(reloadStyles)])
  failedStyles.clear()
  return restored
}

function reloadStyles(link: HTMLLinkElement): Promise<unknown> {
  const repeated = link.cloneNode()
  const settled = new Promise((resolve) => ['load', 'error'].forEach((event) => repeated.addEventListener(event, resolve, { once: true })))
  link.replaceWith(repeated)
  return settled
}
