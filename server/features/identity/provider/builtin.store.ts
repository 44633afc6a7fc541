import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

type BuiltinTables = {
  user: { id: string; name: string; email: string; emailVerified: boolean; createdAt: Date; twoFactorEnabled: boolean | null }
  session: { id: string; token: string; userId: string; userAgent: string | null; createdAt: Date; updatedAt: Date; expiresAt: Date }
  account: { id: string; userId: string; providerId: string; password: string | null }
  twoFactor: { userId: string }
  passkey: { id: string; userId: string; name: string | null; createdAt: Date | null }
  verification: { identifier: string; value: string }
}

export type Account = { subject: string; email: string; emailVerified: boolean; name: string; createdAt: Date }
/** The account and session of a browser's session cookie. */
export type BrowserSession = { account: Account; session: { id: string; createdAt: Date } }
/** A sign-in of the built-in provider. */
export type BuiltinSession = { id: string; subject: string; userAgent: string | null; createdAt: Date; seenAt: Date; expiresAt: Date }

const userColumns = ['id', 'email', 'emailVerified', 'name', 'createdAt'] as const
const sessionColumns = ['id', 'userId', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'] as const
const PASSWORD_PROVIDER = 'credential'
/** How the library names the record of a browser that is not asked for the second factor. */
const TRUSTED_BROWSER = 'trust-device-'

/** Our own queries on the built-in provider's tables. Rows are created through the library. */
export function builtinStore(db: Db) {
  return { ...accountQueries(db), ...sessionQueries(db) }
}

/** Accounts, their sign-in methods and second factors. */
function accountQueries(db: Db) {
  const tables = db.withTables<BuiltinTables>().withSchema('identity')
  const accounts = () => tables.selectFrom('user').select(userColumns)
  async function forgetTrustedBrowsers(subject: string): Promise<void> {
    await tables.deleteFrom('verification').where('value', '=', subject).where('identifier', 'like', `${TRUSTED_BROWSER}%`).execute()
  }
  async function removeSecondFactor(subject: string): Promise<void> {
    await tables.deleteFrom('twoFactor').where('userId', '=', subject).execute()
    await tables.updateTable('user').set({ twoFactorEnabled: false }).where('id', '=', subject).execute()
    await forgetTrustedBrowsers(subject)
  }

  return {
    async accountBySubject(subject: string): Promise<Account | null> {
      const row = await accounts().where('id', '=', subject).executeTakeFirst()
      return row ? toAccount(row) : null
    },

    /** @param email in lower case, as the provider stores it */
    async accountByEmail(email: string): Promise<Account | null> {
      const row = await accounts().where('email', '=', email).executeTakeFirst()
      return row ? toAccount(row) : null
    },

    /** The sign-in methods of an account, by the provider's names. */
    async providersOf(subject: string): Promise<string[]> {
      const rows = await tables.selectFrom('account').select('providerId').where('userId', '=', subject).orderBy('providerId').execute()
      return rows.map(({ providerId }) => (providerId === PASSWORD_PROVIDER ? 'password' : providerId))
    },

    async passwordHashOf(subject: string): Promise<string | null> {
      const row = await tables
        .selectFrom('account')
        .select('password')
        .where('userId', '=', subject)
        .where('providerId', '=', PASSWORD_PROVIDER)
        .executeTakeFirst()
      return row?.password ?? null
    },

    async removeSignInMethods(subject: string): Promise<void> {
      await tables.deleteFrom('account').where('userId', '=', subject).execute()
      await tables.deleteFrom('passkey').where('userId', '=', subject).execute()
      await removeSecondFactor(subject)
    },

    passkeysOf: (subject: string): Promise<{ name: string | null; createdAt: Date | null }[]> =>
      tables.selectFrom('passkey').select(['name', 'createdAt']).where('userId', '=', subject).orderBy('createdAt').execute(),

    async namePasskey(id: string, name: string): Promise<void> {
      await tables.updateTable('passkey').set({ name }).where('id', '=', id).execute()
    },

    async hasSecondFactor(subject: string): Promise<boolean> {
      const row = await tables.selectFrom('user').select('twoFactorEnabled').where('id', '=', subject).executeTakeFirst()
      return row?.twoFactorEnabled === true
    },

    removeSecondFactor,

    /** All browsers of the account are asked for the second factor again. */
    forgetTrustedBrowsers,
  }
}

/** Sessions, and the deletion of an account. */
function sessionQueries(db: Db) {
  const tables = db.withTables<BuiltinTables>().withSchema('identity')

  return {
    async openSessionsById(ids: readonly string[], now: Date): Promise<BuiltinSession[]> {
      const rows = await tables
        .selectFrom('session')
        .select(sessionColumns)
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .where('expiresAt', '>', now)
        .execute()
      return rows.map(toSession)
    },

    async openSessions(subject: string, now: Date): Promise<BuiltinSession[]> {
      const rows = await tables
        .selectFrom('session')
        .select(sessionColumns)
        .where('userId', '=', subject)
        .where('expiresAt', '>', now)
        .orderBy('updatedAt', 'desc')
        .execute()
      return rows.map(toSession)
    },

    async markSeen(id: string, now: Date): Promise<void> {
      await tables.updateTable('session').set({ updatedAt: now }).where('id', '=', id).execute()
    },

    /** Ends sessions of an account: one, all but one, or all. @returns the ended sessions */
    async endSessions(subject: string, which: { only?: string; except?: string } = {}): Promise<BuiltinSession[]> {
      let ending = tables.deleteFrom('session').where('userId', '=', subject)
      if (which.only !== undefined) ending = ending.where('id', '=', which.only)
      if (which.except !== undefined) ending = ending.where('id', '<>', which.except)
      return (await ending.returning(sessionColumns).execute()).map(toSession)
    },

    /** Deletes the account with its sign-in methods and sessions. */
    async remove(subject: string): Promise<void> {
      await tables.deleteFrom('verification').where('value', '=', subject).execute()
      await tables.deleteFrom('user').where('id', '=', subject).execute()
    },
  }
}

function toAccount({ id, ...rest }: Pick<BuiltinTables['user'], (typeof userColumns)[number]>): Account {
  return { subject: id, ...rest }
}

function toSession({
  id,
  userId,
  userAgent,
  createdAt,
  updatedAt,
  expiresAt,
}: Pick<BuiltinTables['session'], (typeof sessionColumns)[number]>): BuiltinSession {
  return { id, subject: userId, userAgent, createdAt, seenAt: updatedAt, expiresAt }
}
