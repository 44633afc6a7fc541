import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import type { Db } from '#server/platform/db/database.ts'

export type PeopleTables = {
  people: {
    uid: Uid
    issuer: string
    subject: string
    created_at: Date
    disabled_at: Date | null
    tokens_valid_after: Date | null
    language: AppLanguage | null
  }
  file_sessions: { hash: string; uid: string; auth_time: Date; expires_at: Date }
}

/** A user as their token's issuer identifies them. */
export type SignIn = { issuer: string; subject: string }

/** A user, with the fields that signing in needs. */
export type Person = SignIn & { uid: Uid; disabledAt: Date | null; tokensValidAfter: Date | null }

/** The oldest are deleted beyond this. */
const FILE_SESSIONS_PER_PERSON = 50

const columns = ['uid', 'issuer', 'subject', 'disabled_at', 'tokens_valid_after'] as const
type Row = Pick<PeopleTables['people'], (typeof columns)[number]>

const toPerson = (row: Row): Person => ({
  uid: row.uid,
  issuer: row.issuer,
  subject: row.subject,
  disabledAt: row.disabled_at,
  tokensValidAfter: row.tokens_valid_after,
})

export type IdentityStore = ReturnType<typeof identityStore>

export function identityStore(db: Db) {
  const tables = db.withTables<PeopleTables>()
  return {
    async person(uid: Uid): Promise<Person | null> {
      const row = await tables.selectFrom('people').select(columns).where('uid', '=', uid).executeTakeFirst()
      return row ? toPerson(row) : null
    },

    /** Filters these sign-ins to users who exist here. */
    async personsOf(signIns: readonly SignIn[]): Promise<Person[]> {
      const { rows } = await sql<Row>`
        select ${sql.join(columns.map((column) => sql.ref(`people.${column}`)))}
        from unnest(${signIns.map(({ issuer }) => issuer)}::text[], ${signIns.map(({ subject }) => subject)}::text[]) as given (issuer, subject)
        join people on people.issuer = given.issuer and people.subject = given.subject
      `.execute(tables)
      return rows.map(toPerson)
    },

    /** Adds a user, or returns the existing one with the same issuer and subject. */
    async addPerson({ uid, issuer, subject, now }: { uid: Uid; issuer: string; subject: string; now: Date }): Promise<Person> {
      const row = await tables
        .insertInto('people')
        .values({ uid, issuer, subject, created_at: now, disabled_at: null, tokens_valid_after: null, language: null })
        // Writing the same value makes `returning` include an existing row.
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet((eb) => ({ subject: eb.ref('excluded.subject') })))
        .returning(columns)
        .executeTakeFirstOrThrow()
      return toPerson(row)
    },

    async language(uid: Uid): Promise<AppLanguage | null> {
      return (await tables.selectFrom('people').select('language').where('uid', '=', uid).executeTakeFirst())?.language ?? null
    },

    async languageOf({ issuer, subject }: { issuer: string; subject: string }): Promise<AppLanguage | null> {
      const person = tables.selectFrom('people').select('language').where('issuer', '=', issuer).where('subject', '=', subject)
      return (await person.executeTakeFirst())?.language ?? null
    },

    async setLanguage(uid: Uid, language: AppLanguage): Promise<void> {
      await tables.updateTable('people').set({ language }).where('uid', '=', uid).execute()
    },

    async revokeTokens(uid: Uid, before: Date): Promise<void> {
      await tables.updateTable('people').set({ tokens_valid_after: before }).where('uid', '=', uid).execute()
      await tables.deleteFrom('file_sessions').where('uid', '=', uid).execute()
    },

    async addFileSession(session: { hash: string; uid: Uid; authTime: Date; expiresAt: Date }): Promise<void> {
      const { hash, uid, authTime, expiresAt } = session
      await tables.insertInto('file_sessions').values({ hash, uid, auth_time: authTime, expires_at: expiresAt }).execute()
      const oldest = tables
        .selectFrom('file_sessions')
        .select('hash')
        .where('uid', '=', uid)
        .orderBy('expires_at', 'desc')
        .offset(FILE_SESSIONS_PER_PERSON)
      await tables.deleteFrom('file_sessions').where('hash', 'in', oldest).execute()
    },

    /** The user of a file session; null when it ended or the user's tokens were revoked. */
    async uidOfFileSession(hash: string, now: Date): Promise<Uid | null> {
      const row = await tables
        .selectFrom('file_sessions')
        .innerJoin('people', 'people.uid', 'file_sessions.uid')
        .select('people.uid')
        .where('file_sessions.hash', '=', hash)
        .where('file_sessions.expires_at', '>', now)
        .where('people.disabled_at', 'is', null)
        .where((eb) =>
          eb.or([eb('people.tokens_valid_after', 'is', null), eb('people.tokens_valid_after', '<=', eb.ref('file_sessions.auth_time'))]),
        )
        .executeTakeFirst()
      return row?.uid ?? null
    },

    /** Ends the file sessions of one sign-in. */
    async endFileSessions({ uid, authTime }: { uid: Uid; authTime: Date }): Promise<void> {
      await tables.deleteFrom('file_sessions').where('uid', '=', uid).where('auth_time', '=', authTime).execute()
    },
  }
}
