import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { FileSource, SourceName } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Day } from '#server/platform/local-day.ts'
import { firstDay, lastDay, mergeDays, packedRange, unpackDay, type DayPlays, type Days } from './days.ts'
import { json, type SourceTables } from './sources.tables.ts'
import type { Counts, SourceKey, SourceRow } from './sources.types.ts'

/** One item of a user, from all files of a source. */
export type PlayedItem = { itemId: string; kind: ItemKind; days: Days; kept: boolean }

/** The plays of an item on one day. */
export type ItemDay = DayPlays & { itemId: string; kind: ItemKind }

type PlaysTables = SourceTables & {
  plays: { uid: Uid; source: SourceName; item_id: string; days: number[]; first_day: Day | null; last_day: Day | null; kept: boolean }
  items: { id: string; kind: ItemKind }
}

/** Statements carry at most 65,535 parameters; a row has seven. */
const INSERT_ROWS = 2_000

/** Plays by item and day of all sources. Writing needs the transaction that has locked their source. */
export function createPlaysStore(plain: Db) {
  const db = plain.withTables<PlaysTables>()

  async function insert({ uid, source }: SourceKey, items: readonly Omit<PlayedItem, 'kind'>[]): Promise<void> {
    for (let at = 0; at < items.length; at += INSERT_ROWS) {
      const rows = items.slice(at, at + INSERT_ROWS).map(({ itemId, days, kept }) => ({
        uid,
        source,
        item_id: itemId,
        days: sql<number[]>`${days}::bigint[]`,
        first_day: firstDay(days),
        last_day: days.length === 0 ? null : lastDay(days),
        kept,
      }))
      await db
        .insertInto('plays')
        .values(rows)
        .onConflict((it) =>
          it.columns(['uid', 'source', 'item_id']).doUpdateSet((eb) => ({
            days: eb.ref('excluded.days'),
            first_day: eb.ref('excluded.first_day'),
            last_day: eb.ref('excluded.last_day'),
            kept: eb.ref('excluded.kept'),
          })),
        )
        .execute()
    }
  }

  const find = ({ uid, source }: SourceKey) =>
    db
      .selectFrom('plays')
      .innerJoin('items', 'items.id', 'plays.item_id')
      .select(['plays.item_id as itemId', 'items.kind', sql<number[]>`plays.days::float8[]`.as('days'), 'plays.kept'])
      .where('plays.uid', '=', uid)
      .where('plays.source', '=', source)

  return {
    find: async (key: SourceKey): Promise<PlayedItem[]> => find(key).execute(),

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

    async replace({ uid, source }: SourceKey, items: readonly PlayedItem[]): Promise<void> {
      await db.deleteFrom('plays').where('uid', '=', uid).where('source', '=', source).execute()
      await insert({ uid, source }, items)
    },

    /** Adds plays that a source has reported again or for the first time: of a day in both the larger count stays. */
    async merge(key: SourceKey, items: readonly { itemId: string; days: Days }[]): Promise<void> {
      if (items.length === 0) return
      const ids = items.map(({ itemId }) => itemId)
      const before = await find(key)
        .where('plays.item_id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute()
      const known = new Map(before.map((one) => [one.itemId, one]))
      await insert(
        key,
        items.map(({ itemId, days }) => ({
          itemId,
          days: mergeDays(known.get(itemId)?.days ?? [], days),
          kept: known.get(itemId)?.kept ?? false,
        })),
      )
    },

    /** A user's plays from day `from` to `to`. Several sources can know the same play, so the largest count of a day counts. */
    async between(uid: Uid, from: Day, to: Day): Promise<ItemDay[]> {
      const [least, below] = packedRange(from, to)
      const { rows } = await sql<{ itemId: string; kind: ItemKind; packed: number }>`
        select plays.item_id as "itemId", items.kind, packed::float8 as packed
        from plays join items on items.id = plays.item_id, unnest(plays.days) as packed
        where plays.uid = ${uid} and plays.last_day >= ${from} and plays.first_day <= ${to}
          and packed >= ${least}::bigint and packed < ${below}::bigint
      `.execute(db)
      const byItemDay = new Map<string, ItemDay>()
      for (const { itemId, kind, packed } of rows) {
        const { day, plays, seconds } = unpackDay(packed)
        const key = `${itemId} ${day}`
        const other = byItemDay.get(key)
        byItemDay.set(key, {
          itemId,
          kind,
          day,
          plays: Math.max(plays, other?.plays ?? 0),
          seconds: Math.max(seconds, other?.seconds ?? 0),
        })
      }
      return [...byItemDay.values()]
    },

    /** The first day of each of these items at any source, 0 if that is unknown. */
    async firstDays(uid: Uid, items: readonly string[]): Promise<Map<string, Day>> {
      if (items.length === 0) return new Map()
      const { rows } = await sql<{ itemId: string; day: Day }>`
        select item_id as "itemId", min(first_day) as day from plays
        where uid = ${uid} and item_id = any(${[...items]}::uuid[]) and first_day is not null group by item_id
      `.execute(db)
      return new Map(rows.map(({ itemId, day }) => [itemId, day]))
    },

    /** The first and last day with plays, or null without plays. */
    async span(uid: Uid): Promise<{ from: Day; to: Day } | null> {
      const { rows } = await sql<{ from: Day | null; to: Day | null }>`
        select min(first_day) filter (where first_day > 0) as from, max(last_day) as to from plays where uid = ${uid} and last_day > 0
      `.execute(db)
      const [row] = rows
      return row?.to == null ? null : { from: row.from ?? row.to, to: row.to }
    },

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
        .onConflict((it) => it.columns(['uid', 'source']).doUpdateSet({ status: 'connected' }))
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
