import type { Uid } from '#contract/base/ids.ts'

/** The session as the platform needs it. The identity feature registers it at the start. */
export type SessionSource = {
  /** Waits until the session is known. @throws Error 'user is null' when signed out. */
  getToken(options?: { forceRefresh?: boolean }): Promise<string>
  /** The signed-in user's uid, once the server confirmed it. */
  uid(): Uid | null
  /** The server rejected a token that was refreshed just now, so it has ended the session. */
  handleRejectedToken?(token: string): void
}

/** The error message of getToken while signed out (spec, section 7). */
export const USER_IS_NULL = 'user is null'

const signedOutSession: SessionSource = { getToken: () => Promise.reject(new Error(USER_IS_NULL)), uid: () => null }
let session = signedOutSession

/** Registers the session. Returns a function that unregisters it. */
export function registerSession(source: SessionSource): () => void {
  session = source
  return () => {
    if (session === source) session = signedOutSession
  }
}

/** The token for authenticated calls and the socket. @throws Error 'user is null' when signed out. */
export function sessionToken(options?: { forceRefresh?: boolean }): Promise<string> {
  return session.getToken(options)
}

/** Reports that the server rejected a token that was refreshed just now. */
export function reportRejectedToken(token: string): void {
  session.handleRejectedToken?.(token)
}

/** Whether that uid is the signed-in user's. */
export function isCurrentUser(uid: Uid | null | undefined): boolean {
  return uid !== null && uid !== undefined && session.uid() === uid
}
