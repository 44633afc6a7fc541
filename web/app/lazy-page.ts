import { lazy, type ComponentType } from 'react'
import { reportLoading } from './loading.ts'

export type LazyPage = {
  Page: ComponentType
  /** Fetches the page's code without showing the page. Asking again costs nothing. */
  preload(): void
}

/** A page that is its own chunk. While the chunk is on its way, the progress line knows. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return {
    Page: lazy(async () => ({ default: await reportLoading(load()) })),
    // Whoever shows the page meets the same failure and tells it; this was only to be early.
    preload: () => void load().catch(() => undefined),
  }
}

/** A page that is in the first chunk already. */
export function readyPage(Page: ComponentType): LazyPage {
  return { Page, preload: () => undefined }
}
