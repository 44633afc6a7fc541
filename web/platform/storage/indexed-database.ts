/**
 * An IndexedDB database, opened at the first use and again after its connection was closed.
 * @param keys its stores, and the path of the key in their values
 * @returns runs `work` in a transaction of one store, and resolves when it is on disk. Writes to the same store run in the order of their
 *   calls; so do those that wait for each other's stores with `after`. Rejects with the browser's error, also where storage is unavailable
 *   (private windows); the caller copes.
 */
export function indexedDatabase<S extends string>(name: string, version: number, keys: Record<S, string>) {
  let opening: Promise<IDBDatabase> | null = null
  const discard = () => void (opening = null)

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version)
      request.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries<string>(keys)) {
          if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath })
        }
      }
      request.onsuccess = () => {
        const database = request.result
        // The browser may close it, for example to free storage.
        database.onclose = discard
        // An open tab must not block a newer version of the app in another tab.
        database.onversionchange = () => {
          discard()
          database.close()
        }
        resolve(database)
      }
      request.onerror = () => {
        discard()
        reject(request.error ?? new Error(`the database ${name} can’t be opened`))
      }
    })
    return opening
  }

  /** Also opens a connection that was closed without an event. */
  async function begin(stores: S[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
      return (await open()).transaction(stores, mode)
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
      discard()
      return (await open()).transaction(stores, mode)
    }
  }

  return async function run<T>(
    store: S,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
    { after = [] }: { after?: S[] } = {},
  ): Promise<T> {
    const transaction = await begin([store, ...after], mode)
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store))
      // Without it, a page that is closed before the request succeeded loses what it wrote.
      transaction.commit()
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error(`the database ${name} rejected a write`))
    })
  }
}
