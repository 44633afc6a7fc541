import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'

type DeletionTables = { file_deletions: Columns<FileDeletion> & { created_at: Date } }

/** A file or folder that is still to be deleted from the file store. */
export type FileDeletion = { path: string; isFolder: boolean; files: number; owner: Uid | null; attempts: number }

/** The remaining files in the file store: how many, how many of them failed often, and the age of the oldest. */
export type FileDeletionStatus = { files: number; failing: number; oldest: Date | null }

export function fileDeletionsStore(db: Db) {
  const tables = db.withTables<DeletionTables>()
  const entries = () => tables.selectFrom('file_deletions').select(['path', 'is_folder as isFolder', 'files', 'owner', 'attempts'])

  return {
    /** Adds a folder; adding one twice is harmless. */
    async addFolder({ path, files, owner, now }: { path: string; files: number; owner: Uid | null; now: Date }): Promise<void> {
      await tables
        .insertInto('file_deletions')
        .values({ path, is_folder: true, files, owner, attempts: 0, created_at: now })
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute()
    },

    async addFiles(paths: readonly string[], now: Date): Promise<void> {
      if (paths.length === 0) return
      await tables
        .insertInto('file_deletions')
        .values(paths.map((path) => ({ path, is_folder: false, files: 1, owner: null, attempts: 0, created_at: now })))
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute()
    },

    /** Those with the fewest attempts first, so that files that always fail don't delay others. */
    async next(limit: number): Promise<FileDeletion[]> {
      return entries().orderBy('attempts').orderBy('created_at').orderBy('path').limit(limit).execute()
    },

    async listByOwner(owner: Uid): Promise<FileDeletion[]> {
      return entries().where('owner', '=', owner).orderBy('path').execute()
    },

    async remove(path: string): Promise<void> {
      await tables.deleteFrom('file_deletions').where('path', '=', path).execute()
    },

    async countAttempt(paths: readonly string[]): Promise<void> {
      await tables
        .updateTable('file_deletions')
        .set({ attempts: sql<number>`attempts + 1` })
        .where('path', '=', sql<string>`any(${[...paths]}::text[])`)
        .execute()
    },

    async pendingOf(owner: Uid): Promise<number> {
      const row = await tables
        .selectFrom('file_deletions')
        .select(sql<number>`coalesce(sum(files), 0)::int`.as('files'))
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      return row.files
    },

    /** @param often attempts from which an entry counts as failing */
    async status(often: number): Promise<FileDeletionStatus> {
      return tables
        .selectFrom('file_deletions')
        .select([
          sql<number>`coalesce(sum(greatest(files, 1)), 0)::int`.as('files'),
          sql<number>`coalesce(sum(greatest(files, 1)) filter (where attempts >= ${often}), 0)::int`.as('failing'),
          sql<Date | null>`min(created_at)`.as('oldest'),
        ])
        .executeTakeFirstOrThrow()
    },
  }
}
