import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { type SourceTables, toSource } from './sources.tables.ts'
import type { SourceKey, SourceRow } from './sources.types.ts'

/** The sealed tokens of connected sources. */
export function createTokensStore(plain: Db) {
  const db = plain.withTables<SourceTables>()

  return {
    /** Nothing else of the source: this is asked before every page, and how far a reading is can be long. */
    async find(key: SourceKey): Promise<{ tokens: string | null; accessExpiresAt: Date | null } | undefined> {
      return db
        .selectFrom('taste_sources')
        .select(['tokens_encrypted as tokens', 'access_expires_at as accessExpiresAt'])
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .executeTakeFirst()
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

    /** Sources whose tokens were sealed under another key than the one whose texts begin with `prefix`, the next `limit` after one. */
    async sealedOtherwise(prefix: string, limit: number, after: SourceKey | null): Promise<SourceRow[]> {
      const rows = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where('tokens_encrypted', 'is not', null)
        .where(sql<boolean>`not starts_with(tokens_encrypted, ${prefix})`)
        .$if(after !== null, (it) => it.where(sql<boolean>`(uid, source) > (${after?.uid}::uuid, ${after?.source})`))
        .orderBy('uid')
        .orderBy('source')
        .limit(limit)
        .execute()
      return rows.map(toSource)
    },
  }
}
export type TokensStore = ReturnType<typeof createTokensStore>
