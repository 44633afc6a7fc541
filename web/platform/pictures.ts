/* Whether pictures of our server can load yet. They need the file session's cookie, which script can't see; before it is there,
   asking for one only fails. */
import { useSyncExternalStore } from 'react'

let areReady = false
const listeners = new Set<() => void>()

/** The file session has begun. */
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
