import { createHash, randomBytes } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type CodePurpose, codesStore, type StoredCode } from './codes.store.ts'

/** Wrong answers to what a code asks besides (an address, a password) before it is no good any more. */
const MAX_TRIES = 5

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

/** Codes that are good once and for a while: 256 random bits, of which only the hash is kept. */
export function createCodes({ db, clock }: { db: Db; clock: Clock }) {
  const store = codesStore(db)

  return {
    /** @returns the code's text, told to whoever it is for and to nobody else */
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

    /** Looks at a code without using it up; null when it is no good. */
    look: (code: string, purpose: CodePurpose): Promise<StoredCode | null> => store.find(hashOf(code), purpose, clock.now()),

    /**
     * Uses a code up. Of many at the same time one gets it.
     * @param challenge what the code was issued with, if it was; with another one nothing is used up
     */
    take: (code: string, purpose: CodePurpose, challenge: string | null = null): Promise<StoredCode | null> =>
      store.take(hashOf(code), purpose, clock.now(), challenge),

    /** Notes a wrong answer to what the code asks besides; after the fifth it is gone. */
    wrong: (code: string): Promise<void> => store.countTry(hashOf(code), MAX_TRIES),

    /** Every code about this account is no good any more. */
    forgetOf: (subject: string): Promise<void> => store.forgetOf(subject),
    /** Every code that was sent to this address is no good any more. */
    forgetTo: (email: string): Promise<void> => store.forgetTo(email),
  }
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')
