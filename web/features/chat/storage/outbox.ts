/* Persists unacknowledged messages over reloads in IndexedDB, or in memory where it is unavailable (private windows). They then live
   as long as the page, which says so and asks before it is closed. */
import { logger } from '#web/platform/log.ts'
import { writeStored } from '#web/platform/storage/browser-storage.ts'
import { setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { inChatDatabase } from './database.ts'
import { PENDING_MESSAGES_KEY } from '../engine/state.ts'
import type { OutboxMessage } from '../engine/state.ts'

export type Outbox = {
  /** Every stored message, of any user. Never fails: unreadable messages are left out. */
  all(): Promise<OutboxMessage[]>
  save(message: OutboxMessage): Promise<void>
  delete(id: string): Promise<void>
}

const log = logger('chat')

/** The name of a message that is only in memory. */
export const memoryOnlyName = (id: string): string => `message.${id}`

/** Stays over a sign-out, like the messages in the database. */
const memory = memoryOutbox()

/** The outbox of this browser, shared by its tabs. */
export function openOutbox(): Outbox {
  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    try {
      return await inChatDatabase('outbox', mode, work)
    } catch (error) {
      log.warn('outbox stored in memory only', { why: String(error) })
      return null
    }
  }

  return {
    async all() {
      const inMemory = await memory.all()
      // Only `save` below writes here, and only this type.
      const stored: OutboxMessage[] = (await run<OutboxMessage[]>('readonly', (store) => store.getAll())) ?? []
      const onDisk = stored.filter(({ id }) => inMemory.every((message) => message.id !== id))
      // A message stored by an earlier version of the app has no replies and pictures.
      return [...onDisk.map((message) => ({ ...message, reply: message.reply ?? null, pictures: message.pictures ?? [] })), ...inMemory]
    },
    async save(message) {
      writeStored(PENDING_MESSAGES_KEY, 'yes')
      const key = await run('readwrite', (store) => store.put(message))
      if (key === null) await memory.save(message)
      else await memory.delete(message.id)
      setMemoryOnly(memoryOnlyName(message.id), key === null ? '' : null)
    },
    async delete(id) {
      // First on disk: a save that began earlier may still put the message into memory.
      await run('readwrite', (store) => store.delete(id))
      await memory.delete(id)
      setMemoryOnly(memoryOnlyName(id), null)
      if ((await this.all()).length === 0) writeStored(PENDING_MESSAGES_KEY, null)
    },
  }
}

/** An outbox in memory, for tests. */
export function memoryOutbox(): Outbox {
  const messages = new Map<string, OutboxMessage>()
  return {
    all: async () => [...messages.values()],
    save: async (message) => void messages.set(message.id, message),
    delete: async (id) => void messages.delete(id),
  }
}
