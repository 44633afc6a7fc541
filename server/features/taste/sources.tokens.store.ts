import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { toSource, type SourceTables } from './sources.tables.ts'
import type { SourceKey, SourceRow } from './sources.types.ts'

/** The sealed tokens of connected sources. */
export function createTokensStore(plain: Db) {
  const db = plain.withTables<SourceTables>()

  return {
    async find(key: SourceKey): Promise<SourceRow | null> {
      const row = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** Takes the right to renew these tokens until `until`; false while another process has it, or has renewed them already. */
    async lease(key: SourceKey, tokens: string, until: Date, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('taste_sources')
        .set({ renewing_until: until })
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .where('tokens_encrypted', '=', tokens)
        .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Gives the right back after a failure. */
    async release(key: SourceKey, tokens: string): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({ renewing_until: null })
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .where('tokens_encrypted', '=', tokens)
        .execute()
    },

    /** Replaces tokens only where they are still `before`, and gives the lease back; false when somebody else was faster. */
    async replace(key: SourceKey, before: string, tokens: string, accessExpiresAt?: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('taste_sources')
        .set({ tokens_encrypted: tokens, renewing_until: null, ...(accessExpiresAt ? { access_expires_at: accessExpiresAt } : {}) })
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .where('tokens_encrypted', '=', before)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Sources whose tokens were sealed under another key than the one whose texts begin with `prefix`, after the first `skip`. */
    async sealedOtherwise(prefix: string, limit: number, skip: number): Promise<SourceRow[]> {
      const rows = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where('tokens_encrypted', 'is not', null)
        .where(sql<boolean>`not starts_with(tokens_encrypted, ${prefix})`)
        .orderBy('uid')
        .orderBy('source')
        .limit(limit)
        .offset(skip)
        .execute()
      return rows.map(toSource)
    },
  }
}
export type TokensStore = ReturnType<typeof createTokensStore>
