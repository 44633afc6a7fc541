import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Bar, ItemId } from './media.types.ts'

/**
 * The questions about what things are. Each source has a column of its own; which of them counts, the database decides
 * (migration 0040): nothing here ever writes `bars` itself.
 */
export function createBarsStore(db: Db) {
  const ids = async (query: ReturnType<typeof sql<{ id: ItemId }>>): Promise<ItemId[]> => (await query.execute(db)).rows.map(({ id }) => id)

  const store = {
    /** Artists of whom no platform says what they are, and nobody was asked since: those whom no catalogue knows first, then the best known. */
    async toAskAbout(askedBefore: Date, limit: number): Promise<{ id: ItemId; name: string }[]> {
      const { rows } = await sql<{ id: ItemId; name: string }>`
        select id, name from items
        where kind = 'artist' and field_bars is null and topic_bars is null and tag_bars is null
          and (tags_asked_at is null or tags_asked_at < ${askedBefore})
        order by tags_asked_at nulls first, known_rank nulls first, created_at, id limit ${limit}`.execute(db)
      return rows
    },

    /** Notes what a directory said of an artist when it was asked. @returns whatever stands in other bars now */
    async asked(id: ItemId, bars: readonly Bar[], now: Date): Promise<ItemId[]> {
      const { rows } = await sql<{ moved: boolean }>`
        with before as (select id, bars from items where id = ${id})
        update items set tags_asked_at = ${now}, tag_bars = nullif(${[...bars]}::text[], '{}') from before
        where items.id = before.id returning items.bars <> before.bars as moved`.execute(db)
      return rows[0]?.moved ? store.withMade([id]) : []
    },

    /** Forgets what platforms said of things before then and not since. @returns whatever stands in other bars now */
    async forgetTold(before: Date): Promise<ItemId[]> {
      const changed = await ids(sql`
        update items set field_bars = null, topic_bars = null, told_at = null
        where (field_bars is not null or topic_bars is not null) and coalesce(told_at, created_at) < ${before} returning id`)
      return store.withMade(changed)
    },

    /** After these artists and channels have changed, their tracks and videos follow. @returns both, those that did not change left out */
    async withMade(makers: readonly ItemId[]): Promise<ItemId[]> {
      if (makers.length === 0) return []
      const made = await ids(sql`
        select made.id from items as maker
        join items as made on made.kind = case maker.kind when 'artist' then 'track' when 'channel' then 'video' end
          and made.by_key = maker.name_key and made.by_key <> ''
        where maker.id = any(${[...makers]}::uuid[])`)
      return [...makers, ...(await store.inherit(made))]
    },

    /** Tells tracks what their artist is and videos what their channel is; of several with one name the best known. @returns those to whom that was news */
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

    /** What things are by all likelihood, where nobody has said it. */
    async inferred(of: readonly ItemId[]): Promise<Map<ItemId, Bar[]>> {
      const { rows } = await sql<{ id: ItemId; bars: Bar[] }>`
        select id, inferred_bars as bars from items where id = any(${[...of]}::uuid[]) and bars = '{}' and inferred_bars <> '{}'`.execute(
        db,
      )
      return new Map(rows.map(({ id, bars }) => [id, bars]))
    },

    async saveInferred(id: ItemId, bars: readonly Bar[]): Promise<void> {
      await sql`update items set inferred_bars = ${[...bars]}::text[] where id = ${id}`.execute(db)
    },
  }
  return store
}
