import { readStored, writeStored } from '#web/platform/browser-storage.ts'

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
