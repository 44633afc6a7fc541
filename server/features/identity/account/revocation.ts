import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { BUILTIN_ISSUER } from '../provider/builtin.ts'
import type { IdentityStore, Person, SignIn } from '../identity.store.ts'
import type { createFileSessions } from '../tokens/file-session.ts'
import type { createTokenCache } from '../tokens/token-cache.ts'
import type { TrustedIssuer } from '../tokens/tokens.ts'

/** Announced with a uid when all sign-ins of that user ended. Their open sockets must close. */
export const SIGN_INS_REVOKED = 'identity.revoked'
/** Announced with a provider's subject when one of their sign-ins ended. */
const SIGN_IN_ENDED = 'identity.ended'

export type RevocationDeps = {
  store: Pick<IdentityStore, 'person' | 'revokeTokens'>
  personOf: (signIn: SignIn) => Promise<Person | undefined>
  cache: ReturnType<typeof createTokenCache>
  files: Pick<ReturnType<typeof createFileSessions>, 'end'>
  issuers: () => readonly TrustedIssuer[]
  bus: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  /** Closes the sockets of one sign-in in every process; with null, all sockets of the user. */
  closeSockets: (uid: Uid, authTimeMs: number | null) => void
}

/** Ends sign-ins everywhere: cached tokens of all processes, file sessions, and sockets. */
export function createRevocation(deps: RevocationDeps) {
  const { store, personOf, cache, files, bus, closeSockets } = deps
  bus.onAnnouncement(SIGN_INS_REVOKED, (uid) => cache.evict((entry) => entry.uid === uid))
  bus.onAnnouncement(SIGN_IN_ENDED, (subject) => cache.evict((entry) => entry.token.subject === subject))

  async function revokeAll(uid: Uid): Promise<void> {
    const person = await store.person(uid)
    if (!person) return
    await store.revokeTokens(uid, deps.clock.now())
    cache.evict((entry) => entry.uid === uid)
    await deps
      .issuers()
      .find((entry) => entry.issuer === person.issuer)
      ?.endAll(person.subject)
    bus.announce(SIGN_INS_REVOKED, uid)
    closeSockets(uid, null)
  }

  return {
    /** Ends all sign-ins of a user: provider sessions, tokens, sockets, file sessions. Announces `SIGN_INS_REVOKED`. */
    revokeAll,

    /** Like `revokeAll`, for an account of the built-in provider. */
    async revokeSubject(subject: string): Promise<void> {
      const person = await personOf({ issuer: BUILTIN_ISSUER, subject })
      if (person) await revokeAll(person.uid)
    },

    /** The built-in provider ended one sign-in. */
    async signInEnded({ subject, authTimeMs }: { subject: string; authTimeMs: number }): Promise<void> {
      const person = await personOf({ issuer: BUILTIN_ISSUER, subject })
      if (person) await files.end({ uid: person.uid, authTimeMs })
      cache.evict((entry) => entry.token.subject === subject)
      bus.announce(SIGN_IN_ENDED, subject)
      if (person) closeSockets(person.uid, authTimeMs)
    },
  }
}
