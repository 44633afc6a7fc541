import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A code is valid for one purpose only. */
export type CodePurpose = 'link' | 'sign-up' | 'verify-email' | 'change-email' | 'reset-password' | 'custom-token' | 'export'

/** A stored code. Only the hash of its text is stored. */
export type StoredCode = {
  hash: string
  purpose: CodePurpose
  subject: string | null
  uid: Uid | null
  email: string | null
  device: string | null
  challenge: string | null
  data: Record<string, unknown>
  expires_at: Date
}

type CodeTables = { identity_codes: Omit<StoredCode, 'data'> & { data: unknown; tries: number } }

const columns = ['hash', 'purpose', 'subject', 'uid', 'email', 'device', 'challenge', 'data', 'expires_at'] as const

export function codesStore(db: Db) {
  const tables = db.withTables<CodeTables>()
  /** The cast is safe: only `add` writes the jsonb column. */
  const toCode = (row: Pick<CodeTables['identity_codes'], (typeof columns)[number]>) => row as StoredCode

  return {
    async add(code: StoredCode): Promise<void> {
      await tables
        .insertInto('identity_codes')
        .values({ ...code, data: JSON.stringify(code.data), tries: 0 })
        .execute()
    },

    async find(hash: string, purpose: CodePurpose, now: Date): Promise<StoredCode | null> {
      const row = await tables
        .selectFrom('identity_codes')
        .select(columns)
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row ? toCode(row) : null
    },

    /** Consumes a code. Of concurrent callers, one gets it and the others null, because the row is deleted once. */
    async consume(hash: string, purpose: CodePurpose, now: Date, challenge: string | null): Promise<StoredCode | null> {
      const row = await tables
        .deleteFrom('identity_codes')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('challenge', challenge === null ? 'is' : '=', challenge)
        .returning(columns)
        .executeTakeFirst()
      return row ? toCode(row) : null
    },

    /** Counts a wrong answer, and deletes the code at the last one. */
    async countWrongAnswer(hash: string, max: number): Promise<void> {
      await tables
        .updateTable('identity_codes')
        .set({ tries: sql<number>`tries + 1` })
        .where('hash', '=', hash)
        .execute()
      await tables.deleteFrom('identity_codes').where('hash', '=', hash).where('tries', '>=', max).execute()
    },

    async deleteForSubject(subject: string): Promise<void> {
      await tables.deleteFrom('identity_codes').where('subject', '=', subject).execute()
    },

    async deleteForEmail(email: string): Promise<void> {
      await tables.deleteFrom('identity_codes').where('email', '=', email).execute()
    },

    async prune(now: Date): Promise<void> {
      await tables.deleteFrom('identity_codes').where('expires_at', '<=', now).execute()
    },
  }
}
