import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import type { Db } from '#server/platform/db/database.ts'

type LeavingTables = {
  people: {
    uid: Uid
    issuer: string
    subject: string
    created_at: Date
    disabled_at: Date | null
    erase_since: Date | null
    language: AppLanguage | null
  }
  identity_erased: { hash: string; erased_at: Date }
}
type Account = { issuer: string; subject: string }

const hashOf = ({ issuer, subject }: Account) => createHash('sha256').update(`${issuer} ${subject}`).digest('hex')

/** What people leave behind when they go. */
export function leavingStore(plain: Db) {
  const db = plain.withTables<LeavingTables>()
  return {
    /** From now on nobody comes in as this person, and whoever starts the server goes on deleting. */
    async markLeaving(uid: Uid, now: Date): Promise<void> {
      await db
        .updateTable('people')
        .set({ disabled_at: now, erase_since: sql<Date>`coalesce(erase_since, ${now})` })
        .where('uid', '=', uid)
        .execute()
    },

    /** People whose deletion has begun and not ended. */
    async leaving(): Promise<Uid[]> {
      const rows = await db.selectFrom('people').select('uid').where('erase_since', 'is not', null).orderBy('erase_since').execute()
      return rows.map(({ uid }) => uid)
    },

    async person(uid: Uid): Promise<(Account & { createdAt: Date; language: AppLanguage | null }) | null> {
      const columns = ['issuer', 'subject', 'created_at', 'language'] as const
      const row = await db.selectFrom('people').select(columns).where('uid', '=', uid).executeTakeFirst()
      return row ? { issuer: row.issuer, subject: row.subject, createdAt: row.created_at, language: row.language } : null
    },

    /** Locks the person's row until the transaction ends: whatever refers to it waits, and then finds it gone. */
    async lock(uid: Uid): Promise<Account | null> {
      const row = await db.selectFrom('people').select(['issuer', 'subject']).where('uid', '=', uid).forUpdate().executeTakeFirst()
      return row ?? null
    },

    /** Deletes the person's row, with all that hangs on it. */
    async remove(uid: Uid, account: Account, now: Date): Promise<void> {
      await db
        .insertInto('identity_erased')
        .values({ hash: hashOf(account), erased_at: now })
        .onConflict((it) => it.column('hash').doUpdateSet({ erased_at: now }))
        .execute()
      await db.deleteFrom('people').where('uid', '=', uid).execute()
    },

    /** When an account was deleted here, if it was. */
    async erasedAt(account: Account): Promise<Date | null> {
      const row = await db.selectFrom('identity_erased').select('erased_at').where('hash', '=', hashOf(account)).executeTakeFirst()
      return row?.erased_at ?? null
    },

    /** Those of the people here whose uid hashes (SHA-256, hex) to one of these. */
    async among(hashes: readonly string[]): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select uid from people where encode(sha256(convert_to(uid::text, 'UTF8')), 'hex') = any(${[...hashes]}::text[])
      `.execute(db)
      return rows.map(({ uid }) => uid)
    },
  }
}
