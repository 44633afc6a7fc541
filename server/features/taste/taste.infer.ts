import { sql } from 'kysely'
import { PRINT_BARS } from '#contract/print.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

type Bar = (typeof PRINT_BARS)[number]

export type InferDeps = {
  db: Db
  save: (id: ItemId, bars: readonly Bar[]) => Promise<void>
  /** Told of things that stand in other bars from now on. */
  changed: (ids: readonly ItemId[]) => Promise<void>
}

/** Fewer people say nothing about a thing, and a bar would point at them. */
const LEAST_HOLDERS = 5
const A_ROUND = 200
/** A bar must take so much of what the holders love, and so much more than with everybody. */
const LEAST_SHARE = 0.2
const LEAST_LIFT = 1.5
const MOST_BARS = 2

/**
 * Works out what an artist or channel is of which nobody has said it, from what else those love who love it. Kept apart from
 * what sources say (`items.inferred_bars`), and never used to infer anything else.
 */
export function createInference({ db, save, changed }: InferDeps) {
  /** How much of what the holders of each unknown thing love stands in which bar, and how much with everybody. */
  async function shares() {
    const { rows } = await sql<{ id: ItemId; bar: Bar; share: number; usual: number }>`
      with unknown as (
        select items.id, items.kind from items join taste_rows on taste_rows.item_id = items.id
        where items.bars = '{}' and items.kind in ('artist', 'channel') and items.inferred_bars = '{}'
        group by items.id having count(distinct taste_rows.uid) >= ${LEAST_HOLDERS}
        order by count(distinct taste_rows.uid) desc, items.id limit ${A_ROUND}
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

  /** One round over things that many hold and nothing is known of. */
  return async (): Promise<void> => {
    const byThing = Map.groupBy(await shares(), ({ id }) => id)
    const found: ItemId[] = []
    for (const [id, bars] of byThing) {
      const sure = bars.filter(({ share, usual }) => share >= LEAST_SHARE && share >= usual * LEAST_LIFT).slice(0, MOST_BARS)
      if (sure.length === 0) continue
      await save(
        id,
        sure.map(({ bar }) => bar),
      )
      found.push(id)
    }
    if (found.length > 0) await changed(found)
  }
}
