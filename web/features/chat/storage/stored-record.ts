import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { onStoredChange, readStored, writeText } from '#web/platform/storage/browser-storage.ts'

/**
 * Values by key: stored over reloads, shared by the browser's tabs, and deleted on sign-out. Stored values that `isValue` rejects are
 * ignored.
 * @param isWritten whether a value contains something that the user wrote
 */
export function createStoredRecord<T>(
  name: string,
  isValue: (value: unknown) => value is T,
  isWritten: (value: T) => boolean = () => true,
) {
  type Values = Readonly<Record<string, T>>
  const read = (): Values => parse(readStored(name), isValue)
  const useValues = create<Values>()(read)
  onStoredChange(name, () => useValues.setState(read(), true))
  onUserLeft(() => useValues.setState({}, true))
  return {
    use: useValues,
    /** Stores a value; undefined removes the key. */
    set(key: string, value: T | undefined): void {
      const { [key]: _, ...others } = useValues.getState()
      const next = value === undefined ? others : { ...others, [key]: value }
      useValues.setState(next, true)
      const values = Object.values(next)
      writeText(name, values.length > 0 ? JSON.stringify(next) : null, 'local', values.some(isWritten))
    },
  }
}

function parse<T>(text: string | null, isValue: (value: unknown) => value is T): Readonly<Record<string, T>> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, T] => isValue(entry[1])))
  } catch {
    // Not JSON.
    return {}
  }
}
