import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { fromColumns, type Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PageEnd, StoredNotification, NotificationGroup, NotificationMutes } from './notifications.types.ts'

/** Older notifications are deleted, read or not. */
const MAX_AGE_MS = 90 * 24 * 3_600_000
const PEOPLE_SHOWN = 3
/** Kinds about a text of another person. */
export const ABOUT_TEXTS: readonly NotificationKind[] = [
  'moment_commented',
  'moment_mentioned',
  'moment_quoted',
  'comment_replied',
  'moment_posted',
]

/** Selects notifications; an omitted field matches everything. */
export type NotificationFilter = {
  uid?: Uid
  kinds: readonly NotificationKind[]
  subject?: string
  actor?: Uid
  item?: string
  isRead?: true
  /** Their notifications stay. */
  except?: readonly Uid[]
}

type GroupQuery = {
  silenced: NotificationMutes
  before: PageEnd | null
  limit: number
  kinds?: readonly NotificationKind[] | undefined
  isUnread?: boolean
}

export function createNotificationStore(db: Db) {
  return { ...listQueries(db), ...deliveryQueries(db) }
}

const isNotSilenced = ({ people, content }: NotificationMutes) => sql`(actor is null or not actor = any(${[...people]}::uuid[]))
  ${content.length === 0 ? sql`` : sql`and not subject = any(${[...content]}::text[]) and (item is null or not item = any(${[...content]}::uuid[]))`}`

const shownTo = (uid: Uid, silenced: NotificationMutes) => sql`uid = ${uid} and in_app and ${isNotSilenced(silenced)}`

/** The list of a user: groups, counts and read marks. */
function listQueries(db: Db) {
  return {
    /** Stores a notification; returns false if it exists or one of the two people was deleted. */
    async add(note: StoredNotification): Promise<boolean> {
      const { rows } = await sql`
        insert into notifications (id, uid, kind, subject, actor, item, at, in_app)
        select ${note.id}::uuid, ${note.uid}::uuid, ${note.kind}, ${note.subject}, ${note.actor}::uuid, ${note.item}::uuid, ${note.at}::timestamptz, ${note.inApp}::boolean
        where exists (select 1 from people where uid = ${note.uid}::uuid)
          and (${note.actor}::uuid is null or exists (select 1 from people where uid = ${note.actor}::uuid))
        on conflict do nothing
        returning id`.execute(db)
      return rows.length > 0
    },

    /** Deletes notifications and returns their receivers. */
    async remove({ uid, kinds, subject, actor, item, isRead, except }: NotificationFilter): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        delete from notifications where kind = any(${[...kinds]}::text[])
          ${uid === undefined ? sql`` : sql`and uid = ${uid}`}
          ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
          ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
          ${item === undefined ? sql`` : sql`and item = ${item}`}
          ${isRead ? sql`and read_at is not null` : sql``}
          ${except === undefined ? sql`` : sql`and uid <> all(${[...except]}::uuid[])`}
        returning uid`.execute(db)
      return [...new Set(rows.map((row) => row.uid))]
    },

    /** Groups of a user, the latest first, without silenced ones. */
    async groups(uid: Uid, { silenced, before, limit, kinds, isUnread }: GroupQuery): Promise<NotificationGroup[]> {
      const { rows } = await sql<Columns<NotificationGroup>>`
        select groups.*, array(
          select it.actor from notifications it
          where ${shownTo(uid, silenced)} and it.kind = groups.kind and it.subject = groups.subject and it.actor is not null
          group by it.actor order by max(it.at) desc, it.actor limit ${PEOPLE_SHOWN}
        ) as actors
        from (
          select kind, subject, max(at) as at, count(*) as count, count(distinct actor) as people_count, bool_or(read_at is null) as is_unread
          from notifications where ${shownTo(uid, silenced)} ${kinds ? sql`and kind = any(${[...kinds]}::text[])` : sql``}
          group by kind, subject ${isUnread ? sql`having bool_or(read_at is null)` : sql``}
        ) as groups
        where ${before === null ? sql`true` : sql`(groups.at, groups.kind || ':' || groups.subject) < (${before.at}::timestamptz, ${before.key})`}
        order by groups.at desc, groups.kind || ':' || groups.subject desc
        limit ${limit}`.execute(db)
      return rows.map(fromColumns<NotificationGroup>)
    },

    /** The number of unread groups; connection requests are counted elsewhere. */
    async unread(uid: Uid, silenced: NotificationMutes): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(distinct (kind, subject)) as count from notifications
        where ${shownTo(uid, silenced)} and read_at is null and kind <> 'request_asked'`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Marks all notifications up to `now` as read, or one group. */
    async markRead(uid: Uid, now: Date, group?: { kind: string; subject: string }): Promise<void> {
      await sql`update notifications set read_at = ${now} where uid = ${uid} and read_at is null and at <= ${now}
        ${group ? sql`and kind = ${group.kind} and subject = ${group.subject}` : sql``}`.execute(db)
    },
  }
}

/** Queries for push and email notifications, and cleanup. */
function deliveryQueries(db: Db) {
  return {
    async unreadNote(id: string): Promise<StoredNotification | null> {
      const { rows } = await sql<Omit<StoredNotification, 'inApp'> & { in_app: boolean }>`
        select id, uid, kind, subject, actor, item, at, in_app from notifications where id = ${id} and read_at is null`.execute(db)
      if (!rows[0]) return null
      const { in_app: inApp, ...note } = rows[0]
      return { ...note, inApp }
    },

    /** Unread notifications of these kinds from `since` up to but excluding `until`, the oldest first. */
    async unreadSince(
      uid: Uid,
      { since, until }: { since: Date; until: Date },
      { kinds, silenced }: { kinds: readonly string[]; silenced: NotificationMutes },
    ): Promise<Pick<StoredNotification, 'kind' | 'actor' | 'subject'>[]> {
      const { rows } = await sql<Pick<StoredNotification, 'kind' | 'actor' | 'subject'>>`
        select kind, actor, subject from notifications
        where uid = ${uid} and at >= ${since} and at < ${until} and read_at is null and kind = any(${[...kinds]}::text[])
          and ${isNotSilenced(silenced)}
        order by at limit 500`.execute(db)
      return rows
    },

    /** The moments and comments of other people that a user's notifications are about. */
    async contentIds(uid: Uid): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select subject as id from notifications where uid = ${uid} and kind = any(${[...ABOUT_TEXTS]}::text[])
        union select item::text from notifications where uid = ${uid} and kind = any(${[...ABOUT_TEXTS]}::text[]) and item is not null`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },

    async deleteOld(now: Date): Promise<void> {
      await sql`delete from notifications where at < ${new Date(now.getTime() - MAX_AGE_MS)}`.execute(db)
    },
  }
}
