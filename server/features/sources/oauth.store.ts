import type { Uid } from '#contract/base/ids.ts'
import type { Audience } from '#contract/people.ts'
import type { AuthorisedSource } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChosenConsent } from './sources.types.ts'

type OauthTables = {
  oauth_states: {
    state_hash: string
    uid: Uid
    source: AuthorisedSource
    verifier_encrypted: string
    return_to: string
    shown_to: Audience | null
    counts_for_matching: boolean | null
    created_at: Date
  }
}

/** An authorisation that was begun and not answered yet. */
export type BegunAuthorisation = {
  stateHash: string
  uid: Uid
  source: AuthorisedSource
  verifier: string
  returnTo: string
  consent: ChosenConsent
  now: Date
}

export function createOauthStore(plain: Db) {
  const db = plain.withTables<OauthTables>()
  return {
    async add({ stateHash, uid, source, verifier, returnTo, consent, now }: BegunAuthorisation): Promise<void> {
      await db
        .insertInto('oauth_states')
        .values({
          state_hash: stateHash,
          uid,
          source,
          verifier_encrypted: verifier,
          return_to: returnTo,
          shown_to: consent.shownTo ?? null,
          counts_for_matching: consent.countsForMatching ?? null,
          created_at: now,
        })
        .execute()
    },

    /**
     * Takes a state out, at once and for good: of two answers with the same state one gets it.
     * Null when it is unknown, somebody else's, of another source, or begun before `notBefore`.
     */
    async take(
      stateHash: string,
      uid: Uid,
      source: AuthorisedSource,
      notBefore: Date,
    ): Promise<{ verifier: string; returnTo: string; consent: ChosenConsent } | null> {
      const row = await db
        .deleteFrom('oauth_states')
        .where('state_hash', '=', stateHash)
        .where('uid', '=', uid)
        .where('source', '=', source)
        .where('created_at', '>', notBefore)
        .returning(['verifier_encrypted', 'return_to', 'shown_to', 'counts_for_matching'])
        .executeTakeFirst()
      if (!row) return null
      const consent = { shownTo: row.shown_to ?? undefined, countsForMatching: row.counts_for_matching ?? undefined }
      return { verifier: row.verifier_encrypted, returnTo: row.return_to, consent }
    },

    async removeOlder(than: Date): Promise<void> {
      await db.deleteFrom('oauth_states').where('created_at', '<=', than).execute()
    },
  }
}
