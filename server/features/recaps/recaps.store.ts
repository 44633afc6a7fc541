import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

export type StoredMatches = ReadonlyMap<Uid, number>

export type RecapsStore = ReturnType<typeof createRecapsStore>

/** Weeks that users got, and their matches at the end of each week. `week` is a Monday as a date. */
export function createRecapsStore(db: Db) {
  return {
    ...weekQueries(db),
    ...matchQueries(db),

    /** For the export: weeks and the user's own matches. */
    async all(uid: Uid, hidden: readonly Uid[]): Promise<{ weeks: unknown[]; matches: unknown[] }> {
      const weeks = await sql`select week::text, plays, ready_at as ready from recaps where uid = ${uid} order by week`.execute(db)
      const matches = await sql`
        select ${eachWeek}::date::text as week, profiles.user_name, percent from weekly_matches
        join profiles on profiles.uid = weekly_matches.other
        where weekly_matches.uid = ${uid} and weekly_matches.other <> all(${[...hidden]}::uuid[]) order by week, profiles.user_name
      `.execute(db)
      return { weeks: weeks.rows, matches: matches.rows }
    },

    /** Deletes a user's weeks, and their matches with others from both sides. */
    async erase(uid: Uid): Promise<void> {
      await sql`delete from recaps where uid = ${uid}`.execute(db)
      await sql`delete from weekly_matches where uid = ${uid} or other = ${uid}`.execute(db)
    },
  }
}

function weekQueries(db: Db) {
  return {
    async timeZones(): Promise<string[]> {
      const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from notification_settings`.execute(db)
      return rows.map(({ zone }) => zone)
    },

    /** Users in these time zones who joined before the week's end and did not get it yet, in the order of their ids after one. */
    async listDue({
      zones,
      week,
      joinedBefore,
      after,
      only,
      limit,
    }: {
      zones: readonly string[]
      week: string
      joinedBefore: Date
      after?: Uid | null
      /** Limits the result to one user. */
      only?: Uid
      limit: number
    }): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select profiles.uid from profiles
        left join notification_settings on notification_settings.uid = profiles.uid
        where coalesce(notification_settings.time_zone, 'UTC') = any(${[...zones]}::text[]) and profiles.joined_at < ${joinedBefore}
          ${after == null ? sql`` : sql`and profiles.uid > ${after}::uuid`} ${only === undefined ? sql`` : sql`and profiles.uid = ${only}`}
          and not exists (select 1 from recaps where recaps.uid = profiles.uid and recaps.week = ${week}::date)
        order by profiles.uid limit ${limit}
      `.execute(db)
      return rows.map(({ uid }) => uid)
    },

    async complete(uid: Uid, week: string, plays: number, now: Date): Promise<void> {
      await sql`
        insert into recaps (uid, week, plays, ready_at)
        select uid, ${week}::date, ${plays}::integer, ${now}::timestamptz from people where uid = ${uid}
        on conflict do nothing
      `.execute(db)
    },

    /** The plays of weeks between two Mondays at the time when the user got them. */
    async listWeeklyPlays(uid: Uid, from: string, to: string): Promise<{ week: string; plays: number }[]> {
      const { rows } = await sql<{ week: string; plays: number }>`
        select week::text, plays from recaps where uid = ${uid} and week between ${from}::date and ${to}::date
      `.execute(db)
      return rows
    },

    /** The last week whose recap the user got in this time, or null. */
    async readyWeek(uid: Uid, { since, until }: { since: Date; until: Date }): Promise<string | null> {
      const { rows } = await sql<{ week: string }>`
        select week::text from recaps where uid = ${uid} and ready_at > ${since} and ready_at <= ${until} order by week desc limit 1
      `.execute(db)
      return rows[0]?.week ?? null
    },
  }
}

/** Each week of a stored match. */
const eachWeek = sql`generate_series(week, coalesce(until, week), interval '7 days')`

/** Matches at the end of each week. Weeks in a row with the same match are one row. */
function matchQueries(db: Db) {
  return {
    /** Stores matches once: a repeated run changes nothing. A match as in the week before extends its row. */
    async saveMatches(uid: Uid, week: string, matches: StoredMatches): Promise<void> {
      if (matches.size === 0) return
      await sql`
        with given as (
          select * from unnest(${[...matches.keys()]}::uuid[], ${[...matches.values()]}::smallint[]) as given (other, percent)
        ), latest as (
          select distinct on (other) other, week, coalesce(until, week) as until, percent from weekly_matches
          where uid = ${uid}::uuid and week <= ${week}::date order by other, week desc
        ), changed as (
          select given.*, latest.week as same_since from given left join latest on latest.other = given.other
            and latest.percent = given.percent and latest.until = ${week}::date - 7
          where not exists (select 1 from latest where latest.other = given.other and latest.until >= ${week}::date)
        ), extended as (
          update weekly_matches set until = ${week}::date from changed
          where weekly_matches.uid = ${uid}::uuid and weekly_matches.week = changed.same_since and weekly_matches.other = changed.other
        )
        insert into weekly_matches (uid, week, other, percent)
        select ${uid}::uuid, ${week}::date, changed.other, changed.percent from changed
        where same_since is null and exists (select 1 from people where people.uid = changed.other)
          and exists (select 1 from people where people.uid = ${uid}::uuid)
        on conflict do nothing
      `.execute(db)
    },

    /** The first and the last match with each user between two Mondays, of users whose match changed. */
    async matches(uid: Uid, from: string, to: string): Promise<{ other: Uid; before: number; now: number }[]> {
      const { rows } = await sql<{ other: Uid; before: number; now: number }>`
        select other, (array_agg(percent order by week))[1] as before, (array_agg(percent order by week desc))[1] as now
        from weekly_matches where uid = ${uid} and week <= ${to}::date and coalesce(until, week) >= ${from}::date
        group by other having count(*) > 1
      `.execute(db)
      return rows
    },

    /** All matches with one other user by week, the oldest first. */
    async matchesWith(uid: Uid, other: Uid): Promise<{ week: string; percent: number }[]> {
      const { rows } = await sql<{ week: string; percent: number }>`
        select ${eachWeek}::date::text as week, percent from weekly_matches where uid = ${uid} and other = ${other} order by 1
      `.execute(db)
      return rows
    },
  }
}
