import { sql, type RawBuilder } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { FileSource, SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { DAY_MINUTES, localDays, startOfDay, type Day } from '#server/platform/local-day.ts'
import { unpackDay } from './days.ts'
import { createExclusionsStore, withoutExcluded } from './play-exclusions.ts'
import {
  decodeTimes,
  encodeTimes,
  endsOf,
  mergePlays,
  minuteOf,
  NOON,
  noonOf,
  OTHER_SERVICE_MINUTES,
  SAME_SERVICE_MINUTES,
  type Play,
  type Plays,
} from './play-times.ts'
import { json, type SourceTables } from './sources.tables.ts'
import type { Counts, SourceKey, SourceRow } from './sources.types.ts'

/** The plays of one item, of one source or of all. */
export type ItemPlays = Plays & { itemId: string; kind: ItemKind }

/** One item of a user, from all files of a source. */
export type PlayedItem = ItemPlays & { kept: boolean }

/** The first play of an item; `minute` is null if only its day is known. */
export type FirstPlay = { day: Day; minute: number | null }

/** Days from the first to the last in a time zone. */
export type PlayRange = {
  from: Day
  to: Day
  timeZone: string
  /** All of them when omitted. */ sources?: readonly SourceName[] | undefined
}

type PlaysTables = SourceTables & {
  item_plays: {
    uid: Uid
    source: SourceName
    item_id: string
    times: Uint8Array
    days: number[]
    first_at: number | null
    last_at: number | null
    kept: boolean
  }
  items: { id: string; kind: ItemKind }
}

/** Statements can have at most 65,535 parameters; a row has eight. */
const INSERT_ROWS = 2_000
const MINUTE_MS = 60_000

export type PlaysStore = ReturnType<typeof createPlaysStore>

/** Plays of all sources by item, with their times if known. Writing needs the transaction that has locked their source. */
export function createPlaysStore(plain: Db) {
  return { ...itemQueries(plain), ...rangeQueries(plain), ...dayQueries(plain), ...playCommands(plain), ...sourceCommands(plain) }
}

/**
 * The stored plays for which this is true. They come as one row: decoding a row of its own for each item takes three times as
 * long as the whole query.
 */
async function readRows(db: Db, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ ids: string | null; kinds: string; kept: string; lengths: string; times: Uint8Array; days: string }>`
    select string_agg(item_plays.item_id::text, ',') as ids, string_agg(items.kind, ',') as kinds,
      string_agg(item_plays.kept::text, ',') as kept, string_agg(octet_length(item_plays.times)::text, ',') as lengths,
      string_agg(item_plays.times, ''::bytea) as times, string_agg(array_to_string(item_plays.days, ','), ';') as days
    from item_plays join items on items.id = item_plays.item_id where ${condition}
  `.execute(db)
  const [row] = rows
  if (row?.ids == null) return []
  // The database has a check for kinds.
  const kinds = row.kinds.split(',') as ItemKind[]
  const [kept, lengths, days] = [row.kept.split(','), row.lengths.split(','), row.days.split(';')]
  let start = 0
  return row.ids.split(',').flatMap((itemId, index) => {
    const bytes = row.times.subarray(start, (start += Number(lengths[index])))
    const [kind, ofItem = ''] = [kinds[index], days[index]]
    const ofDays = ofItem === '' ? [] : ofItem.split(',').map(Number)
    return kind === undefined ? [] : [{ itemId, kind, bytes, days: ofDays, kept: kept[index] === 'true' }]
  })
}

function itemQueries(plain: Db) {
  const db = plain.withTables<PlaysTables>()
  return {
    async find({ uid, source }: SourceKey, items?: readonly string[]): Promise<PlayedItem[]> {
      const ofItems = items === undefined ? sql`` : sql`and item_plays.item_id = any(${[...items]}::uuid[])`
      const rows = await readRows(plain, sql`item_plays.uid = ${uid} and item_plays.source = ${source} ${ofItems}`)
      return rows.map(({ bytes, ...row }) => ({ ...row, times: decodeTimes(bytes) }))
    },

    async sources(uid: Uid): Promise<SourceName[]> {
      const rows = await db.selectFrom('item_plays').select('source').distinct().where('uid', '=', uid).orderBy('source').execute()
      return rows.map(({ source }) => source)
    },

    /** The kind of each item: a channel may have been merged into an artist. */
    async kinds(items: readonly string[]): Promise<Map<string, ItemKind>> {
      if (items.length === 0) return new Map()
      const rows = await db
        .selectFrom('items')
        .select(['id', 'kind'])
        .where('id', '=', sql<string>`any(${[...items]}::uuid[])`)
        .execute()
      return new Map(rows.map(({ id, kind }) => [id, kind]))
    },

    /** All plays of an item. Several sources can know the same play; it counts once. */
    async getItemPlays(uid: Uid, itemId: string, dayOf: (at: number) => Day): Promise<ItemPlays | null> {
      const rows = await db
        .selectFrom('item_plays')
        .innerJoin('items', 'items.id', 'item_plays.item_id')
        .select(['items.kind', 'item_plays.times', sql<number[]>`item_plays.days::float8[]`.as('days')])
        .where('item_plays.uid', '=', uid)
        .where('item_plays.item_id', '=', itemId)
        .orderBy('item_plays.source')
        .execute()
      const merging = { tolerance: OTHER_SERVICE_MINUTES, dayOf }
      return rows.reduce<ItemPlays | null>((merged, { kind, times: bytes, days }) => {
        const plays = { times: decodeTimes(bytes), days }
        return { itemId, kind, ...(merged ? mergePlays(merged, plays, merging) : plays) }
      }, null)
    },
  }
}

function rangeQueries(plain: Db) {
  const exclusions = createExclusionsStore(plain)

  /** Items and sources whose plays can be between two minutes. */
  const readOverlapping = (uid: Uid, { min, max, sources }: { min: number; max: number; sources: PlayRange['sources'] }) =>
    readRows(
      plain,
      sql`item_plays.uid = ${uid} and item_plays.last_at >= ${min} and item_plays.first_at <= ${max} ${sourceFilter(sources)}`,
    )

  /** A user's plays of a range by item, without hidden items. Several sources can know the same play; it counts once. */
  async function listInRange(uid: Uid, { from, to, timeZone, sources }: PlayRange): Promise<ItemPlays[]> {
    const [first, last] = [startOfDay(from, timeZone), startOfDay(to + 1, timeZone) - 1]
    // The same play may be just outside of the range at another source, and plays without a time are at noon in UTC.
    const [min, max] = [Math.min(first - OTHER_SERVICE_MINUTES, noonOf(from)), Math.max(last + OTHER_SERVICE_MINUTES, noonOf(to))]
    const merging = { tolerance: OTHER_SERVICE_MINUTES, dayOf: localDays(timeZone) }
    const [hidden, rows] = await Promise.all([exclusions.hiddenItems(uid), readOverlapping(uid, { min, max, sources })])
    const byItem = new Map<string, ItemPlays>()
    for (const { itemId, kind, bytes, days: all } of rows) {
      if (hidden.has(itemId)) continue
      const times = decodeTimes(bytes, min, max)
      const days = all.length === 0 ? all : all.filter((packed) => isBetween(unpackDay(packed).day, from, to))
      if (times.length + days.length === 0) continue
      const other = byItem.get(itemId)
      const merged = other ? mergePlays(other, { times, days }, merging) : { times, days }
      byItem.set(itemId, { itemId, kind, ...merged })
    }
    const found: ItemPlays[] = []
    for (const item of byItem.values()) {
      const times = playsBetween(item.times, first, last)
      if (times.length + item.days.length > 0) found.push({ ...item, times })
    }
    return found
  }

  return { listInRange }
}

function dayQueries(plain: Db) {
  return {
    /** The first play and the last day of each of these items at any source; the day is 0 if it is unknown. */
    async ends(
      uid: Uid,
      items: readonly string[],
      dayOf: (at: number) => Day,
      sources?: readonly SourceName[],
    ): Promise<Map<string, { first: FirstPlay; last: Day }>> {
      if (items.length === 0) return new Map()
      const { rows } = await sql<{ itemId: string; first: number; isDayOnly: boolean; last: number }>`
        select item_id as "itemId", min(first_at) as first, max(last_at) as last,
          (array_agg(cardinality(days) > 0 and first_at % ${DAY_MINUTES}::integer = ${NOON}::integer order by first_at))[1] as "isDayOnly"
        from item_plays
        where uid = ${uid} and item_id = any(${[...items]}::uuid[]) and first_at is not null ${sourceFilter(sources)} group by item_id
      `.execute(plain)
      const day = (minute: number) => (minute === 0 ? 0 : dayOf(minute * MINUTE_MS))
      return new Map(
        rows.map(({ itemId, first, isDayOnly, last }) => [
          itemId,
          { first: { day: day(first), minute: first === 0 || isDayOnly ? null : first }, last: day(last) },
        ]),
      )
    },

    /** The first and last day with plays, or null without plays. */
    async getDaySpan(uid: Uid, dayOf: (at: number) => Day): Promise<{ from: Day; to: Day } | null> {
      const { rows } = await sql<{ first: number | null; last: number | null }>`
        select min(first_at) filter (where first_at > 0) as first, max(last_at) as last from item_plays where uid = ${uid} and last_at > 0
      `.execute(plain)
      const [row] = rows
      return row?.last == null ? null : { from: dayOf((row.first ?? row.last) * MINUTE_MS), to: dayOf(row.last * MINUTE_MS) }
    },
  }
}

/** Writing plays: without those that the user deleted or that were in a private session. */
function playCommands(plain: Db) {
  const db = plain.withTables<PlaysTables>()
  const exclusions = createExclusionsStore(plain)
  const { find } = itemQueries(plain)

  async function insert({ uid, source }: SourceKey, all: readonly Omit<PlayedItem, 'kind'>[]): Promise<void> {
    const items = withoutExcluded(all, await exclusions.list(uid))
    for (let index = 0; index < items.length; index += INSERT_ROWS) {
      const rows = items.slice(index, index + INSERT_ROWS).map((item) => {
        const ends = endsOf(item)
        return {
          uid,
          source,
          item_id: item.itemId,
          times: encodeTimes(item.times),
          days: sql<number[]>`${item.days}::bigint[]`,
          first_at: ends?.first ?? null,
          last_at: ends?.last ?? null,
          kept: item.kept,
        }
      })
      await db
        .insertInto('item_plays')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['uid', 'source', 'item_id']).doUpdateSet((eb) => ({
            times: eb.ref('excluded.times'),
            days: eb.ref('excluded.days'),
            first_at: eb.ref('excluded.first_at'),
            last_at: eb.ref('excluded.last_at'),
            kept: eb.ref('excluded.kept'),
          })),
        )
        .execute()
    }
  }

  return {
    /** These items without plays that the user deleted or that were in a private session. */
    allowed: async (uid: Uid, items: readonly PlayedItem[]): Promise<PlayedItem[]> => withoutExcluded(items, await exclusions.list(uid)),

    /** Replaces all items of the source, or only those with these ids. */
    async replace({ uid, source }: SourceKey, items: readonly PlayedItem[], only?: readonly string[]): Promise<void> {
      await db
        .deleteFrom('item_plays')
        .where('uid', '=', uid)
        .where('source', '=', source)
        .$if(only !== undefined, (query) => query.where('item_id', '=', sql<string>`any(${[...(only ?? [])]}::uuid[])`))
        .execute()
      const ids = only && new Set(only)
      await insert({ uid, source }, ids ? items.filter(({ itemId }) => ids.has(itemId)) : items)
    },

    /** Adds plays that a source has reported again or for the first time: the same play counts once. */
    async merge(key: SourceKey, items: readonly (Plays & { itemId: string })[]): Promise<void> {
      if (items.length === 0) return
      const before = await find(
        key,
        items.map(({ itemId }) => itemId),
      )
      const existing = new Map(before.map((item) => [item.itemId, item]))
      const merging = { tolerance: SAME_SERVICE_MINUTES, dayOf: localDays('UTC') }
      await insert(
        key,
        items.map((item) => ({
          itemId: item.itemId,
          ...mergePlays(existing.get(item.itemId) ?? { times: [], days: [] }, item, merging),
          kept: existing.get(item.itemId)?.kept ?? false,
        })),
      )
    },
  }
}

function sourceCommands(plain: Db) {
  const db = plain.withTables<PlaysTables>()
  return {
    /** Creates and locks the source of a file with this consent. An existing source keeps its consent. */
    async upsertSource(
      { uid, source }: SourceKey & { source: FileSource },
      consent: Pick<SourceRow, 'shownTo' | 'countsForMatching'>,
      now: Date,
    ): Promise<void> {
      await db
        .insertInto('taste_sources')
        .values({
          uid,
          source,
          status: 'connected',
          shown_to: consent.shownTo,
          counts_for_matching: consent.countsForMatching,
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['uid', 'source']).doUpdateSet({ status: 'connected' }))
        .execute()
    },

    async completeSource({ uid, source }: SourceKey, counts: Counts, now: Date): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({ counts: json(counts), synced_at: now })
        .where('uid', '=', uid)
        .where('source', '=', source)
        .execute()
    },
  }
}

const sourceFilter = (sources: readonly SourceName[] | undefined) =>
  sources === undefined ? sql`` : sql`and item_plays.source = any(${[...sources]}::text[])`

function playsBetween(times: readonly Play[], first: number, last: number): Play[] {
  let [start, end] = [0, times.length]
  while (start < end && minuteOf(times[start] ?? 0) < first) start++
  while (end > start && minuteOf(times[end - 1] ?? 0) > last) end--
  return times.slice(start, end)
}

const isBetween = (day: Day, from: Day, to: Day): boolean => day >= from && day <= to
