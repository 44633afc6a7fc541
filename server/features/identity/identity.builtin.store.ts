import type { Db } from '#server/platform/db/database.ts'

type BuiltinTables = { session: { id: string; userId: string; expiresAt: Date } }

/** The few questions we ask the built-in provider's tables ourselves. */
export function builtinStore(db: Db) {
  const tables = db.withTables<BuiltinTables>().withSchema('identity')
  return {
    /** Whether this sign-in was neither ended nor has run out. */
    async sessionIsOpen(id: string, now: Date): Promise<boolean> {
      const row = await tables.selectFrom('session').select('id').where('id', '=', id).where('expiresAt', '>', now).executeTakeFirst()
      return row !== undefined
    },

    async endSessions(subject: string): Promise<void> {
      await tables.deleteFrom('session').where('userId', '=', subject).execute()
    },
  }
}
