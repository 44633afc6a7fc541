import type { Database } from '#server/platform/db/database.ts'
import { placeCrowd } from './chat/crowd.ts'

const PEOPLE = 8_000
const uid = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const id = (kind: number, number: string) => `('00000000-0000-4000-9${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const people = `generate_series(0, ${PEOPLE - 1}) as n`

export const momentOf = (person: number) => `00000000-0000-4000-9100-${(person * 3).toString(16).padStart(12, '0')}`
export const chatOf = (person: number) =>
  `00000000-0000-4000-9200-${Math.floor(person / 2)
    .toString(16)
    .padStart(12, '0')}`

/** What thousands of people would have left after some weeks, in one go: enough that reading a whole table is never the best plan. */
export async function fillLargeTables(database: Pick<Database, 'query'>): Promise<void> {
  await placeCrowd(database, PEOPLE)
  for (const statement of [
    `insert into presence select ${uid('n')}, now() from ${people}`,
    `insert into moments (id, author_uid, text, audience, posted_at)
     select ${id(1, 'n * 3 + k')}, ${uid('n')}, 'moment ' || n, 'everyone', now() - (n + k) * interval '1 minute' from ${people}, generate_series(0, 2) k`,
    `insert into moment_likes select ${id(1, 'n * 3')}, ${uid('(n + k) % 8000')}, now() from ${people}, generate_series(1, 3) k`,
    `insert into moment_comments (id, moment_id, author_uid, text, posted_at)
     select ${id(3, 'n * 2 + k')}, ${id(1, 'n * 3')}, ${uid('(n + k) % 8000')}, 'comment', now() from ${people}, generate_series(0, 1) k`,
    `insert into chats (id, low_uid, high_uid, last_seq, last_at, created_at)
     select ${id(2, 'n')}, ${uid('n * 2')}, ${uid('n * 2 + 1')}, 15, now(), now() from generate_series(0, ${PEOPLE / 2 - 1}) n`,
    `insert into chat_members (chat_id, uid) select ${id(2, 'n / 2')}, ${uid('n')} from ${people}`,
    `insert into messages (chat_id, seq, id, sender, type, content, sent_at)
     select ${id(2, 'n')}, k, ${id(4, 'n * 16 + k').replace('-4000-', '-7000-')}, ${uid('n * 2 + k % 2')}, 'text', 'words of ' || n, now()
     from generate_series(0, ${PEOPLE / 2 - 1}) n, generate_series(1, 15) k`,
    `insert into notifications (id, uid, kind, subject, actor, at, in_app)
     select ${id(5, 'n * 2 + k')}, ${uid('n')}, 'moment_liked', ${id(1, 'n * 3')}::text, ${uid('(n + k + 1) % 8000')}, now(), true
     from ${people}, generate_series(0, 1) k`,
    `insert into items (id, kind, name, name_key, created_at)
     select ${id(6, 'n')}, 'artist', 'artist ' || n, 'artist ' || n, now() from ${people}`,
    `insert into taste_sources (uid, source, status, created_at) select ${uid('n')}, 'picks', 'connected', now() from ${people}`,
    `insert into taste_rows (uid, item_id, source, kind, weight, rank)
     select ${uid('n')}, ${id(6, '(n * 7 + k * 131) % 8000')}, 'picks', 'artist', 0.5, k from ${people}, generate_series(1, 5) k`,
    `analyze`,
  ])
    await database.query(statement)
}
