/* Messages that the server has not acknowledged, kept over reloads. IndexedDB where there is one; where there is none, or it
   is forbidden (private windows), memory: then a message lives as long as its tab. */
import { logger } from '#web/platform/log.ts'
import type { OutboxMessage } from './chat.types.ts'

export type Outbox = {
  /** Every kept message, of any person. Never fails: what can't be read is not there. */
  all(): Promise<OutboxMessage[]>
  keep(message: OutboxMessage): Promise<void>
  forget(id: string): Promise<void>
}

const DATABASE = 'wavelength-chat'
const STORE = 'outbox'
const log = logger('chat')

/** The outbox of this browser, shared by its tabs. */
export function openOutbox(): Outbox {
  const memory = memoryOutbox()
  const database = openDatabase()

  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    try {
      return await finished((await database).transaction(STORE, mode), work)
    } catch (error) {
      log.warn('the outbox is kept in memory only', { why: String(error) })
      return null
    }
  }

  return {
    async all() {
      const inMemory = await memory.all()
      // Only `keep` below writes here, and only this type.
      const kept: OutboxMessage[] = (await run<OutboxMessage[]>('readonly', (store) => store.getAll())) ?? []
      return [...kept.filter(({ id }) => inMemory.every((message) => message.id !== id)), ...inMemory]
    },
    async keep(message) {
      const key = await run('readwrite', (store) => store.put(message))
      if (key === null) await memory.keep(message)
      else await memory.forget(message.id)
    },
    async forget(id) {
      await memory.forget(id)
      await run('readwrite', (store) => store.delete(id))
    },
  }
}

/** An outbox that lasts as long as its tab; the one of tests. */
export function memoryOutbox(): Outbox {
  const messages = new Map<string, OutboxMessage>()
  return {
    all: async () => [...messages.values()],
    keep: async (message) => void messages.set(message.id, message),
    forget: async (id) => void messages.delete(id),
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the outbox can’t be opened'))
  })
  // Each use meets the refusal itself; nobody waits for it before the first one.
  opening.catch(() => undefined)
  return opening
}

/** Resolves once the transaction is on disk, not only once the request was taken. */
function finished<T>(transaction: IDBTransaction, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the outbox took nothing'))
  })
}
