import type { Uid } from '#contract/base/ids.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import type { AfterErased, PersonalData } from '#server/platform/personal-data.ts'
import type { Accounts } from '../provider/accounts.ts'
import { codesStore } from '../provider/codes.store.ts'
import { leavingStore } from './account-deletion.store.ts'
import { lettersIn } from '../emails/auth-emails.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'
import { readUserAgent } from '../provider/user-agent.ts'

export type LeavingDeps = {
  db: Db
  accounts: Accounts
  issuers: readonly TrustedIssuer[]
  /** The built-in provider's name; only its accounts have an address we know. */
  builtinIssuer: string
  mailer: Mailer
  revokeAll: (uid: Uid) => Promise<void>
  clock: Clock
}

/** A person who leaves, as far as signing in is concerned. `account-data.ts` brings the other features in. */
export function createLeaving({ db, accounts, issuers, builtinIssuer, mailer, revokeAll, clock }: LeavingDeps) {
  const store = leavingStore(db)

  async function accountOf(uid: Uid) {
    const person = await store.person(uid)
    return person?.issuer === builtinIssuer ? accounts.of(person.subject) : null
  }

  return {
    /** Shuts the person out everywhere, for good, and remembers that the rest is to be deleted. */
    async lockOut(uid: Uid): Promise<void> {
      await store.markLeaving(uid, clock.now())
      const account = await accountOf(uid)
      if (account) await accounts.removeWaysIn(account.subject)
      await revokeAll(uid)
    },

    /** People whose deletion was begun and is not done. */
    unfinished: (): Promise<Uid[]> => store.leaving(),
    among: (hashes: readonly string[]): Promise<Uid[]> => store.among(hashes),
    erasedAt: (account: { issuer: string; subject: string }): Promise<Date | null> => store.erasedAt(account),

    /**
     * Deletes everything of the person in the database, in one transaction: the account at the built-in provider with its password,
     * address and sign-ins, the rows of every feature, and the person's own row. The mail that confirms it is stored in the same one.
     * @returns what follows outside of the database; empty when somebody else has deleted them
     */
    async remove(uid: Uid, parts: readonly PersonalData[]): Promise<AfterErased[]> {
      const person = await store.person(uid)
      if (!person) return []
      const account = await accountOf(uid)
      return db.transaction().execute(async (tx) => {
        const inside = leavingStore(tx)
        const locked = await inside.lock(uid)
        if (!locked) return []
        const codes = codesStore(tx)
        await codes.forgetOf(locked.subject)
        if (account) {
          await mailer.forget(account.email, tx)
          await codes.forgetTo(account.email)
        }
        await issuers.find(({ issuer }) => issuer === locked.issuer)?.remove?.(locked.subject, tx)
        const after: AfterErased[] = []
        for (const part of parts) {
          const next = await part.eraseRows?.(tx, uid)
          if (next) after.push(next)
        }
        await inside.remove(uid, locked, clock.now())
        // Only where a real mailbox gets it: the mailbox page would keep the address of somebody who is gone.
        if (account && mailer.isReal) {
          const letter = lettersIn(person.language ?? DEFAULT_LANGUAGE).accountDeleted()
          after.push(await mailer.store(tx, { ...letter, to: account.email }))
        }
        return after
      })
    },

    /** What signing in knows of the person, for their export. */
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
        signed_in_on: sessions.map(({ userAgent, createdAt, seenAt }) => ({
          ...readUserAgent(userAgent),
          since: createdAt,
          last_seen: seenAt,
        })),
      }
    },
  }
}
