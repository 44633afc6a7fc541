import type { ComponentType } from 'react'
import { latePart } from '#web/platform/lazy-part.ts'
import { reportLoading } from './loading.ts'

export type LazyPage = {
  Page: ComponentType
  /** Fetches the page's code without showing the page. Asking again costs nothing. */
  preload(): void
}

/** A page that is its own chunk. While the chunk is on its way, the progress line knows. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const Page = latePart(load, () => reportLoading(load()))
  return { Page, preload: () => void Page.load() }
}

/** A page that is in the first chunk already. */
export function readyPage(Page: ComponentType): LazyPage {
  return { Page, preload: () => undefined }
}
