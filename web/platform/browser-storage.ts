/* Browser storage. It may be full or forbidden; then values are not saved and nothing fails. */

/** The stored value of a key, or null. */
export function readStored(name: string, store: 'local' | 'tab' = 'local'): string | null {
  try {
    return storage(store).getItem(`wl.${name}`)
  } catch {
    return null
  }
}

/** A stored object, with the entries whose values `isValue` accepts. Empty if none is stored or it is invalid. */
export function readStoredRecord<T>(name: string, isValue: (value: unknown) => value is T): Readonly<Record<string, T>> {
  try {
    const stored: unknown = JSON.parse(readStored(name) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, T] => isValue(entry[1])))
  } catch {
    // Not JSON.
    return {}
  }
}

/** Stores an object; an empty one removes the key. */
export const writeStoredRecord = (name: string, record: Readonly<Record<string, unknown>>): void =>
  writeStored(name, Object.keys(record).length > 0 ? JSON.stringify(record) : null)

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
