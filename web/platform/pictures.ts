/* Whether our server's pictures can load. They need the file session's cookie, which scripts can't see. */
import { useSyncExternalStore } from 'react'

let areReady = false
const listeners = new Set<() => void>()

/** Reports that the file session has started. */
export function picturesReady(): void {
  areReady = true
  for (const listener of listeners) listener()
}

export function usePicturesReady(): boolean {
  return useSyncExternalStore(subscribe, () => areReady)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
