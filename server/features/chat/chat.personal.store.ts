import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { settleMembers } from './groups/groups.store.ts'
import { type ExportedFile, fileNameOf, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** Messages cleared in one statement; small, so that other queries are not delayed. */
const BATCH_SIZE = 2_000
const GONE = 'Deleted account'
/** The name of a person when a block exists between the two. */
const HIDDEN = 'Hidden person'

/**
 * Conversations. Deletion clears the user's messages and their sender; the other member keeps the sequence numbers and sees
 * "Deleted account". Conversations without members are deleted. Groups go on without the user.
 *
 * The export includes conversations that a block hides, because the messages belong to both. It leaves out the current name
 * of the other person.
 */
export function chatPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncGenerator<ExportedFile> {
    const { rows } = await sql<{ chat: string; other: Uid | null; user_name: string | null; name: string | null }>`
      select me.chat_id as chat, other.uid as other, profiles.user_name, profiles.name
      from chat_members as me
      left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
      left join profiles on profiles.uid = other.uid
      where me.uid = ${uid} and me.role is null order by me.chat_id
    `.execute(db)
    yield* collectGroups(db, uid)
    yield* collectPins(db, uid)
    for (const { chat, other, ...person } of rows) {
      const isHidden = other !== null && hidden.has(other)
      const userName = isHidden ? HIDDEN : (person.user_name ?? GONE)
      const messages = await sql`
        select seq, sent_at as sent, edited_at as edited, deleted_at as deleted, case when sender = ${uid} then 'me' when sender is null then ${GONE} else ${userName}::text end as from,
          type, content, reference_item, media,
          (select json_agg(emoji order by given_at) from message_reactions as given
            where given.chat_id = messages.chat_id and given.seq = messages.seq and given.uid = ${uid}) as my_reactions
        from messages where chat_id = ${chat} order by seq
      `.execute(db)
      yield jsonFile(`chats/${fileNameOf(userName)} ${chat}.json`, {
        with: isHidden ? HIDDEN : (person.name ?? GONE),
        messages: messages.rows,
      })
    }
  }

  return {
    part: 'chat',
    async erase(uid) {
      while ((await clearMessages(db, uid, BATCH_SIZE)) > 0);
    },
    async eraseRows(tx, uid) {
      // Messages may be in flight while the account is locked. They are stored under the lock of their chat, so they wait for
      // this transaction and then find the member deleted.
      await sql`
        select id from chats where id in (
          select id from chats where low_uid = ${uid} or high_uid = ${uid} union select chat_id from chat_members where uid = ${uid}
        ) order by id for update
      `.execute(tx)
      const { rows: groups } = await sql<{ id: string }>`
        select chat_id as id from chat_members where uid = ${uid} and role is not null
      `.execute(tx)
      await clearMessages(tx, uid, null)
      for (const { id } of groups) {
        await sql`delete from chat_members where chat_id = ${id} and uid = ${uid}`.execute(tx)
        await settleMembers(tx, id)
      }
      await sql`
        delete from chats where id in (select chat_id from chat_members where uid = ${uid})
          and not exists (select 1 from chat_members where chat_members.chat_id = chats.id and chat_members.uid <> ${uid})
      `.execute(tx)
    },
    collect,
  }
}

/** The groups of this user, with their own messages: those of other members were sent to more people than this one. */
async function* collectGroups(db: Db, uid: Uid): AsyncGenerator<ExportedFile> {
  const { rows } = await sql<{ chat: string; name: string; description: string; role: string; joined: Date | null }>`
    select me.chat_id as chat, chat_groups.name, chat_groups.description, me.role, me.joined_at as joined
    from chat_members as me join chat_groups on chat_groups.chat_id = me.chat_id
    where me.uid = ${uid} and me.role is not null order by me.chat_id
  `.execute(db)
  const { rows: requests } = await sql`
    select chat_groups.name as "group", asked_at as asked from group_requests
    join chat_groups on chat_groups.chat_id = group_requests.chat_id where uid = ${uid} order by asked_at
  `.execute(db)
  if (requests.length > 0) yield jsonFile('groups/requests.json', { requests })
  const { rows: polls } = await sql`
    select question, options, case when author = ${uid} then 'me' end as by, created_at as created, closes_at as closes,
      array(select options[option + 1] from poll_votes where poll_id = polls.id and uid = ${uid} order by option) as my_votes
    from polls where author = ${uid} or id in (select poll_id from poll_votes where uid = ${uid}) order by created_at
  `.execute(db)
  if (polls.length > 0) yield jsonFile('groups/polls.json', { polls })
  for (const { chat, name, description, role, joined } of rows) {
    const messages = await sql`
      select seq, sent_at as sent, edited_at as edited, deleted_at as deleted, type, content, reference_item, media
      from messages where chat_id = ${chat} and sender = ${uid} order by seq
    `.execute(db)
    const events = await sql`
      select at, kind, name, case when actor = ${uid} then 'me' end as by, case when subject = ${uid} then 'me' end as about
      from group_events where chat_id = ${chat} and ${uid} in (actor, subject) order by id
    `.execute(db)
    yield jsonFile(`groups/${fileNameOf(name)} ${chat}.json`, {
      name,
      description,
      role,
      joined,
      messages: messages.rows,
      events: events.rows,
    })
  }
}

/** The user's stars and pins, by the sequence numbers of the messages, and the conversations that they marked as unread. */
async function* collectPins(db: Db, uid: Uid): AsyncGenerator<ExportedFile> {
  const starred = await sql`
    select chat_id as chat, seq, starred_at as starred from starred_messages where uid = ${uid} order by chat_id, seq
  `.execute(db)
  const pinned = await sql`
    select chat_id as chat, seq, pinned_at as pinned from pinned_messages where pinned_by = ${uid} order by chat_id, seq
  `.execute(db)
  const unread = await sql`select chat_id as chat from chat_members where uid = ${uid} and marked_unread order by chat_id`.execute(db)
  if (starred.rows.length + pinned.rows.length + unread.rows.length === 0) return
  yield jsonFile('chats/pins and stars.json', { starred: starred.rows, pinned: pinned.rows, marked_unread: unread.rows })
}

/** Clears at most `limit` messages of this user and returns how many. */
async function clearMessages(db: Db, uid: Uid, limit: number | null): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages set sender = null, type = 'text', content = '', reference_item = '[]', media = '[]'
    where (chat_id, seq) in (select chat_id, seq from messages where sender = ${uid} limit ${limit})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
