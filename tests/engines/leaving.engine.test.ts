import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createMessageStore } from '#server/features/chat/chat.messages.store.ts'
import { chatPersonalData } from '#server/features/chat/chat.personal.store.ts'
import { createChatStore } from '#server/features/chat/chat.store.ts'
import type { NewMessage } from '#server/features/chat/chat.types.ts'
import { writeMessages } from '#server/features/chat/chat.write.store.ts'

const noon = new Date('2026-11-20T12:00:00.000Z')

describe.skipIf(inject('postgresUrl') === null)('an account deletion', () => {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  // On the embedded database nothing else runs between the statements of a transaction.
  test('F14: also deletes data that another server stores for them at that moment', async () => {
    const world = peopleWorld(database.db)
    const [anna, ben] = [await world.stranger(), await world.stranger()]
    const [chat] = await createChatStore(database.db).pairChats([{ pair: [anna, ben], id: randomUUID() }], noon)
    const chatId = chat?.id ?? ''
    const id = newUuidv7(noon.getTime())
    const late: NewMessage = { chatId, id, sender: anna, type: 'text', content: 'late', referenceItem: [], media: [], sentAt: noon }
    const writing = await database.db.transaction().execute(async (tx) => {
      await sql`select uid from people where uid = ${anna} for update`.execute(tx)
      const events = { publish: () => undefined }
      const personal = chatPersonalData({ db: database.db, clock: world.clock, events, chat: { reload: async () => undefined } })
      await personal.eraseRows?.(tx, anna)
      const answer = writeMessages(database.db, [late])
      let isAnswered = false
      void answer.finally(() => (isAnswered = true))
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`.execute(tx)
          expect(isAnswered || rows.length > 0).toBe(true)
        },
        { timeout: 15_000 },
      )
      await sql`delete from people where uid = ${anna}`.execute(tx)
      return { answer }
    })
    expect(await writing.answer).toEqual([undefined])
    expect(await createMessageStore(database.db).page(chatId, { after: 0, limit: 10 })).toEqual([])
  })
})
