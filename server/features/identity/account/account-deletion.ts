import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { type AppLanguage, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import type { AfterErasure, PersonalData } from '#server/platform/personal-data.ts'
import type { Accounts } from '../provider/accounts.ts'
import { BUILTIN_ISSUER } from '../provider/builtin.ts'
import { codesStore } from '../provider/codes.store.ts'
import { authEmails } from '../emails/auth-emails.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'
import type { PeopleTables } from '../identity.store.ts'
import { readUserAgent } from '../provider/user-agent.ts'
import type { Terms } from './terms.ts'

export type AccountDeletionDeps = {
  terms: Pick<Terms, 'listAccepted'>
  db: Db
  accounts: Accounts
  issuers: readonly TrustedIssuer[]
  mailer: Mailer
  revokeAll: (uid: Uid) => Promise<void>
  clock: Clock
}

/** Identity's part of an account deletion. `account-data.ts` adds the other features. */
export function createAccountDeletion({ db, accounts, issuers, mailer, revokeAll, clock, terms }: AccountDeletionDeps) {
  const store = accountDeletionStore(db)

  async function accountOf(uid: Uid) {
    const person = await store.person(uid)
    return person?.issuer === BUILTIN_ISSUER ? accounts.bySubject(person.subject) : null
  }

  return {
    /** Permanently ends all access of the user and marks the account for deletion. */
    async lockOut(uid: Uid): Promise<void> {
      await store.markForDeletion(uid, clock.now())
      const account = await accountOf(uid)
      if (account) await accounts.removeSignInMethods(account.subject)
      await revokeAll(uid)
    },

    /** Users whose deletion has started and is not complete. */
    pending: (): Promise<Uid[]> => store.pendingDeletions(),
    uidsByHash: (hashes: readonly string[]): Promise<Uid[]> => store.uidsByHash(hashes),
    erasedAt: (account: { issuer: string; subject: string }): Promise<Date | null> => store.erasedAt(account),

    /**
     * Deletes the user's rows in one transaction: the built-in provider's account, the rows of each feature, and the user.
     * The confirmation email is stored in the same transaction.
     * @returns the steps outside the database; empty when another call deleted the user
     */
    async remove(uid: Uid, features: readonly PersonalData[]): Promise<AfterErasure[]> {
      const person = await store.person(uid)
      if (!person) return []
      const account = await accountOf(uid)
      return db.transaction().execute(async (tx) => {
        const inside = accountDeletionStore(tx)
        const locked = await inside.lock(uid)
        if (!locked) return []
        const codes = codesStore(tx)
        await codes.deleteForSubject(locked.subject)
        if (account) {
          await mailer.removeFor(account.email, tx)
          await codes.deleteForEmail(account.email)
        }
        await issuers.find(({ issuer }) => issuer === locked.issuer)?.remove?.(locked.subject, tx)
        const after: AfterErasure[] = []
        for (const feature of features) {
          const next = await feature.eraseRows?.(tx, uid)
          if (next) after.push(next)
        }
        await inside.remove(uid, locked, clock.now())
        // Only with a mail server: the dev inbox would store the address of a deleted user.
        if (account && mailer.isReal) {
          const email = authEmails(person.language ?? DEFAULT_LANGUAGE).accountDeleted()
          after.push(await mailer.store(tx, { ...email, to: account.email }))
        }
        return after
      })
    },

    /** Identity's data of a user, for their export. */
    async describe(uid: Uid): Promise<object> {
      const person = await store.person(uid)
      const account = await accountOf(uid)
      const sessions = account ? await accounts.sessionsOf(account.subject, clock.now()) : []
      return {
        uid,
        provider: person?.issuer,
        since: person?.createdAt,
        language: person?.language,
        email: account?.email ?? null,
        email_is_proven: account?.emailVerified ?? null,
        ways_in: account ? await accounts.providersOf(account.subject) : null,
        passkeys: account ? await accounts.passkeysOf(account.subject) : null,
        has_second_factor: account ? await accounts.hasSecondFactor(account.subject) : null,
        terms: await terms.listAccepted(uid),
        signed_in_on: sessions.map(({ userAgent, createdAt, seenAt }) => ({
          ...readUserAgent(userAgent),
          since: createdAt,
          last_seen: seenAt,
        })),
      }
    },
  }
}

type DeletionTables = {
  people: PeopleTables['people'] & { erase_since: Date | null }
  identity_erased: { hash: string; erased_at: Date }
}
type IssuerAccount = { issuer: string; subject: string }

const hashOf = ({ issuer, subject }: IssuerAccount) => createHash('sha256').update(`${issuer} ${subject}`).digest('hex')

function accountDeletionStore(plain: Db) {
  const db = plain.withTables<DeletionTables>()
  return {
    /** Disables the user. Each server start continues the deletion. */
    async markForDeletion(uid: Uid, now: Date): Promise<void> {
      await db
        .updateTable('people')
        .set({ disabled_at: now, erase_since: sql<Date>`coalesce(erase_since, ${now})` })
        .where('uid', '=', uid)
        .execute()
    },

    async pendingDeletions(): Promise<Uid[]> {
      const rows = await db.selectFrom('people').select('uid').where('erase_since', 'is not', null).orderBy('erase_since').execute()
      return rows.map(({ uid }) => uid)
    },

    async person(uid: Uid): Promise<(IssuerAccount & { createdAt: Date; language: AppLanguage | null }) | null> {
      const columns = ['issuer', 'subject', 'created_at', 'language'] as const
      const row = await db.selectFrom('people').select(columns).where('uid', '=', uid).executeTakeFirst()
      return row ? { issuer: row.issuer, subject: row.subject, createdAt: row.created_at, language: row.language } : null
    },

    /** Locks the user's row until the transaction ends. Concurrent inserts that refer to it wait, then fail. */
    async lock(uid: Uid): Promise<IssuerAccount | null> {
      const row = await db.selectFrom('people').select(['issuer', 'subject']).where('uid', '=', uid).forUpdate().executeTakeFirst()
      return row ?? null
    },

    /** Deletes the user's row and the rows that refer to it. */
    async remove(uid: Uid, account: IssuerAccount, now: Date): Promise<void> {
      await db
        .insertInto('identity_erased')
        .values({ hash: hashOf(account), erased_at: now })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ erased_at: now }))
        .execute()
      await db.deleteFrom('people').where('uid', '=', uid).execute()
    },

    async erasedAt(account: IssuerAccount): Promise<Date | null> {
      const row = await db.selectFrom('identity_erased').select('erased_at').where('hash', '=', hashOf(account)).executeTakeFirst()
      return row?.erased_at ?? null
    },

    /** The users whose uid has one of these hashes (SHA-256, hex). */
    async uidsByHash(hashes: readonly string[]): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select uid from people where encode(sha256(convert_to(uid::text, 'UTF8')), 'hex') = any(${[...hashes]}::text[])
      `.execute(db)
      return rows.map(({ uid }) => uid)
    },
  }
}
