import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Uid } from '#contract/base/ids.ts'
import { AppError } from '#contract/errors.ts'
import { timings } from '#contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { IdentityStore } from '../identity.store.ts'

export const FILE_PATHS = ['/files', '/art'] as const
/** The client renews it at every start, so this only ends what was left lying. */
const LIFETIME_S = 86_400

const hashOf = (value: string) => createHash('sha256').update(value).digest('hex')

/**
 * An `<img>` sends no bearer: a cookie that opens nothing but the two folders of files stands in for it.
 * @param secure whether people reach us by https, where the cookie's name keeps others from planting one
 */
export function createFileSessions({ store, clock, key, secure }: { store: IdentityStore; clock: Clock; key: Buffer; secure: boolean }) {
  const cookieName = secure ? '__Secure-wl_files' : 'wl_files'
  const seal = (id: string) => createHmac('sha256', key).update(id).digest('base64url')

  function opened(cookie: string): string | null {
    const [id = '', mark = ''] = cookie.split('.')
    const given = Buffer.from(mark)
    const wanted = Buffer.from(seal(id))
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null
  }

  return {
    cookieName,

    /**
     * Begins a file session for the sign-in behind the viewer's token.
     * @returns the cookie's value and how long it lives
     * @throws AppError 'token_too_old' when the token was issued more than 5 minutes ago
     */
    async start(viewer: Viewer): Promise<{ value: string; maxAgeSeconds: number }> {
      const nowMs = clock.now().getTime()
      if (nowMs - viewer.token.issuedAtMs > timings.sessionSyncMaxAgeMs) throw new AppError('token_too_old')
      const id = randomBytes(32).toString('base64url')
      await store.addFileSession({
        hash: hashOf(id),
        uid: viewer.uid,
        authTime: new Date(viewer.token.authTimeMs),
        expiresAt: new Date(nowMs + LIFETIME_S * 1000),
      })
      return { value: `${id}.${seal(id)}`, maxAgeSeconds: LIFETIME_S }
    },

    /** Who sends this Cookie header, or null for nobody. A forged value never reaches the database. */
    async viewer(cookieHeader: string | undefined): Promise<Uid | null> {
      const cookie = parseCookie(cookieHeader ?? '')[cookieName]
      const id = cookie ? opened(cookie) : null
      return id === null ? null : store.uidOfFileSession(hashOf(id), clock.now())
    },

    /** Ends the file sessions of one sign-in at once. */
    end: (signIn: { uid: Uid; authTimeMs: number }): Promise<void> =>
      store.endFileSessions({ uid: signIn.uid, authTime: new Date(signIn.authTimeMs) }),
  }
}
