import { createHash, randomBytes } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Attempts } from './attempts.ts'
import { type CodePurpose, codesStore, type StoredCode } from './codes.store.ts'

/** Wrong addresses or passwords that invalidate the code they accompany. */
const MAX_WRONG_ANSWERS = 5

export type NewCode = {
  purpose: CodePurpose
  lifeMs: number
  subject?: string
  uid?: Uid
  email?: string
  device?: string | null
  challenge?: string
  data?: Record<string, unknown>
}

export type Codes = ReturnType<typeof createCodes>

/** One-time codes that expire: 256 random bits, of which only the hash is stored. */
export function createCodes({ db, clock }: { db: Db; clock: Clock }) {
  const store = codesStore(db)

  return {
    /** @returns the code's text, for its recipient only */
    async issue({
      purpose,
      lifeMs,
      subject,
      uid,
      email,
      device,
      challenge,
      data = {},
    }: NewCode): Promise<{ code: string; expiresAt: Date }> {
      const now = clock.now()
      const code = randomBytes(32).toString('base64url')
      const expiresAt = new Date(now.getTime() + lifeMs)
      await store.prune(now)
      await store.add({
        hash: hashOf(code),
        purpose,
        subject: subject ?? null,
        uid: uid ?? null,
        email: email ?? null,
        device: device ?? null,
        challenge: challenge ?? null,
        data,
        expires_at: expiresAt,
      })
      return { code, expiresAt }
    },

    /** Reads a code without consuming it; null when it is invalid. */
    find: (code: string, purpose: CodePurpose): Promise<StoredCode | null> => store.find(hashOf(code), purpose, clock.now()),

    /**
     * Consumes a code. Of concurrent callers, one gets it.
     * @param challenge the challenge that the code was issued with; with a different one, nothing is consumed
     */
    consume: (code: string, purpose: CodePurpose, challenge: string | null = null): Promise<StoredCode | null> =>
      store.consume(hashOf(code), purpose, clock.now(), challenge),

    /** Counts a wrong address or password for this code. The fifth deletes it. */
    countWrongAnswer: (code: string): Promise<void> => store.countWrongAnswer(hashOf(code), MAX_WRONG_ANSWERS),

    deleteForSubject: (subject: string): Promise<void> => store.deleteForSubject(subject),
    deleteForEmail: (email: string): Promise<void> => store.deleteForEmail(email),
  }
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Codes of export links: issued for a user, consumed once. */
export const createExportCodes = (codes: Codes, attempts: Attempts) => ({
  /** @throws AppError 'rate_limited' */
  async issue(uid: Uid, lifeMs: number): Promise<{ code: string; expiresAt: Date }> {
    await attempts.assert('export', uid)
    return codes.issue({ purpose: 'export', lifeMs, uid })
  },
  /** The user of a code, without consuming it; null when the code is invalid. */
  find: async (code: string): Promise<Uid | null> => (await codes.find(code, 'export'))?.uid ?? null,
  consume: async (code: string): Promise<Uid | null> => (await codes.consume(code, 'export'))?.uid ?? null,
})
