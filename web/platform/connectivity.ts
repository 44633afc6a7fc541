/* Whether the server is reachable. Every call and the socket report it; while it is unreachable, the server is pinged every few
   seconds. The browser's own online state only triggers an early ping. */
import { useSyncExternalStore } from 'react'

/** Ping interval while the server is unreachable. */
const PING_INTERVAL_MS = 5_000

let isOffline = false
const listeners = new Set<() => void>()
const reachableListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Reports that the server answered (with any status), or that it did not. */
export function reportReachability(answered: boolean): void {
  if (isOffline === !answered) return
  isOffline = !answered
  clearInterval(timer)
  if (isOffline) timer = setInterval(() => void pingServer(), PING_INTERVAL_MS)
  for (const listener of listeners) listener()
  if (answered) for (const listener of reachableListeners) listener()
}

/** Pings the server and reports the result. */
export async function pingServer(): Promise<void> {
  try {
    reportReachability((await fetch('/healthz', { cache: 'no-store' })).ok)
  } catch {
    // No answer means unreachable.
    reportReachability(false)
  }
}

/** Called each time the server becomes reachable again. Returns an unsubscribe function. */
export function onServerBack(listener: () => void): () => void {
  reachableListeners.add(listener)
  return () => reachableListeners.delete(listener)
}

/** Called each time the server becomes unreachable. Returns an unsubscribe function. */
export function onServerUnreachable(listener: () => void): () => void {
  return subscribe(() => isOffline && listener())
}

/** Whether the last request had no answer. */
export function isServerUnreachable(): boolean {
  return isOffline
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isServerUnreachable, isServerUnreachable)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
