import type { Uid } from '#contract/base/ids.ts'

/** What the platform needs to know of whoever is signed in. The identity feature provides it at start. */
export type SessionSource = {
  /** Waits until it is known who is signed in. @throws Error 'user is null' when nobody is. */
  getToken(options?: { forceRefresh?: boolean }): Promise<string>
  /** The signed-in person's uid, once the server has told it. */
  uid(): Uid | null
}

/** The message with which getToken refuses when nobody is signed in (spec, section 7). */
export const USER_IS_NULL = 'user is null'

const nobody: SessionSource = { getToken: () => Promise.reject(new Error(USER_IS_NULL)), uid: () => null }
let session = nobody

/** Registers who is signed in. Returns a function that takes it back. */
export function provideSession(source: SessionSource): () => void {
  session = source
  return () => {
    if (session === source) session = nobody
  }
}

/** The token for authenticated calls and the socket. @throws Error 'user is null' when nobody is signed in. */
export function sessionToken(options?: { forceRefresh?: boolean }): Promise<string> {
  return session.getToken(options)
}

/** Whether that uid is the signed-in person's. */
export function isCurrentUser(uid: Uid | null | undefined): boolean {
  return uid !== null && uid !== undefined && session.uid() === uid
}
