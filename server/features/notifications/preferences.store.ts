import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import {
  defaultChannels,
  type Digest,
  type NotificationChannels,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
} from '#contract/notifications.ts'
import type { Db } from '#server/platform/db/database.ts'

type PreferenceTables = {
  notification_choices: { uid: Uid; kind: NotificationKind } & NotificationChannels
  notification_settings: {
    uid: Uid
    quiet_from: number | null
    quiet_until: number | null
    quiet_days: number[] | null
    time_zone: string
    push_shows_text: boolean
    digest: Digest
    digest_due_at: Date | null
    digest_since: Date | null
  }
}

/** `since`: the start of its period. */
export type DueDigest = { uid: Uid; dueAt: Date; since: Date }

export const DEFAULT_TIME_ZONE = 'UTC'

export function createPreferenceStore(plain: Db) {
  const db = plain.withTables<PreferenceTables>()
  return {
    /** The user's settings, with defaults for those never changed. */
    async get(uid: Uid): Promise<NotificationSettings> {
      const [choices, row] = await Promise.all([
        db.selectFrom('notification_choices').select(['kind', 'in_app', 'push', 'mail']).where('uid', '=', uid).execute(),
        db.selectFrom('notification_settings').selectAll().where('uid', '=', uid).executeTakeFirst(),
      ])
      const kinds = { ...defaultChannels }
      for (const { kind, ...channels } of choices) if (notificationKinds.includes(kind)) kinds[kind] = channels
      const quietHours =
        row && row.quiet_from !== null && row.quiet_until !== null
          ? { from: row.quiet_from, until: row.quiet_until, ...(row.quiet_days ? { days: row.quiet_days } : {}) }
          : null
      return {
        kinds,
        quiet: quietHours,
        time_zone: row?.time_zone ?? DEFAULT_TIME_ZONE,
        push_shows_text: row?.push_shows_text ?? false,
        digest: row?.digest ?? 'off',
      }
    },

    async timeZoneOf(uid: Uid): Promise<string> {
      const row = await db.selectFrom('notification_settings').select('time_zone').where('uid', '=', uid).executeTakeFirst()
      return row?.time_zone ?? DEFAULT_TIME_ZONE
    },

    async setChannels(uid: Uid, kind: NotificationKind, channels: NotificationChannels): Promise<void> {
      await db
        .insertInto('notification_choices')
        .values({ uid, kind, ...channels })
        .onConflict((conflict) => conflict.columns(['uid', 'kind']).doUpdateSet(channels))
        .execute()
    },

    /** Saves everything except channels. `dueAt` is the time of the next digest. */
    async save(uid: Uid, settings: Omit<NotificationSettings, 'kinds'>, { dueAt, now }: { dueAt: Date | null; now: Date }): Promise<void> {
      const { quiet, time_zone, push_shows_text, digest } = settings
      const row = {
        quiet_from: quiet?.from ?? null,
        quiet_until: quiet?.until ?? null,
        quiet_days: quiet?.days && new Set(quiet.days).size < 7 ? [...new Set(quiet.days)].toSorted((a, b) => a - b) : null,
        time_zone,
        push_shows_text,
        digest,
        digest_due_at: dueAt,
      }
      await db
        .insertInto('notification_settings')
        .values({ uid, ...row, digest_since: now })
        .onConflict((conflict) =>
          // A new digest covers the time from now on; an existing one keeps its period and its time.
          conflict.column('uid').doUpdateSet({
            ...row,
            digest_due_at: sql`case when notification_settings.digest = ${digest} and notification_settings.time_zone = ${time_zone} then notification_settings.digest_due_at else ${dueAt}::timestamptz end`,
            digest_since: sql`case when notification_settings.digest = 'off' then ${now}::timestamptz else notification_settings.digest_since end`,
          }),
        )
        .execute()
    },

    /** Users whose digest is due, the longest due first. `after`: the last one of the page before. */
    async listDueDigests(now: Date, { after, limit }: { after: DueDigest | null; limit: number }): Promise<DueDigest[]> {
      const { rows } = await sql<{ uid: Uid; due_at: Date; since: Date | null }>`
        select uid, digest_due_at as due_at, digest_since as since from notification_settings
        where digest_due_at <= ${now}::timestamptz
          ${after ? sql`and (digest_due_at, uid) > (${after.dueAt}::timestamptz, ${after.uid}::uuid)` : sql``}
        order by digest_due_at, uid limit ${limit}`.execute(db)
      return rows.map((row) => ({ uid: row.uid, dueAt: row.due_at, since: row.since ?? new Date(0) }))
    },

    /** Sets when the next digest is due, unless digests are off. */
    async postpone(uid: Uid, dueAt: Date): Promise<void> {
      await db
        .updateTable('notification_settings')
        .set({ digest_due_at: dueAt })
        .where('uid', '=', uid)
        .where('digest_due_at', '<', dueAt)
        .execute()
    },

    /** Claims a due digest by scheduling the next one. Returns false if another server has claimed it. */
    async claimDigest(uid: Uid, { now, dueAt, since }: { now: Date; dueAt: Date; since: Date }): Promise<boolean> {
      const result = await db
        .updateTable('notification_settings')
        .set({ digest_due_at: dueAt, digest_since: since })
        .where('uid', '=', uid)
        .where('digest_due_at', '<=', now)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}
