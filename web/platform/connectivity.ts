/* Whether the server is reachable. Every call and the socket report it; while it is unreachable, the server is pinged every few
   seconds. The browser's own online state only triggers an early ping, because it is wrong with some networks. */
import { useSyncExternalStore } from 'react'
import { timings } from '#contract/limits.ts'

/** Ping interval while the server is unreachable. */
const PING_INTERVAL_MS = 5_000
/** A server that stops closes its sockets before its port, so after a lost socket it is pinged twice. */
const SECOND_PING_MS = 1_000

let isOffline = false
let isSocketLost = false
const listeners = new Set<() => void>()
const socketListeners = new Set<() => void>()
const reachableListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let secondPing: ReturnType<typeof setTimeout> | undefined

/** Reports that the server answered (with any status), or that it did not. */
export function reportReachability(answered: boolean): void {
  if (isOffline === !answered) return
  isOffline = !answered
  clearInterval(timer)
  if (isOffline) timer = setInterval(() => void pingServer(), PING_INTERVAL_MS)
  for (const listener of listeners) listener()
  if (answered) for (const listener of reachableListeners) listener()
}

/** Reports that the socket broke or could not be opened again, or that it is open or not needed. A broken one is checked with pings at once. */
export function reportSocket(isLost: boolean): void {
  clearTimeout(secondPing)
  if (isLost && !isOffline) {
    void pingServer()
    secondPing = setTimeout(() => void pingServer(), SECOND_PING_MS)
  }
  if (isSocketLost === isLost) return
  isSocketLost = isLost
  for (const listener of socketListeners) listener()
}

/** Pings the server when the browser says that it is offline, or online again: without a network a ping fails at once. */
export function pingOnNetworkChange(): void {
  addEventListener('offline', () => void pingServer())
  addEventListener('online', () => void pingServer())
}

/** Pings the server and reports the result. A network that loses everything counts as no response after seconds. */
export async function pingServer(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(timings.pongTimeoutMs)
    reportReachability((await fetch('/healthz', { cache: 'no-store', signal })).ok)
  } catch {
    // No response means unreachable.
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

/** Whether the last request had no response. */
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
