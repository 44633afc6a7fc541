import { sql } from 'kysely'
import type { ItemKind } from '#contract/media.ts'
import type { PRINT_BARS } from '#contract/taste/print.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

type Bar = (typeof PRINT_BARS)[number]

export type InferDeps = {
  db: Db
  save: (id: ItemId, bars: readonly Bar[]) => Promise<void>
  onBarsChanged: (ids: readonly ItemId[]) => Promise<void>
  /** How much of the taste rows a run samples, in bytes; the default is about 40,000 rows. */
  sampleBytes?: number
  itemsPerRun?: number
}

/** With fewer holders, the result would be unreliable and could identify them. */
const MIN_HOLDERS = 5
const ITEMS_PER_RUN = 200
/** The minimum share of a bar in the holders' items, and its minimum ratio to the average. */
const MIN_SHARE = 0.2
const MIN_LIFT = 1.5
const MAX_BARS = 2
/** A run reads the same amount in a crowd of any size: a sample of the rows, and of each item some holders with their first items. */
const SAMPLE_BYTES = 4 * 1024 * 1024
const MAX_HOLDERS = 50
const ITEMS_PER_HOLDER = 200
/** A holder has a row for each source. */
const ROWS_PER_ITEM = 4 * MAX_HOLDERS

/**
 * Infers the bars of an artist or channel without reported ones from its holders' other items. Stored apart
 * (`items.inferred_bars`) and never used for further inference.
 */
export function createInference({ db, save, onBarsChanged, sampleBytes = SAMPLE_BYTES, itemsPerRun = ITEMS_PER_RUN }: InferDeps) {
  /** Random pages of the table; all of them while it is small. */
  const sample = sql`taste_rows tablesample system (least(100, 100 * ${sampleBytes}::float8 / greatest(1, pg_relation_size('taste_rows'))))`

  /** Items with unknown bars at random, more likely those with many holders: items without a result don't keep others out of all runs. */
  async function unknownItems() {
    const { rows } = await sql<{ id: ItemId; kind: ItemKind }>`
      select items.id, items.kind from ${sample} join items on items.id = taste_rows.item_id
      where taste_rows.kind in ('artist', 'channel') and items.bars = '{}' and items.inferred_bars = '{}'
      group by items.id order by random() ^ (1.0 / count(distinct taste_rows.uid)) desc limit ${itemsPerRun}`.execute(db)
    return rows
  }

  /** The share of each bar in all users' items of a kind, by kind and bar. */
  async function usualShares(): Promise<Map<string, number>> {
    const { rows } = await sql<{ kind: ItemKind; bar: Bar; share: number }>`
      select items.kind, bar, count(*)::float8 / sum(count(*)) over (partition by items.kind) as share
      from ${sample} join items on items.id = taste_rows.item_id cross join lateral unnest(items.bars) as bar
      where taste_rows.kind in ('artist', 'channel') group by items.kind, bar`.execute(db)
    return new Map(rows.map(({ kind, bar, share }) => [`${kind} ${bar}`, share]))
  }

  /** The share of each bar in the items of an item's holders, the highest first; empty with too few holders. */
  async function sharesAround(id: ItemId, kind: ItemKind) {
    const { rows } = await sql<{ bar: Bar; share: number }>`
      with holders as (
        select distinct uid from (select uid from taste_rows where item_id = ${id} limit ${ROWS_PER_ITEM}) few limit ${MAX_HOLDERS}
      )
      select bar, count(*)::float8 / sum(count(*)) over () as share
      from holders cross join lateral (
        select item_id from taste_rows where uid = holders.uid and kind = ${kind}
        order by coalesce((ranges ->> 'all_time')::integer, 1000000 + rank), item_id limit ${ITEMS_PER_HOLDER}
      ) own join items on items.id = own.item_id cross join lateral unnest(items.bars) as bar
      where (select count(*) from holders) >= ${MIN_HOLDERS}
      group by bar order by share desc, bar`.execute(db)
    return rows
  }

  /** One run over items with many holders and unknown bars. */
  return async (): Promise<void> => {
    const usual = await usualShares()
    const found: ItemId[] = []
    for (const { id, kind } of await unknownItems()) {
      const bars = await sharesAround(id, kind)
      // A bar that the sample lacks is rare.
      const likely = bars.filter(({ bar, share }) => share >= Math.max(MIN_SHARE, MIN_LIFT * (usual.get(`${kind} ${bar}`) ?? 0)))
      if (likely.length === 0) continue
      await save(
        id,
        likely.slice(0, MAX_BARS).map(({ bar }) => bar),
      )
      found.push(id)
    }
    if (found.length > 0) await onBarsChanged(found)
  }
}
