import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Bar, ItemId } from './media.types.ts'

/** The questions about what things are, beside what the sources have said of them. */
export function createBarsStore(db: Db) {
  return {
    /** Artists of whom nothing is known and nobody was asked since; those never asked about first. */
    async toAskAbout(askedBefore: Date, limit: number): Promise<{ id: ItemId; name: string }[]> {
      const { rows } = await sql<{ id: ItemId; name: string }>`
        select id, name from items where bars = '{}' and kind = 'artist' and (bars_asked_at is null or bars_asked_at < ${askedBefore})
        order by bars_asked_at nulls first, created_at, id limit ${limit}`.execute(db)
      return rows
    },

    /** Notes that somebody was asked; what they said goes to the artist and to their tracks that have nothing of their own. @returns whatever changed */
    async asked(id: ItemId, bars: readonly Bar[], now: Date): Promise<ItemId[]> {
      await sql`update items set bars_asked_at = ${now}, bars = case when bars = '{}' then ${[...bars]}::text[] else bars end
        where id = ${id}`.execute(db)
      if (bars.length === 0) return []
      const { rows } = await sql<{ id: ItemId }>`
        update items set bars = maker.bars from items as maker
        where maker.id = ${id} and items.kind = 'track' and items.bars = '{}' and items.by_key = maker.name_key returning items.id`.execute(
        db,
      )
      return [id, ...rows.map((row) => row.id)]
    },

    /** What things are by all likelihood, where nobody has said it. */
    async inferred(ids: readonly ItemId[]): Promise<Map<ItemId, Bar[]>> {
      const { rows } = await sql<{ id: ItemId; bars: Bar[] }>`
        select id, inferred_bars as bars from items where id = any(${[...ids]}::uuid[]) and bars = '{}' and inferred_bars <> '{}'`.execute(
        db,
      )
      return new Map(rows.map(({ id, bars }) => [id, bars]))
    },

    async saveInferred(id: ItemId, bars: readonly Bar[]): Promise<void> {
      await sql`update items set inferred_bars = ${[...bars]}::text[] where id = ${id}`.execute(db)
    },
  }
}
