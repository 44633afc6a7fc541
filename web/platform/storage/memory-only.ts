/* What the user wrote and the browser could not store. While there is something, closing the page asks first. */

const entries = new Map<string, string>()
const listeners = new Set<() => void>()

/** The texts by storage key. An entry whose content its feature keeps has an empty text. */
export const memoryOnly: ReadonlyMap<string, string> = entries

/** Adds an entry; null removes it. */
export function setMemoryOnly(name: string, text: string | null): void {
  if (text !== null) entries.set(name, text)
  else if (!entries.delete(name)) return
  for (const listener of listeners) listener()
  // Not earlier: some browsers don't keep a page with this listener for the back button. Tests without a DOM have no events.
  globalThis[entries.size > 0 ? 'addEventListener' : 'removeEventListener']?.('beforeunload', confirmLeave)
}

const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()

/** Called after each change. Returns an unsubscribe function. */
export function onMemoryOnlyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
