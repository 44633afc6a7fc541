import { AppError } from '#contract/errors.ts'
import type { Revocation, Session } from '#contract/identity/identity.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Accounts } from '../provider/accounts.ts'
import { readUserAgent } from '../provider/user-agent.ts'

export type SessionsDeps = {
  accounts: Accounts
  /** The built-in provider's account of a user; null for users of another provider. */
  subjectOf: (uid: Uid) => Promise<string | null>
  revokeAll: (uid: Uid) => Promise<void>
  clock: Clock
}

/** Lists and ends a user's sign-ins. Those of another provider can't be listed, only ended all at once. */
export function createSessions({ accounts, subjectOf, revokeAll, clock }: SessionsDeps) {
  return {
    /** Latest seen first; empty for users of another provider. */
    async list(viewer: Viewer): Promise<Session[]> {
      const subject = await subjectOf(viewer.uid)
      if (subject === null) return []
      const sessions = await accounts.sessionsOf(subject, clock.now())
      return sessions.map(({ id, userAgent, createdAt, seenAt }) => ({
        id,
        ...readUserAgent(userAgent),
        created_at: createdAt.toISOString(),
        last_seen_at: seenAt.toISOString(),
        current: id === viewer.token.sessionId,
      }))
    },

    /**
     * Ends sign-ins with their tokens, sockets, and file sessions.
     * @throws AppError 'not_found' for a sign-in of another user; 'not_offered' for single sign-ins of another provider
     */
    async revoke(viewer: Viewer, revocation: Revocation): Promise<void> {
      if (revocation.which === 'all') return revokeAll(viewer.uid)
      const subject = await subjectOf(viewer.uid)
      const { sessionId } = viewer.token
      if (subject === null || sessionId === null) throw new AppError('not_offered')
      if (revocation.which === 'others') return void (await accounts.end(subject, { except: sessionId }))
      const ended = await accounts.end(subject, { only: revocation.id })
      if (ended.length === 0) throw new AppError('not_found')
    },
  }
}
