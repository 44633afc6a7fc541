import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { GroupPlace, Note, NoteGroup } from './notifications.types.ts'

/** Older entries go, read or not. */
const KEPT_MS = 90 * 24 * 3_600_000
const PEOPLE_SHOWN = 3

/** Which notes of a person: those of one kind, about one thing, by one person; what is left out may be anything. */
export type NoteFilter = { uid?: Uid; kinds: readonly NotificationKind[]; subject?: string; actor?: Uid; item?: string }

type GroupRow = {
  kind: NotificationKind
  subject: string
  at: Date
  count: number
  people_count: number
  is_unread: boolean
  actors: Uid[]
}

/** What people are to hear of. */
export function createNotificationStore(db: Db) {
  const shownTo = (uid: Uid, hidden: readonly Uid[]) =>
    sql`uid = ${uid} and in_app and (actor is null or not actor = any(${[...hidden]}::uuid[]))`

  return {
    /** Keeps a note; false when it was there already, or one of the two people is gone. */
    async add(note: Note): Promise<boolean> {
      const { rows } = await sql`
        insert into notifications (id, uid, kind, subject, actor, item, at, in_app)
        select ${note.id}::uuid, ${note.uid}::uuid, ${note.kind}, ${note.subject}, ${note.actor}::uuid, ${note.item}::uuid, ${note.at}::timestamptz, ${note.inApp}::boolean
        where exists (select 1 from people where uid = ${note.uid}::uuid)
          and (${note.actor}::uuid is null or exists (select 1 from people where uid = ${note.actor}::uuid))
        on conflict do nothing
        returning id`.execute(db)
      return rows.length > 0
    },

    /** Removes notes, and tells whose they were. */
    async remove({ uid, kinds, subject, actor, item }: NoteFilter): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        delete from notifications where kind = any(${[...kinds]}::text[])
          ${uid === undefined ? sql`` : sql`and uid = ${uid}`}
          ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
          ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
          ${item === undefined ? sql`` : sql`and item = ${item}`}
        returning uid`.execute(db)
      return [...new Set(rows.map((row) => row.uid))]
    },

    /** Groups of a person, the latest first, without anything of those who are `hidden` from them. */
    async groups(
      uid: Uid,
      { hidden, before, limit }: { hidden: readonly Uid[]; before: GroupPlace | null; limit: number },
    ): Promise<NoteGroup[]> {
      const { rows } = await sql<GroupRow>`
        select groups.*, array(
          select it.actor from notifications it
          where it.uid = ${uid} and it.in_app and it.kind = groups.kind and it.subject = groups.subject
            and it.actor is not null and not it.actor = any(${[...hidden]}::uuid[])
          group by it.actor order by max(it.at) desc, it.actor limit ${PEOPLE_SHOWN}
        ) as actors
        from (
          select kind, subject, max(at) as at, count(*) as count, count(distinct actor) as people_count, bool_or(read_at is null) as is_unread
          from notifications where ${shownTo(uid, hidden)}
          group by kind, subject
        ) as groups
        where ${before === null ? sql`true` : sql`(groups.at, groups.kind || ':' || groups.subject) < (${before.at}::timestamptz, ${before.key})`}
        order by groups.at desc, groups.kind || ':' || groups.subject desc
        limit ${limit}`.execute(db)
      return rows.map(toGroup)
    },

    /** Groups that were not looked at; requests to connect are counted by waiting, not here. */
    async unread(uid: Uid, hidden: readonly Uid[]): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(distinct (kind, subject)) as count from notifications
        where ${shownTo(uid, hidden)} and read_at is null and kind <> 'request_asked'`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Marks everything that came up to `now` as read, or one group of it. */
    async markRead(uid: Uid, now: Date, group?: { kind: string; subject: string }): Promise<void> {
      await sql`update notifications set read_at = ${now} where uid = ${uid} and read_at is null and at <= ${now}
        ${group ? sql`and kind = ${group.kind} and subject = ${group.subject}` : sql``}`.execute(db)
    },

    /** A note that was not read yet; null when it was, or is gone. */
    async unreadNote(id: string): Promise<Note | null> {
      const { rows } = await sql<Omit<Note, 'inApp'> & { in_app: boolean }>`
        select id, uid, kind, subject, actor, item, at, in_app from notifications where id = ${id} and read_at is null`.execute(db)
      if (!rows[0]) return null
      const { in_app: inApp, ...note } = rows[0]
      return { ...note, inApp }
    },

    /** Unread notes from `since` up to just before `until`, of some kinds, the oldest first. */
    async unreadSince(
      uid: Uid,
      { since, until }: { since: Date; until: Date },
      { kinds, hidden }: { kinds: readonly string[]; hidden: readonly Uid[] },
    ): Promise<Pick<Note, 'kind' | 'actor' | 'subject'>[]> {
      const { rows } = await sql<Pick<Note, 'kind' | 'actor' | 'subject'>>`
        select kind, actor, subject from notifications
        where uid = ${uid} and at >= ${since} and at < ${until} and read_at is null and kind = any(${[...kinds]}::text[])
          and (actor is null or not actor = any(${[...hidden]}::uuid[]))
        order by at limit 500`.execute(db)
      return rows
    },

    /** Drops what is too old to be of interest. */
    async sweep(now: Date): Promise<void> {
      await sql`delete from notifications where at < ${new Date(now.getTime() - KEPT_MS)}`.execute(db)
    },
  }
}

const toGroup = (row: GroupRow): NoteGroup => ({
  kind: row.kind,
  subject: row.subject,
  actors: row.actors,
  peopleCount: row.people_count,
  count: row.count,
  at: row.at,
  isUnread: row.is_unread,
})
