/* Browser storage. It may be full or forbidden; then values are not saved and nothing fails. */

/** The stored value of a key, or null. */
export function readStored(name: string, store: 'local' | 'tab' = 'local'): string | null {
  try {
    return storage(store).getItem(`wl.${name}`)
  } catch {
    return null
  }
}

/** Stores a value; null removes the key. */
export function writeStored(name: string, value: string | null, store: 'local' | 'tab' = 'local'): void {
  try {
    if (value === null) storage(store).removeItem(`wl.${name}`)
    else storage(store).setItem(`wl.${name}`, value)
  } catch {
    // The value is not saved.
  }
}

export function storedNames(store: 'local' | 'tab' = 'local'): string[] {
  try {
    return Object.keys(storage(store)).flatMap((key) => (key.startsWith('wl.') ? [key.slice(3)] : []))
  } catch {
    // Storage is forbidden, so it is empty.
    return []
  }
}

/** Removes all keys except those that `stays` accepts. */
export function clearStoredExcept(stays: (name: string) => boolean, store: 'local' | 'tab' = 'local'): void {
  for (const name of storedNames(store)) if (!stays(name)) writeStored(name, null, store)
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

function storage(store: 'local' | 'tab'): Storage {
  return store === 'local' ? localStorage : sessionStorage
}
