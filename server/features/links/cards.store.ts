import { sql } from 'kysely'
import type { LinkRecord } from '#contract/links/links.ts'
import { fromColumns, type Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredCard } from './cards.types.ts'

type CardTables = { link_cards: Columns<StoredCard> }

export function createCardStore(plain: Db) {
  const db = plain.withTables<CardTables>()

  return {
    /** The cards with these ids within their retention limit. */
    async cards(ids: readonly string[], now: Date): Promise<Map<string, StoredCard>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('link_cards')
        .selectAll()
        .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
        .where('keep_until', '>', now)
        .execute()
      return new Map(rows.map((row) => [row.id, fromColumns<StoredCard>(row)]))
    },

    async save({ id, target, state, title, author, thumbnail, elsewhere, isSearched, freshUntil, keepUntil }: StoredCard): Promise<void> {
      const row = {
        target: sql<LinkRecord>`${JSON.stringify(target)}::jsonb`,
        state,
        title,
        author,
        thumbnail,
        elsewhere: elsewhere && sql<LinkRecord>`${JSON.stringify(elsewhere)}::jsonb`,
        is_searched: isSearched,
        fresh_until: freshUntil,
        keep_until: keepUntil,
      }
      await db
        .insertInto('link_cards')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    async deleteExpired(now: Date): Promise<void> {
      await db.deleteFrom('link_cards').where('keep_until', '<=', now).execute()
    },
  }
}
