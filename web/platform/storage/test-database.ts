import { vi } from 'vitest'

type TestDatabase = {
  objectStoreNames: { contains: (store: string) => boolean }
  createObjectStore: (store: string) => void
  transaction: () => unknown
  close: () => void
  onclose?: () => void
  onversionchange?: () => void
}

/** An in-memory IndexedDB for tests, limited to what the app uses. */
export function testDatabases() {
  const databases = new Map<string, Map<string, unknown[]>>()
  const connections = new Set<TestDatabase>()
  let isFull = false

  function request(result: unknown): { result: unknown; onsuccess?: () => void } {
    const pending: ReturnType<typeof request> = { result }
    queueMicrotask(() => pending.onsuccess?.())
    return pending
  }

  function transaction(stores: Map<string, unknown[]>) {
    const opened = {
      objectStore(name: string) {
        const existing = stores.get(name) ?? []
        return {
          put: (value: unknown) => request(existing.push(value)),
          delete: (key: unknown) => request(existing.splice(0, existing.length, ...existing.filter((value) => keyOf(value) !== key))),
          getAll: () => request([...existing]),
          getAllKeys: () => request(existing.map(keyOf)),
          clear: () => request(existing.splice(0).length),
        }
      },
      commit: () => undefined,
      oncomplete: () => undefined,
    }
    setTimeout(() => opened.oncomplete())
    return opened
  }

  const keyOf = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'key' in value ? value.key : undefined)

  function open(name: string) {
    const stores = databases.get(name) ?? new Map<string, unknown[]>()
    const database: TestDatabase = {
      objectStoreNames: { contains: (store: string) => stores.has(store) },
      createObjectStore: (store: string) => void stores.set(store, []),
      transaction() {
        if (!connections.has(database)) throw new DOMException('The connection is closed.', 'InvalidStateError')
        return transaction(stores)
      },
      close: () => void connections.delete(database),
    }
    connections.add(database)
    const opening: { result: TestDatabase; error: unknown; onupgradeneeded?: () => void; onsuccess?: () => void; onerror?: () => void } = {
      result: database,
      error: null,
    }
    queueMicrotask(() => {
      if (isFull) return opening.onerror?.()
      if (!databases.has(name)) opening.onupgradeneeded?.()
      databases.set(name, stores)
      opening.onsuccess?.()
    })
    return opening
  }

  vi.stubGlobal('indexedDB', { open })
  return {
    put(name: string, store: string, value: unknown): void {
      const stores = databases.get(name) ?? new Map<string, unknown[]>()
      const values = stores.get(store) ?? []
      values.push(value)
      databases.set(name, stores.set(store, values))
    },
    /** Closes all connections, with that event or without one. */
    closeAll(event: 'onclose' | 'onversionchange' | null): void {
      for (const connection of connections) {
        if (event !== 'onversionchange') connections.delete(connection)
        if (event) connection[event]?.()
      }
    },
    /** Whether opening a database fails. */
    setFull: (now: boolean) => void (isFull = now),
    empty: (name: string, store: string) => void databases.get(name)?.get(store)?.splice(0),
    /** The number of entries of each non-empty store, by `database/store`. */
    kept: () =>
      Object.fromEntries(
        [...databases].flatMap(([name, stores]) =>
          [...stores].flatMap(([store, values]) => (values.length > 0 ? [[`${name}/${store}`, values.length]] : [])),
        ),
      ),
  }
}
