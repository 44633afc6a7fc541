/* The IndexedDB database of chat. In browsers without it (or with it disabled in private windows), each call rejects and the caller
   copes. */

export type ChatStoreName = 'outbox' | 'history' | 'voice_drafts'

const DATABASE = 'wavelength-chat'
const VERSION = 3

let opening: Promise<IDBDatabase> | null = null

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(keys)) {
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath })
      }
    }
    request.onsuccess = () => {
      const database = request.result
      // The browser may close it, for example to free storage.
      database.onclose = forgetDatabase
      // An open tab must not block a newer version of the app in another tab.
      database.onversionchange = () => {
        forgetDatabase()
        database.close()
      }
      resolve(database)
    }
    request.onerror = () => {
      forgetDatabase()
      reject(request.error ?? new Error('the chat database can’t be opened'))
    }
  })
  return opening
}

/** The next use opens it again. */
function forgetDatabase(): void {
  opening = null
}

/** Also opens a connection that was closed without an event. */
async function begin(name: ChatStoreName, mode: IDBTransactionMode): Promise<IDBTransaction> {
  try {
    return (await openDatabase()).transaction(name, mode)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    forgetDatabase()
    return (await openDatabase()).transaction(name, mode)
  }
}

const keys: Record<ChatStoreName, string> = { outbox: 'id', history: 'key', voice_drafts: 'chatId' }

/** Resolves when the transaction is on disk. @throws the browser's error */
export async function inChatDatabase<T>(
  name: ChatStoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = await begin(name, mode)
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(name))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the chat database rejected a write'))
  })
}
