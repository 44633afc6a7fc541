import { sql } from 'kysely'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

type Bar = (typeof PRINT_BARS)[number]

export type InferDeps = {
  db: Db
  save: (id: ItemId, bars: readonly Bar[]) => Promise<void>
  /** Called with items whose bars changed. */
  onBarsChanged: (ids: readonly ItemId[]) => Promise<void>
}

/** With fewer holders, the result would be unreliable and could identify them. */
const MIN_HOLDERS = 5
const MAX_ITEMS_PER_RUN = 200
/** The minimum share of a bar in the holders' items, and its minimum ratio to the average. */
const MIN_SHARE = 0.2
const MIN_LIFT = 1.5
const MAX_BARS = 2

/**
 * Infers the bars of an artist or channel without reported ones from its holders' other items. Stored apart
 * (`items.inferred_bars`) and never used for further inference.
 */
export function createInference({ db, save, onBarsChanged }: InferDeps) {
  /** Shares of each bar in the holders' items of each unknown item, and in all users' items. */
  async function shares() {
    const { rows } = await sql<{ id: ItemId; bar: Bar; share: number; usual: number }>`
      with unknown as (
        select items.id, items.kind from items join taste_rows on taste_rows.item_id = items.id
        where items.bars = '{}' and items.kind in ('artist', 'channel') and items.inferred_bars = '{}'
        group by items.id having count(distinct taste_rows.uid) >= ${MIN_HOLDERS}
        order by count(distinct taste_rows.uid) desc, items.id limit ${MAX_ITEMS_PER_RUN}
      ), known as (
        select taste_rows.uid, items.kind, bar from taste_rows join items on items.id = taste_rows.item_id
        cross join lateral unnest(items.bars) as bar where items.kind in ('artist', 'channel')
      ), usual as (
        select kind, bar, count(*)::float8 / sum(count(*)) over (partition by kind) as share from known group by kind, bar
      ), around as (
        select unknown.id, known.kind, known.bar, count(*)::float8 / sum(count(*)) over (partition by unknown.id) as share
        from unknown join taste_rows on taste_rows.item_id = unknown.id
        join known on known.uid = taste_rows.uid and known.kind = unknown.kind
        group by unknown.id, known.kind, known.bar
      )
      select around.id, around.bar, around.share, usual.share as usual
      from around join usual on usual.kind = around.kind and usual.bar = around.bar
      order by around.id, around.share desc, around.bar`.execute(db)
    return rows
  }

  /** One run over items with many holders and unknown bars. */
  return async (): Promise<void> => {
    const byItem = Map.groupBy(await shares(), ({ id }) => id)
    const found: ItemId[] = []
    for (const [id, bars] of byItem) {
      const likely = bars.filter(({ share, usual }) => share >= MIN_SHARE && share >= usual * MIN_LIFT).slice(0, MAX_BARS)
      if (likely.length === 0) continue
      await save(
        id,
        likely.map(({ bar }) => bar),
      )
      found.push(id)
    }
    if (found.length > 0) await onBarsChanged(found)
  }
}
