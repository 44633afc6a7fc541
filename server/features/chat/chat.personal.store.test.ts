import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { chatPersonalData } from './chat.personal.store.ts'
import { database, world, setUpChat } from './chat.test-world.ts'

/** The maximum number of rows that a query of the export returned. */
let mostRows = 0
setUpChat()

async function addMessages(chatId: string, sender: Uid, count: number): Promise<void> {
  await sql`insert into messages (chat_id, seq, id, sender, type, content, sent_at)
    select ${chatId}, seq, gen_random_uuid(), ${sender}, 'text', 'text ' || seq, now() from generate_series(1, ${count}::integer) as seq`.execute(
    database.db,
  )
}

/** The files of an export with the numbers of their first and last message. */
async function exported(uid: Uid) {
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      mostRows = Math.max(mostRows, result.rows.length)
      return result
    },
  })
  const data = chatPersonalData({ db, clock: world.clock, events: { publish: () => undefined }, chat: world.chat })
  const files: string[] = []
  for await (const { path, bytes } of data.collect(uid, new Set())) {
    const { messages, events } = JSON.parse((await bytes()).toString()) as { messages: { seq: number }[]; events?: unknown[] }
    files.push(`${path} ${messages.at(0)?.seq}-${messages.at(-1)?.seq}${events ? ' with events' : ''}`)
  }
  return files
}

test('a long conversation is exported in several files, 5,000 messages at a time', async () => {
  const [anna, ben] = await world.buddies('Anna', 'Ben')
  const { chat_id: chatId } = await world.chat.open(anna, ben)
  const group = await world.aGroup(anna, [ben], 'Listeners')
  await addMessages(chatId, ben, 12_001)
  await addMessages(group, anna, 5_000)
  const name = (await world.profiles.cards([ben])).get(ben)?.user_name
  expect(await exported(anna)).toEqual([
    `groups/Listeners ${group}.json 1-5000 with events`,
    `chats/${name} ${chatId}.json 1-5000`,
    `chats/${name} ${chatId} 2.json 5001-10000`,
    `chats/${name} ${chatId} 3.json 10001-12001`,
  ])
  expect(mostRows).toBe(5_000)
})
