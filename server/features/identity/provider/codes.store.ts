import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

/** What a code is good for; no code is good for anything else. */
export type CodePurpose = 'link' | 'sign-up' | 'verify-email' | 'change-email' | 'reset-password' | 'custom-token' | 'export'

/** What is known of a code. Of its text only the hash is. */
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
  /** jsonb columns hold what was put in, and only `add` puts anything in. */
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

    /** Uses a code up. Of many at the same time one gets it, the others null: the row can be deleted only once. */
    async take(hash: string, purpose: CodePurpose, now: Date, challenge: string | null): Promise<StoredCode | null> {
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

    /** Counts a wrong guess, and forgets the code at the last one. */
    async countTry(hash: string, max: number): Promise<void> {
      await tables
        .updateTable('identity_codes')
        .set({ tries: sql<number>`tries + 1` })
        .where('hash', '=', hash)
        .execute()
      await tables.deleteFrom('identity_codes').where('hash', '=', hash).where('tries', '>=', max).execute()
    },

    async forgetOf(subject: string): Promise<void> {
      await tables.deleteFrom('identity_codes').where('subject', '=', subject).execute()
    },

    async forgetTo(email: string): Promise<void> {
      await tables.deleteFrom('identity_codes').where('email', '=', email).execute()
    },

    async prune(now: Date): Promise<void> {
      await tables.deleteFrom('identity_codes').where('expires_at', '<=', now).execute()
    },
  }
}
