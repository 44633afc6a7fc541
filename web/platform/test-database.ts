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
    const asked: ReturnType<typeof request> = { result }
    queueMicrotask(() => asked.onsuccess?.())
    return asked
  }

  function transaction(stores: Map<string, unknown[]>) {
    const opened = {
      objectStore(name: string) {
        const kept = stores.get(name) ?? []
        return {
          put: (value: unknown) => request(kept.push(value)),
          delete: (key: unknown) => request(kept.splice(0, kept.length, ...kept.filter((value) => keyOf(value) !== key))),
          getAll: () => request([...kept]),
          getAllKeys: () => request(kept.map(keyOf)),
          clear: () => request(kept.splice(0).length),
        }
      },
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
    const asked: { result: TestDatabase; error: unknown; onupgradeneeded?: () => void; onsuccess?: () => void; onerror?: () => void } = {
      result: database,
      error: null,
    }
    queueMicrotask(() => {
      if (isFull) return asked.onerror?.()
      if (!databases.has(name)) asked.onupgradeneeded?.()
      databases.set(name, stores)
      asked.onsuccess?.()
    })
    return asked
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
