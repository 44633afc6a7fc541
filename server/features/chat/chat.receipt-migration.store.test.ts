import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createReceiptMigration } from './chat.receipt-migration.ts'
import { aMessage, chatWorld } from './chat.test-world.ts'

let database: Database
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

test('hides receipts from before the migration after a user switches receipts on', async () => {
  const world = chatWorld(database.db)
  let run = async (): Promise<void> => undefined
  const earlier = createReceiptMigration({
    db: database.db,
    jobs: { register: (job) => void (run = () => job.run({} as never)), add: () => run() },
  })
  const [anna, ben, cleo] = [await world.person('anna'), await world.person('ben'), await world.person('cleo')]
  const chatIds: string[] = []
  for (const [from, to] of [
    [anna, ben],
    [anna, cleo],
  ] as const) {
    await world.befriend(from, to)
    const { chatId } = await world.chat.send(from, to, aMessage(from, to))
    await world.chat.send(to, from, aMessage(to, from))
    for (const uid of [from, to]) await world.chat.read(uid, chatId, 2)
    chatIds.push(chatId)
  }
  const [withBen = '', withCleo = ''] = chatIds
  const theirPositions = async (viewer: Uid, chatId: string) => {
    const { their_delivered_seq: deliveredSeq, their_read_seq: readSeq } = await world.chat.get(viewer, chatId)
    return [deliveredSeq, readSeq]
  }
  // The state after the SQL migration.
  await sql`insert into chat_marks_to_hold (uid) values (${ben})`.execute(database.db)

  await earlier.resume()
  expect([
    await theirPositions(anna, withBen),
    await theirPositions(ben, withBen),
    await theirPositions(anna, withCleo),
    await theirPositions(cleo, withCleo),
  ]).toEqual([
    [0, 0],
    [0, 0],
    [2, 2],
    [2, 2],
  ])
  expect((await world.chat.get(ben, withBen)).unread).toBe(0)
  await world.chat.send(anna, ben, aMessage(anna, ben))
  await world.chat.read(ben, withBen, 3)
  await earlier.resume()
  expect(await theirPositions(anna, withBen)).toEqual([3, 3])
})
