/* Whether the server is reachable. Every call and the socket report it; while it is unreachable, the server is pinged every few
   seconds. The browser's own online state only triggers an early ping. */
import { useSyncExternalStore } from 'react'

/** Ping interval while the server is unreachable. */
const PING_INTERVAL_MS = 5_000

let isOffline = false
let isSocketLost = false
const listeners = new Set<() => void>()
const socketListeners = new Set<() => void>()
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

/** Reports that the socket broke, or that it is open again or not needed. A broken socket is checked with a ping at once. */
export function reportSocket(isLost: boolean): void {
  if (isSocketLost === isLost) return
  isSocketLost = isLost
  for (const listener of socketListeners) listener()
  if (isLost) void pingServer()
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

/** Whether the server is unreachable or the socket is broken. */
export function useIsDisconnected(): boolean {
  return useSyncExternalStore(subscribeBoth, isDisconnected, isDisconnected)
}

const isDisconnected = () => isOffline || isSocketLost

function subscribeBoth(listener: () => void): () => void {
  const unsubscribe = subscribe(listener)
  socketListeners.add(listener)
  return () => {
    unsubscribe()
    socketListeners.delete(listener)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
