/* Whether the server answers. Every call and the socket report what they met; while nothing answers, the server is asked
   every few seconds. The browser's own idea of being online is only a hint to ask at once. */
import { useSyncExternalStore } from 'react'

/** How often an unreachable server is asked, in milliseconds. */
const ASK_EVERY_MS = 5_000

let isOffline = false
const listeners = new Set<() => void>()
const backListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Reports that the server has answered (whatever it said), or that nothing did. */
export function reportReach(answered: boolean): void {
  if (isOffline === !answered) return
  isOffline = !answered
  clearInterval(timer)
  if (isOffline) timer = setInterval(() => void askServer(), ASK_EVERY_MS)
  for (const listener of listeners) listener()
  if (answered) for (const listener of backListeners) listener()
}

/** Asks the server whether it is there, and reports it. */
export async function askServer(): Promise<void> {
  try {
    reportReach((await fetch('/healthz', { cache: 'no-store' })).ok)
  } catch {
    // No answer is the answer.
    reportReach(false)
  }
}

/** Fires each time the server answers again after a silence. Returns a function that stops listening. */
export function onServerBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/** Fires each time the server stops answering. Returns a function that stops listening. */
export function onServerOut(listener: () => void): () => void {
  return subscribe(() => isOffline && listener())
}

/** Whether nothing answered when last asked. */
export function isServerOut(): boolean {
  return isOffline
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isServerOut, isServerOut)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
