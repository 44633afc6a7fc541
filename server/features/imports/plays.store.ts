import { sql } from 'kysely'
import type { ItemKind } from '#contract/media.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { FileSource } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ImportedItem } from './merge.ts'
import type { Counts, SourceRow } from '#server/features/sources/sources.types.ts'
import { json, type SourceTables } from '#server/features/sources/sources.tables.ts'

type PlaysTables = SourceTables & {
  imported_plays: { uid: Uid; source: FileSource; item_id: string; weeks: number[]; kept: boolean }
  items: { id: string; kind: ItemKind }
}

type FileKey = { uid: Uid; source: FileSource }

/** Statements carry at most 65,535 parameters; a row has five. */
const INSERT_ROWS = 2_000

/** Plays by week of imported files. Needs the transaction that has locked their source. */
export function createPlaysStore(plain: Db) {
  const db = plain.withTables<PlaysTables>()

  return {
    async find({ uid, source }: FileKey): Promise<ImportedItem[]> {
      const rows = await db
        .selectFrom('imported_plays')
        .innerJoin('items', 'items.id', 'imported_plays.item_id')
        .select(['imported_plays.item_id as itemId', 'items.kind', 'imported_plays.weeks', 'imported_plays.kept'])
        .where('imported_plays.uid', '=', uid)
        .where('imported_plays.source', '=', source)
        .execute()
      return rows
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

    async replace({ uid, source }: FileKey, items: readonly ImportedItem[]): Promise<void> {
      await db.deleteFrom('imported_plays').where('uid', '=', uid).where('source', '=', source).execute()
      for (let at = 0; at < items.length; at += INSERT_ROWS) {
        const rows = items.slice(at, at + INSERT_ROWS).map(({ itemId, weeks, kept }) => ({
          uid,
          source,
          item_id: itemId,
          weeks: sql<number[]>`${weeks}::integer[]`,
          kept,
        }))
        await db.insertInto('imported_plays').values(rows).execute()
      }
    },

    /** Creates and locks the source of a file with this consent. An existing source keeps its consent. */
    async upsertSource({ uid, source }: FileKey, consent: Pick<SourceRow, 'shownTo' | 'countsForMatching'>, now: Date): Promise<void> {
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

    async completeSource({ uid, source }: FileKey, counts: Counts, now: Date): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({ counts: json(counts), synced_at: now })
        .where('uid', '=', uid)
        .where('source', '=', source)
        .execute()
    },
  }
}
