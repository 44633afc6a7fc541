import { sql } from 'kysely'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLogs } from '#server/platform/observability/log.ts'

const PER_INSERT = 500
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A day without messages before this many of the newest: the first page then contains a day divider, at any hour. */
const AFTER_THE_PAUSE = 50

/** The number of newest messages with one or several lines; the others have one line. */
const OF_ANY_HEIGHT = 40

const wordsOf = (seq: number, upTo: number): string =>
  `message ${seq}${upTo - seq < OF_ANY_HEIGHT ? ' and a little more to say'.repeat((seq * 7) % 23) : ''}`

/**
 * Fills the longest chat of this user with another one up to this many messages, numbered by their text ("message 17 ..."), one per minute,
 * alternating. The data must not be in use: sending ten thousand messages one by one would take minutes.
 * @returns the id of the chat
 */
export async function fillChat(dataDir: string, userName: string, upTo: number): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl: null, log: createLogs({ filter: 'off', pretty: false })('db') })
  const { db } = database
  try {
    const { rows } = await sql<{
      id: string
      last_seq: number
      low_uid: string
      high_uid: string
    }>`select chats.* from chats join profiles on uid in (low_uid, high_uid) where user_name = ${userName} order by last_seq desc limit 1`.execute(
      db,
    )
    const [chat] = rows
    if (!chat) throw new Error('no such chat')
    const endMs = Date.now() - MINUTE_MS
    for (let from = chat.last_seq + 1; from <= upTo; from += PER_INSERT) {
      const places = Array.from({ length: Math.min(PER_INSERT, upTo - from + 1) }, (_, index) => from + index)
      const values = places.map((seq) => {
        const atMs = endMs - (upTo - seq) * MINUTE_MS - (upTo - seq >= AFTER_THE_PAUSE ? DAY_MS : 0)
        const sender = seq % 2 === 0 ? chat.low_uid : chat.high_uid
        return sql`(${chat.id}, ${seq}, ${newUuidv7(atMs)}, ${sender}, 'text', ${wordsOf(seq, upTo)}, ${new Date(atMs)})`
      })
      await sql`insert into messages (chat_id, seq, id, sender, type, content, sent_at) values ${sql.join(values)}`.execute(db)
    }
    await sql`update chats set last_seq = ${upTo}, last_at = ${new Date(endMs)} where id = ${chat.id}`.execute(db)
    await sql`update chat_members set read_seq = ${upTo}, delivered_seq = ${upTo} where chat_id = ${chat.id}`.execute(db)
    return chat.id
  } finally {
    await database.close()
  }
}
