import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { unpackDay } from './days.ts'
import { minuteOf, noonOf, SAME_SERVICE_MINUTES, type Plays } from './play-times.ts'

/** Excluded plays from minute `from` to `to`, of one item or of all. */
export type PlayExclusion = { itemId: string | null; from: number; to: number }

/** A shorter exclusion applies only to plays with a time, not to plays with only a day. */
const HALF_DAY_MINUTES = 12 * 60

/**
 * Plays with only a day are excluded with a time of it that is within this day in nearly all time zones: 10:00 UTC, from UTC-10 to UTC+13:59.
 * Noon is already the next day in New Zealand.
 */
const BEFORE_NOON_MINUTES = 2 * 60

/** The exclusion of a single play. A repeated sync or upload can move its time by rounding. */
export const exclusionAt = (itemId: string, minute: number): PlayExclusion => ({
  itemId,
  from: minute - SAME_SERVICE_MINUTES,
  to: minute + SAME_SERVICE_MINUTES,
})

/** From the first to the last excluded minute. */
type Span = { from: number; to: number }

/** Sorted spans; those that overlap or touch are one. */
function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

function includes(spans: readonly Span[], minute: number): boolean {
  let [start, end] = [0, spans.length]
  while (start < end) {
    const middle = Math.floor((start + end) / 2)
    if ((spans[middle]?.to ?? 0) < minute) start = middle + 1
    else end = middle
  }
  const found = spans[start]
  return found !== undefined && found.from <= minute
}

/** Short exclusions that touch don't become a long one, so both are merged for themselves. */
const prepared = (spans: readonly Span[]) => ({
  all: merged(spans),
  long: merged(spans.filter(({ from, to }) => to - from >= HALF_DAY_MINUTES)),
})

/** These items without the excluded plays. Items without remaining plays are dropped unless they are saved. */
export function withoutExcluded<P extends Plays & { itemId: string; kept: boolean }>(
  items: readonly P[],
  exclusions: readonly PlayExclusion[],
): P[] {
  if (exclusions.length === 0) return [...items]
  const byItem = Map.groupBy(exclusions, ({ itemId }) => itemId)
  const ofEverything = prepared(byItem.get(null) ?? [])
  return items.flatMap((item) => {
    const own = byItem.get(item.itemId)
    if (!own && ofEverything.all.length === 0) return [item]
    const excluded = own ? [ofEverything, prepared(own)] : [ofEverything]
    const times = item.times.filter((play) => !excluded.some(({ all }) => includes(all, minuteOf(play))))
    const days = item.days.filter((packed) => {
      const noon = noonOf(unpackDay(packed).day)
      return noon === 0 || !excluded.some(({ long }) => includes(long, noon - BEFORE_NOON_MINUTES))
    })
    return times.length + days.length > 0 || item.kept ? [{ ...item, times, days }] : []
  })
}

export type ExclusionReason = 'deleted' | 'private'

/** Deleted plays, private sessions, and hidden items of users. */
export function createExclusionsStore(db: Db) {
  return {
    async list(uid: Uid): Promise<PlayExclusion[]> {
      const { rows } = await sql<PlayExclusion>`
        select item_id as "itemId", from_at as "from", to_at as "to" from play_exclusions where uid = ${uid}
      `.execute(db)
      return rows
    },

    async add(uid: Uid, reason: ExclusionReason, exclusions: readonly PlayExclusion[], now: Date): Promise<void> {
      await sql`
        insert into play_exclusions (id, uid, item_id, from_at, to_at, reason, created_at)
        select gen_random_uuid(), ${uid}::uuid, given.item_id, given.from_at, given.to_at, ${reason}, ${now}::timestamptz
        from unnest(${exclusions.map(({ itemId }) => itemId)}::uuid[], ${exclusions.map(({ from }) => from)}::integer[],
          ${exclusions.map(({ to }) => to)}::integer[]) as given (item_id, from_at, to_at)
      `.execute(db)
    },

    /** Removes deleted times that are inside of this one. */
    async removeWithin(uid: Uid, { itemId, from, to }: PlayExclusion): Promise<void> {
      await sql`
        delete from play_exclusions where uid = ${uid} and reason = 'deleted' and from_at >= ${from} and to_at <= ${to}
          and (${itemId}::uuid is null or item_id = ${itemId}::uuid)
      `.execute(db)
    },

    /** The minute at which the running private session ends; null if there is none. */
    async privateUntil(uid: Uid, minute: number): Promise<number | null> {
      const { rows } = await sql<{ until: number | null }>`
        select max(to_at) as until from play_exclusions where uid = ${uid} and reason = 'private' and to_at > ${minute}
      `.execute(db)
      return rows[0]?.until ?? null
    },

    /** Ends the running private session at this minute. Plays of that time stay excluded. */
    async endPrivate(uid: Uid, minute: number): Promise<void> {
      await sql`
        update play_exclusions set to_at = greatest(from_at, ${minute}) where uid = ${uid} and reason = 'private' and to_at > ${minute}
      `.execute(db)
    },

    /** Starts a private session at this minute. One that ended at the same minute or the one before continues instead of a second one. */
    async startPrivate(uid: Uid, { from, to }: Span, now: Date): Promise<void> {
      const { numAffectedRows } = await sql`
        update play_exclusions set to_at = ${to} where id = (
          select id from play_exclusions where uid = ${uid} and reason = 'private' and to_at between ${from - 1} and ${to}
          order by to_at desc limit 1
        )
      `.execute(db)
      if (numAffectedRows === 0n) await this.add(uid, 'private', [{ itemId: null, from, to }], now)
    },

    /** Hides an item that the user played. Others are ignored: their names may be private. */
    async hide(uid: Uid, itemId: string, now: Date): Promise<void> {
      await sql`
        insert into hidden_plays (uid, item_id, hidden_at)
        select distinct uid, item_id, ${now}::timestamptz from item_plays where uid = ${uid} and item_id = ${itemId}
        on conflict do nothing
      `.execute(db)
    },

    async show(uid: Uid, itemId: string): Promise<void> {
      await sql`delete from hidden_plays where uid = ${uid} and item_id = ${itemId}`.execute(db)
    },

    async listHidden(uid: Uid): Promise<string[]> {
      const { rows } = await sql<{ itemId: string }>`
        select item_id as "itemId" from hidden_plays where uid = ${uid} order by hidden_at desc
      `.execute(db)
      return rows.map(({ itemId }) => itemId)
    },

    /** Hidden items, and the tracks and videos of hidden artists and channels. */
    async hiddenItems(uid: Uid): Promise<Set<string>> {
      const { rows } = await sql<{ itemId: string }>`
        select item_id as "itemId" from hidden_plays where uid = ${uid}
        union
        select works.id from hidden_plays join items makers on makers.id = hidden_plays.item_id
        join items works on works.by_key = makers.name_key
          and works.kind = case makers.kind when 'artist' then 'track' when 'channel' then 'video' end
        where hidden_plays.uid = ${uid} and works.by_key <> ''
      `.execute(db)
      return new Set(rows.map(({ itemId }) => itemId))
    },

    /** The artists of a track or the channel of a video. A play of it also counts for them. */
    async makersOf(itemId: string): Promise<string[]> {
      const { rows } = await sql<{ itemId: string }>`
        select makers.id as "itemId" from items work join items makers on makers.name_key = work.by_key
          and makers.kind = case work.kind when 'track' then 'artist' when 'video' then 'channel' end
        where work.id = ${itemId} and work.by_key <> ''
        union
        select artist_id from track_artists where track_id = ${itemId}
      `.execute(db)
      return rows.map((row) => row.itemId)
    },

    /** For the export. */
    async all(uid: Uid): Promise<{ excluded: unknown[]; hidden: unknown[] }> {
      const excluded = await sql`
        select play_exclusions.reason, items.kind, items.name, items.by_name as by, to_timestamp(from_at * 60) as from,
          to_timestamp(to_at * 60) as to, play_exclusions.created_at as since
        from play_exclusions left join items on items.id = play_exclusions.item_id
        where play_exclusions.uid = ${uid} order by play_exclusions.created_at
      `.execute(db)
      const hidden = await sql`
        select items.kind, items.name, items.by_name as by, hidden_plays.hidden_at as since
        from hidden_plays join items on items.id = hidden_plays.item_id where hidden_plays.uid = ${uid} order by hidden_plays.hidden_at
      `.execute(db)
      return { excluded: excluded.rows, hidden: hidden.rows }
    },

    async erase(uid: Uid): Promise<void> {
      await sql`delete from play_exclusions where uid = ${uid}`.execute(db)
      await sql`delete from hidden_plays where uid = ${uid}`.execute(db)
    },
  }
}
