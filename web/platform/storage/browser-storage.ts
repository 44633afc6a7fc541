/* Browser storage. It may be full or forbidden; then values are not saved and nothing fails. */
import { memoryOnly, setMemoryOnly } from './memory-only.ts'

type Store = 'local' | 'tab'

/** The stored value of a key, or null. */
export function readStored(name: string, store: Store = 'local'): string | null {
  try {
    return memoryOnly.get(name) ?? storage(store).getItem(`wl.${name}`)
  } catch {
    return null
  }
}

/** Stores a value; null removes the key. Returns whether that succeeded. */
export function writeStored(name: string, value: string | null, store: Store = 'local'): boolean {
  try {
    if (value === null) storage(store).removeItem(`wl.${name}`)
    else storage(store).setItem(`wl.${name}`, value)
    return true
  } catch {
    // The value is not saved.
    return false
  }
}

/**
 * Stores what the user wrote; null removes the key. If that fails, the text stays in memory, and closing the page asks first.
 * @param hasText whether the value contains something that the user wrote
 */
export function writeText(name: string, value: string | null, store: Store = 'local', hasText = true): void {
  setMemoryOnly(name, writeStored(name, value, store) || !hasText ? null : value)
}

export function storedNames(store: Store = 'local'): string[] {
  try {
    return Object.keys(storage(store)).flatMap((key) => (key.startsWith('wl.') ? [key.slice(3)] : []))
  } catch {
    // Storage is forbidden, so it is empty.
    return []
  }
}

/** Called when another tab of this browser changes or removes this key. Returns an unsubscribe function. */
export function onStoredChange(name: string, changed: () => void): () => void {
  // Tests without a DOM have no events.
  if (typeof addEventListener !== 'function') return () => undefined
  // A null key means that the storage was cleared.
  const listen = ({ key }: StorageEvent) => (key === `wl.${name}` || key === null) && changed()
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

function storage(store: Store): Storage {
  return store === 'local' ? localStorage : sessionStorage
}
