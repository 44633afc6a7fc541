import { useSyncExternalStore } from 'react'

let loadingCount = 0
const listeners = new Set<() => void>()

/** Reports a page's code as loading until the promise settles. */
export async function reportLoading<T>(work: Promise<T>): Promise<T> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

/** Whether the code of a page is loading. */
export function useIsLoading(): boolean {
  return useSyncExternalStore(subscribe, () => loadingCount > 0)
}

function change(by: number): void {
  loadingCount += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
