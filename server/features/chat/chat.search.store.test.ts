import { RawNode, sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PageEnd } from './chat.cursor.ts'
import { createMessageStore } from './chat.messages.store.ts'

const CHATS = 200
const MESSAGES_EACH = 80
/** Users n and n + 1 share chat n, so user 50 has two chats. */
const uidOf = (number: number): Uid => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const someone = uidOf(50)

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  const uid = (of: string) => sql.raw(`('00000000-0000-4000-8000-' || lpad((${of})::text, 12, '0'))::uuid`)
  const chat = sql.raw(`('00000000-0000-4000-9000-' || lpad(chat::text, 12, '0'))::uuid`)
  const { db } = database
  await sql`insert into people (uid, issuer, subject, created_at)
    select ${uid('n')}, 'test', n::text, now() from generate_series(1, ${CHATS + 1}::integer) as n`.execute(db)
  await sql`insert into chats (id, low_uid, high_uid, last_seq, created_at)
    select ${chat}, ${uid('chat')}, ${uid('chat + 1')}, ${MESSAGES_EACH}::integer, now() from generate_series(1, ${CHATS}::integer) as chat`.execute(
    db,
  )
  await sql`insert into chat_members (chat_id, uid)
    select ${chat}, case side when 0 then ${uid('chat')} else ${uid('chat + 1')} end
    from generate_series(1, ${CHATS}::integer) as chat, generate_series(0, 1) as side`.execute(db)
  await db.transaction().execute(async (tx) => {
    // Skips 16,000 foreign key checks.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into messages (chat_id, seq, id, sender, type, content, sent_at)
    select ${chat}, seq, gen_random_uuid(), ${uid('chat')}, 'text', 'message ' || seq || ' of chat ' || chat, now() + make_interval(secs => seq)
    from generate_series(1, ${CHATS}::integer) as chat, generate_series(1, ${MESSAGES_EACH}::integer) as seq`.execute(tx)
  })
  await sql`analyze chats, chat_members, messages`.execute(db)
})
afterAll(() => database.close())

test('a search reads only the user’s own conversations, however many messages exist', async () => {
  expect(
    (await createMessageStore(database.db).search(someone, 'message 7 of', undefined, null, 10)).map(({ message }) => message.content),
  ).toEqual(['message 7 of chat 50', 'message 7 of chat 49'])
  for (const chatId of [undefined, '00000000-0000-4000-9000-000000000050']) {
    const read = await rowsRead(chatId)
    // The messages of the user's chats; only these are compared with the text.
    expect(read['messages']).toBe(chatId ? MESSAGES_EACH : 2 * MESSAGES_EACH)
  }
})

test('a search for a word that is in every message reads only one page of each conversation', async () => {
  const read = await rowsRead(undefined, 'message')
  expect(read['messages']).toBeLessThanOrEqual(2 * 30)
})

test('pages contain every message once, ordered by time, even messages sent at the same moment', async () => {
  const { db } = database
  const chatId = '00000000-0000-4000-9000-000000000050'
  // Two servers with clocks that differ a little.
  await sql`update messages set content = 'swapped', sent_at = sent_at + make_interval(secs => case when seq % 2 = 0 then -1.5 else 0 end)
    where chat_id = ${chatId} and seq > 70`.execute(db)
  const found: number[] = []
  const times: number[] = []
  for (let beyond: PageEnd | null = null; ;) {
    const [first] = await createMessageStore(db).search(someone, 'swapped', undefined, beyond, 1)
    if (!first) break
    const { seq, sentAt: at } = first.message
    found.push(seq)
    times.push(at.getTime())
    beyond = { at, chatId, seq }
  }
  expect(found).toEqual([79, 80, 77, 78, 75, 76, 73, 74, 71, 72])
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

type Step = {
  'Relation Name'?: string
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Step[]
}

/** The number of rows of each table that a search by this user reads. */
async function rowsRead(chatId: string | undefined, text = 'message 7 of'): Promise<Record<string, number>> {
  const results: { 'QUERY PLAN': [{ Plan: Step }] }[] = []
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? RawNode.create([`explain (analyze, format json) ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)], node.parameters)
        : node,
    async transformResult({ result }) {
      // The result of `explain` instead of the rows.
      results.push(...(result.rows as typeof results))
      return { ...result, rows: [] }
    },
  }
  await createMessageStore(database.db.withPlugin(explain)).search(someone, text, chatId, null, 10)
  const read: Record<string, number> = {}
  const check = (step: Step): void => {
    const table = step['Relation Name']
    if (table) read[table] = (read[table] ?? 0) + (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
    step.Plans?.forEach(check)
  }
  check(requirePresent(results[0]?.['QUERY PLAN'][0].Plan))
  return read
}

function requirePresent<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('EXPLAIN returned nothing.')
  return value
}
