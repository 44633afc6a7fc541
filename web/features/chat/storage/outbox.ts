/* Messages that the server has not acknowledged, kept over reloads. IndexedDB where there is one; where there is none, or it
   is forbidden (private windows), memory: then a message lives as long as its tab. */
import { logger } from '#web/platform/log.ts'
import { writeStored } from '#web/platform/browser-storage.ts'
import { inChatDatabase } from './database.ts'
import { UNSENT } from '../engine/unsent.ts'
import type { OutboxMessage } from '../engine/types.ts'

export type Outbox = {
  /** Every kept message, of any person. Never fails: what can't be read is not there. */
  all(): Promise<OutboxMessage[]>
  keep(message: OutboxMessage): Promise<void>
  forget(id: string): Promise<void>
}

const log = logger('chat')

/** The outbox of this browser, shared by its tabs. */
export function openOutbox(): Outbox {
  const memory = memoryOutbox()

  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    try {
      return await inChatDatabase('outbox', mode, work)
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
      const onDisk = kept.filter(({ id }) => inMemory.every((message) => message.id !== id))
      // A message kept by an earlier version of the app knows nothing of replies and pictures.
      return [...onDisk.map((message) => ({ ...message, reply: message.reply ?? null, pictures: message.pictures ?? [] })), ...inMemory]
    },
    async keep(message) {
      writeStored(UNSENT, 'yes')
      const key = await run('readwrite', (store) => store.put(message))
      if (key === null) await memory.keep(message)
      else await memory.forget(message.id)
    },
    async forget(id) {
      await memory.forget(id)
      await run('readwrite', (store) => store.delete(id))
      if ((await this.all()).length === 0) writeStored(UNSENT, null)
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
