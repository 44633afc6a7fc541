import { sql, type RawBuilder } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Chat } from './chat.service.ts'
import type { ChatId } from './chat.types.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import { settleMembers } from './groups/groups.store.ts'
import { type ExportedFile, fileNameOf, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** Messages cleared in one statement; small, so that other queries are not delayed. */
const BATCH_SIZE = 2_000
/** Messages in one file of the export; more are in further files. */
const PART_SIZE = 5_000
const GONE = 'Deleted account'
/** The name of a person when a block exists between the two. */
const HIDDEN = 'Hidden person'

type Exported = { seq: number }

type Deps = { db: Db; clock: Clock; events: Pick<DomainEvents, 'publish'>; chat: Pick<Chat, 'reload'> }

/**
 * Conversations. Deletion clears the user's messages and their sender; the other members keep the sequence numbers and see
 * "Deleted account". Each cleared message counts as changed, so that devices that have stored it load it again. Conversations without
 * members are deleted. Groups go on without the user.
 *
 * The export includes conversations that a block hides, because the messages belong to both. It leaves out the current name
 * of the other person.
 */
export function chatPersonalData({ db, clock, events, chat: { reload } }: Deps): PersonalData {
  /** The chats that `erase` has changed. A crash loses them, but then clients reconnect and load the changes. */
  const cleared = new Map<Uid, Set<ChatId>>()

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
      const parts = partsOf(
        db,
        (after) => sql<Exported>`
        select seq, sent_at as sent, edited_at as edited, deleted_at as deleted, case when sender = ${uid} then 'me' when sender is null then ${GONE} else ${userName}::text end as from,
          type, content, reference_item, media,
          (select json_agg(emoji order by given_at) from message_reactions as given
            where given.chat_id = messages.chat_id and given.seq = messages.seq and given.uid = ${uid}) as my_reactions
        from messages where chat_id = ${chat} and seq > ${after} order by seq limit ${PART_SIZE}
      `,
      )
      for await (const { suffix, messages } of parts)
        yield jsonFile(`chats/${fileNameOf(userName)} ${chat}${suffix}.json`, { with: isHidden ? HIDDEN : (person.name ?? GONE), messages })
    }
  }

  return {
    part: 'chat',
    async erase(uid) {
      const chatIds = cleared.get(uid) ?? new Set()
      cleared.set(uid, chatIds)
      let batch: ChatId[]
      do {
        batch = await clearMessages(db, uid, { limit: BATCH_SIZE, now: clock.now() })
        for (const chatId of batch) chatIds.add(chatId)
      } while (batch.length > 0)
    },
    async eraseRows(tx, uid) {
      // Messages may be in flight while the account is locked. They are stored under the lock of their chat, so they wait for
      // this transaction and then find the member deleted.
      const { rows: chats } = await sql<{ id: ChatId }>`
        select id from chats where id in (
          select id from chats where low_uid = ${uid} or high_uid = ${uid} union select chat_id from chat_members where uid = ${uid}
        ) order by id for update
      `.execute(tx)
      const { rows: groups } = await sql<{ id: string }>`
        select chat_id as id from chat_members where uid = ${uid} and role is not null
      `.execute(tx)
      const late = await clearMessages(tx, uid, { limit: null, now: clock.now() })
      const ended = new Map<ChatId, Uid[]>()
      for (const { id } of groups) {
        await sql`delete from chat_members where chat_id = ${id} and uid = ${uid}`.execute(tx)
        const { rows: others } = await sql<{ uid: Uid }>`select uid from chat_members where chat_id = ${id}`.execute(tx)
        // Only invited users are left in a group that ends.
        if (!(await settleMembers(tx, id)))
          ended.set(
            id,
            others.map((other) => other.uid),
          )
      }
      await sql`
        delete from chats where id in (select chat_id from chat_members where uid = ${uid})
          and not exists (select 1 from chat_members where chat_members.chat_id = chats.id and chat_members.uid <> ${uid})
      `.execute(tx)
      return async () => {
        const changed = new Set([...chats.map(({ id }) => id), ...late, ...(cleared.get(uid) ?? [])])
        cleared.delete(uid)
        for (const chatId of ended.keys()) events.publish({ kind: 'group.ended', chatId })
        await reload([...changed], ended)
      }
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
  const { rows: removals } = await sql`
    select removed_at as removed from group_removals where uid = ${uid} order by removed_at
  `.execute(db)
  if (removals.length > 0) yield jsonFile('groups/removals.json', { removals })
  const { rows: polls } = await sql`
    select question, options, case when author = ${uid} then 'me' end as by, created_at as created, closes_at as closes,
      array(select options[option + 1] from poll_votes where poll_id = polls.id and uid = ${uid} order by option) as my_votes
    from polls where author = ${uid} or id in (select poll_id from poll_votes where uid = ${uid}) order by created_at
  `.execute(db)
  if (polls.length > 0) yield jsonFile('groups/polls.json', { polls })
  const { rows: queues } = await sql`
    select name, created_at as created, array(select items.name from safe_queue_items as row join items on items.id = row.item_id
      where row.queue_id = safe_queues.id order by row.place) as items
    from safe_queues where author = ${uid} order by created_at
  `.execute(db)
  if (queues.length > 0) yield jsonFile('groups/safe queues.json', { safe_queues: queues })
  for (const { chat, name, description, role, joined } of rows) {
    const parts = partsOf(
      db,
      (after) => sql<Exported>`
      select seq, sent_at as sent, edited_at as edited, deleted_at as deleted, type, content, reference_item, media
      from messages where chat_id = ${chat} and sender = ${uid} and seq > ${after} order by seq limit ${PART_SIZE}
    `,
    )
    const events = await sql`
      select at, kind, name, case when actor = ${uid} then 'me' end as by, case when subject = ${uid} then 'me' end as about
      from group_events where chat_id = ${chat} and ${uid} in (actor, subject) order by id
    `.execute(db)
    const group = { name, description, role, joined }
    for await (const { suffix, messages } of parts)
      yield jsonFile(`groups/${fileNameOf(name)} ${chat}${suffix}.json`, {
        ...group,
        messages,
        ...(suffix === '' ? { events: events.rows } : {}),
      })
  }
}

/**
 * The messages of a conversation in parts, of which only one is in memory at a time; at least one. The names of the files after the
 * first end with the number of their part.
 */
async function* partsOf(db: Db, query: (after: number) => RawBuilder<Exported>) {
  let after = 0
  for (let part = 1; ; part++) {
    const { rows: messages } = await query(after).execute(db)
    if (part === 1 || messages.length > 0) yield { suffix: part === 1 ? '' : ` ${part}`, messages }
    if (messages.length < PART_SIZE) return
    after = messages.at(-1)?.seq ?? after
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

/** Clears at most `limit` messages of this user, each as the next change of its chat. @returns the chats of these messages */
async function clearMessages(db: Db, uid: Uid, { limit, now }: { limit: number | null; now: Date }): Promise<ChatId[]> {
  const { rows } = await sql<{ id: ChatId }>`
    with given as materialized (
      select chat_id, seq from messages where sender = ${uid} limit ${limit}
    ), locked as materialized (
      -- Always in the same order, to avoid deadlocks between processes.
      select id from chats where id in (select chat_id from given) order by id for update
    ), moved as (
      update chats set change_seq = chats.change_seq + added.count, changed_at = ${now}
      from (select chat_id, count(*) as count from given group by chat_id) as added, locked
      where chats.id = added.chat_id and chats.id = locked.id
      returning chats.id, chats.change_seq - added.count as base
    ), numbered as (
      select given.*, moved.base + row_number() over (partition by given.chat_id order by given.seq) as change_seq
      from given join moved on moved.id = given.chat_id
    ), changed as (
      update messages set sender = null, type = 'text', content = '', reference_item = '[]', media = '[]', change_seq = numbered.change_seq
      from numbered where messages.chat_id = numbered.chat_id and messages.seq = numbered.seq
    )
    select id from moved
  `.execute(db)
  return rows.map(({ id }) => id)
}
