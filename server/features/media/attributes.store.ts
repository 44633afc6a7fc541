import type { ItemId, WorldSize, Bar } from './media.types.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Queries about items' bars. Each source has a column; a database trigger derives `bars` (migration 0040), which is never written here. */
export function createBarsStore(db: Db) {
  const ids = async (query: ReturnType<typeof sql<{ id: ItemId }>>): Promise<ItemId[]> => (await query.execute(db)).rows.map(({ id }) => id)

  const store = {
    /** Artists without platform bars or a recent lookup: first those outside the starter catalog, then the best known. */
    async listUntagged(checkedBefore: Date, limit: number): Promise<{ id: ItemId; name: string }[]> {
      const { rows } = await sql<{ id: ItemId; name: string }>`
        select id, name from items
        where kind = 'artist' and field_bars is null and topic_bars is null and tag_bars is null
          and (tags_asked_at is null or tags_asked_at < ${checkedBefore})
        order by tags_asked_at nulls first, known_rank nulls first, created_at, id limit ${limit}`.execute(db)
      return rows
    },

    /** Stores a lookup's result. @returns items whose bars changed */
    async saveTags(id: ItemId, bars: readonly Bar[], now: Date): Promise<ItemId[]> {
      const { rows } = await sql<{ moved: boolean }>`
        with before as (select id, bars from items where id = ${id})
        update items set tags_asked_at = ${now}, tag_bars = nullif(${[...bars]}::text[], '{}') from before
        where items.id = before.id returning items.bars <> before.bars as moved`.execute(db)
      return rows[0]?.moved ? store.updateInherited([id]) : []
    },

    /** Deletes platform bars that were not confirmed since. @returns items whose bars changed */
    async deleteUnconfirmed(before: Date): Promise<ItemId[]> {
      const changed = await ids(sql`
        update items set field_bars = null, topic_bars = null, told_at = null
        where (field_bars is not null or topic_bars is not null) and coalesce(told_at, created_at) < ${before} returning id`)
      return store.updateInherited(changed)
    },

    /** Updates the bars that tracks and videos inherit from these creators. @returns the creators and the changed items */
    async updateInherited(creators: readonly ItemId[]): Promise<ItemId[]> {
      if (creators.length === 0) return []
      const made = await ids(sql`
        select made.id from items as maker
        join items as made on made.kind = case maker.kind when 'artist' then 'track' when 'channel' then 'video' end
          and made.by_key = maker.name_key and made.by_key <> ''
        where maker.id = any(${[...creators]}::uuid[])`)
      return [...creators, ...(await store.inherit(made))]
    },

    /** Copies bars from artists to tracks and from channels to videos; of equal names the best known counts. @returns the changed items */
    async inherit(made: readonly ItemId[]): Promise<ItemId[]> {
      if (made.length === 0) return []
      return ids(sql`
        with made as (
          select id, case kind when 'track' then 'artist' when 'video' then 'channel' end as maker_kind, by_key
          from items where id = any(${[...made]}::uuid[]) and kind in ('track', 'video') and by_key <> ''
        ), maker as (
          select distinct on (made.id) made.id, items.bars from made
          left join items on items.kind = made.maker_kind and items.name_key = made.by_key and items.bars <> '{}'
          order by made.id, items.known_rank nulls last, items.created_at, items.id
        )
        update items set maker_bars = maker.bars from maker
        where items.id = maker.id and items.maker_bars is distinct from maker.bars returning items.id`)
    },

    /** Inferred bars of items without reported ones. */
    async getInferredBars(itemIds: readonly ItemId[]): Promise<Map<ItemId, Bar[]>> {
      const { rows } = await sql<{ id: ItemId; bars: Bar[] }>`
        select id, inferred_bars as bars from items where id = any(${[...itemIds]}::uuid[]) and bars = '{}' and inferred_bars <> '{}'`.execute(
        db,
      )
      return new Map(rows.map(({ id, bars }) => [id, bars]))
    },

    /** Bars of items, inferred ones without reported ones. They come as one row: decoding a row for each item takes longer than the query. */
    async find(itemIds: readonly ItemId[]): Promise<Map<ItemId, Bar[]>> {
      if (itemIds.length === 0) return new Map()
      const { rows } = await sql<{ ids: string | null; bars: string }>`
        select string_agg(id::text, ',') as ids, string_agg(array_to_string(case bars when '{}' then inferred_bars else bars end, ','), ';') as bars
        from items where id = any(${[...itemIds]}::uuid[]) and (bars <> '{}' or inferred_bars <> '{}')`.execute(db)
      const [row] = rows
      if (row?.ids == null) return new Map()
      const bars = row.bars.split(';')
      return new Map(row.ids.split(',').map((id, index) => [id, (bars[index] ?? '').split(',') as Bar[]]))
    },

    async saveInferred(id: ItemId, bars: readonly Bar[]): Promise<void> {
      await sql`update items set inferred_bars = ${[...bars]}::text[] where id = ${id}`.execute(db)
    },
  }
  return store
}

/** Precedence of counts from several providers. */
const UNITS_BY_RELIABILITY: readonly WorldSize['unit'][] = ['followers', 'subscribers', 'listeners', 'listenbrainz_listeners']

/** Queries about items' world sizes. */
export function createSizesStore(db: Db) {
  return {
    /** Stores reported counts. @returns the items whose count is new or differs by more than a tenth */
    async save(sizes: ReadonlyMap<ItemId, WorldSize>, now: Date): Promise<ItemId[]> {
      if (sizes.size === 0) return []
      const rows = [...sizes].map(([id, { unit, count }]) => ({ id, unit, count }))
      const { rows: changed } = await sql<{ id: ItemId }>`
        with reported as (
          select reported.id, reported.unit, reported.count, before.count as before
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported (id uuid, unit text, count bigint)
          left join item_sizes as before on before.item_id = reported.id and before.unit = reported.unit
        ), saved as (
          insert into item_sizes (item_id, unit, count, told_at) select id, unit, count, ${now}::timestamptz from reported order by id
          on conflict (item_id, unit) do update set count = excluded.count, told_at = excluded.told_at
          -- Most syncs report the same again: to the day is enough.
          where item_sizes.count <> excluded.count or item_sizes.told_at < excluded.told_at - interval '1 day'
        )
        select id from reported where before is null or abs(before - count) > before / 10`.execute(db)
      return changed.map(({ id }) => id)
    },

    /** The most reliable count of each item. */
    async find(ids: readonly ItemId[]): Promise<Map<ItemId, WorldSize>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: ItemId; unit: WorldSize['unit']; count: number }>`
        select distinct on (item_id) item_id as id, unit, count::float8 as count from item_sizes
        where item_id = any(${[...ids]}::uuid[]) and count > 0
        order by item_id, array_position(${[...UNITS_BY_RELIABILITY]}::text[], unit)`.execute(db)
      return new Map(rows.map(({ id, unit, count }) => [id, { unit, count }]))
    },

    /** Artists without a reported count since then: first those outside the starter catalog, then the best known. */
    async listUncounted(countedBefore: Date, limit: number): Promise<{ id: ItemId; name: string }[]> {
      const { rows } = await sql<{ id: ItemId; name: string }>`
        select id, name from items
        where kind = 'artist'
          and not exists (select 1 from item_sizes where item_sizes.item_id = items.id and item_sizes.told_at >= ${countedBefore})
        order by known_rank nulls first, created_at, id limit ${limit}`.execute(db)
      return rows
    },

    /** Deletes counts that no provider has confirmed since. @returns the items that lost a count */
    async deleteUnconfirmed(before: Date): Promise<ItemId[]> {
      const { rows } = await sql<{ id: ItemId }>`delete from item_sizes where told_at < ${before} returning item_id as id`.execute(db)
      return [...new Set(rows.map(({ id }) => id))]
    },
  }
}
