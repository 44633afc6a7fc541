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
      // An open tab must not block a newer version of the app in another tab.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('the chat database can’t be opened'))
  })
  return opening
}

const keys: Record<ChatStoreName, string> = { outbox: 'id', history: 'key', voice_drafts: 'chatId' }

/** Resolves when the transaction is on disk. @throws the browser's error */
export async function inChatDatabase<T>(
  name: ChatStoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await openDatabase()).transaction(name, mode)
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(name))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the chat database rejected a write'))
  })
}
