import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Uid } from '#contract/base/ids.ts'
import { AppError } from '#contract/errors.ts'
import { timings } from '#contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { IdentityStore } from '../identity.store.ts'

export const FILE_PATHS = ['/files', '/art'] as const
/** The client renews it at each start, so only abandoned sessions expire. */
const LIFETIME_S = 86_400

const hashOf = (value: string) => createHash('sha256').update(value).digest('hex')

/**
 * An `<img>` sends no bearer token, so a cookie that is valid for file paths only replaces it.
 * @param secure whether the origin is https; the cookie's name then prevents other origins from setting it
 */
export function createFileSessions({ store, clock, key, secure }: { store: IdentityStore; clock: Clock; key: Buffer; secure: boolean }) {
  const cookieName = secure ? '__Secure-wl_files' : 'wl_files'
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url')

  function verifiedId(cookie: string): string | null {
    const [id = '', signature = ''] = cookie.split('.')
    const received = Buffer.from(signature)
    const expected = Buffer.from(sign(id))
    return received.length === expected.length && timingSafeEqual(received, expected) ? id : null
  }

  return {
    cookieName,

    /**
     * Starts a file session for the sign-in behind the viewer's token.
     * @returns the cookie's value and lifetime
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
      return { value: `${id}.${sign(id)}`, maxAgeSeconds: LIFETIME_S }
    },

    /** The user of a Cookie header, or null. A forged value never reaches the database. */
    async viewer(cookieHeader: string | undefined): Promise<Uid | null> {
      const cookie = parseCookie(cookieHeader ?? '')[cookieName]
      const id = cookie ? verifiedId(cookie) : null
      return id === null ? null : store.uidOfFileSession(hashOf(id), clock.now())
    },

    /** Ends the file sessions of one sign-in. */
    end: (signIn: { uid: Uid; authTimeMs: number }): Promise<void> =>
      store.endFileSessions({ uid: signIn.uid, authTime: new Date(signIn.authTimeMs) }),
  }
}
