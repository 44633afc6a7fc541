import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId, WorldSize } from './media.types.ts'

/** Which count is used where several providers report one. */
const SUREST_FIRST: readonly WorldSize['unit'][] = ['followers', 'subscribers', 'listeners', 'listenbrainz_listeners']

/** Queries about how many love an item everywhere. */
export function createSizesStore(db: Db) {
  return {
    /** Stores what a provider reported. @returns the items whose count is new or differs by more than a tenth */
    async save(sizes: ReadonlyMap<ItemId, WorldSize>, now: Date): Promise<ItemId[]> {
      if (sizes.size === 0) return []
      const rows = [...sizes].map(([id, { unit, count }]) => ({ id, unit, count }))
      const { rows: changed } = await sql<{ id: ItemId }>`
        with told as (
          select told.id, told.unit, told.count, before.count as before
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (id uuid, unit text, count bigint)
          left join item_sizes as before on before.item_id = told.id and before.unit = told.unit
        ), saved as (
          insert into item_sizes (item_id, unit, count, told_at) select id, unit, count, ${now}::timestamptz from told order by id
          on conflict (item_id, unit) do update set count = excluded.count, told_at = excluded.told_at
          -- Most syncs report the same again: to the day is enough.
          where item_sizes.count <> excluded.count or item_sizes.told_at < excluded.told_at - interval '1 day'
        )
        select id from told where before is null or abs(before - count) > before / 10`.execute(db)
      return changed.map(({ id }) => id)
    },

    /** The surest count of each of `ids` that has one. */
    async of(ids: readonly ItemId[]): Promise<Map<ItemId, WorldSize>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: ItemId; unit: WorldSize['unit']; count: number }>`
        select distinct on (item_id) item_id as id, unit, count::float8 as count from item_sizes
        where item_id = any(${[...ids]}::uuid[])
        order by item_id, array_position(${[...SUREST_FIRST]}::text[], unit)`.execute(db)
      return new Map(rows.map(({ id, unit, count }) => [id, { unit, count }]))
    },

    /** Deletes what no provider has reported since. @returns the items that lost a count */
    async forget(before: Date): Promise<ItemId[]> {
      const { rows } = await sql<{ id: ItemId }>`delete from item_sizes where told_at < ${before} returning item_id as id`.execute(db)
      return [...new Set(rows.map(({ id }) => id))]
    },
  }
}
