import { USER_IS_NULL } from '#web/platform/session-token.ts'
import { readToken, readUser } from './builtin.answers.ts'
import { type Fetch, requestBuiltin } from './builtin.request.ts'
import { IdentityError, type IdentityUser } from './identity.provider.ts'

/** A token this close to its end is replaced before it is used. */
const REFRESH_BEFORE_END_MS = 30_000
/** Pauses between attempts to find out who is signed in; the last one repeats. */
const RETRY_AFTER_MS = [1_000, 2_000, 5_000, 10_000]

export type CoreOptions = {
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  /** Calls `work` after a pause; returns what takes it back. */
  later: (work: () => void, ms: number) => () => void
}

export type BuiltinCore = ReturnType<typeof createCore>

type Token = { text: string; renewAtMs: number }

/** Who is signed in at the built-in provider, and the tokens of that person. Tokens live in this closure and nowhere else. */
export function createCore({ fetch, now, later }: CoreOptions) {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  const known = Promise.withResolvers<void>()
  let user: IdentityUser | null | undefined
  let token: Token | undefined
  let renewing: Promise<string> | undefined
  /** Rises with every change of who is signed in: an answer that was asked for before belongs to somebody else. */
  let era = 0
  let asking = false
  let attempts = 0
  let cancelRetry: (() => void) | undefined

  function become(next: IdentityUser | null): void {
    era++
    user = next
    token = undefined
    renewing = undefined
    cancelRetry?.()
    known.resolve()
    for (const listener of listeners) listener(next)
  }

  async function findOut(): Promise<void> {
    if (asking || user !== undefined) return
    asking = true
    cancelRetry?.()
    const asked = era
    try {
      const found = readUser(await requestBuiltin(fetch, '/get-session'))
      if (asked === era) become(found)
    } catch {
      // Whatever the reason, not knowing is not the same as nobody: stay unknown and ask again.
      const pause = RETRY_AFTER_MS[Math.min(attempts++, RETRY_AFTER_MS.length - 1)] ?? 0
      if (asked === era) cancelRetry = later(() => void findOut(), pause)
    } finally {
      asking = false
    }
  }

  function start(): Promise<void> {
    void findOut()
    return known.promise
  }

  /** One act that ends with somebody being signed in. */
  async function enter(path: string, body: object): Promise<IdentityUser> {
    const entered = readUser(await requestBuiltin(fetch, path, body))
    if (!entered) throw new IdentityError('internal')
    become(entered)
    return entered
  }

  async function renew(): Promise<string> {
    const asked = era
    const askedAtMs = now()
    try {
      const { text, lifetimeMs } = readToken(await requestBuiltin(fetch, '/token'))
      // Somebody else signed in, or this one out, while we asked: the token is not theirs.
      if (asked !== era) return await getToken()
      // Counted from our own clock: one that is wrong must not make every token look ended, or endless.
      token = { text, renewAtMs: askedAtMs + Math.max(lifetimeMs - REFRESH_BEFORE_END_MS, lifetimeMs / 2) }
      return text
    } catch (error) {
      if (!(error instanceof IdentityError) || error.code !== 'session-expired') throw error
      if (asked === era) become(null)
      throw new Error(USER_IS_NULL, { cause: error })
    }
  }

  async function getToken({ forceRefresh = false } = {}): Promise<string> {
    if (user === undefined) await start()
    if (!user) throw new Error(USER_IS_NULL)
    if (token && !forceRefresh && now() < token.renewAtMs) return token.text
    if (renewing) return renewing
    const running = renew().finally(() => {
      if (renewing === running) renewing = undefined
    })
    renewing = running
    return running
  }

  return {
    start,
    getToken,
    enter,
    /** Says who is signed in from now on, after the server has said so. */
    become,
    currentUser: () => user,
    /** @throws IdentityError 'user-is-null' */
    mustUser(): IdentityUser {
      if (!user) throw new IdentityError('user-is-null')
      return user
    },
    /** One call to the provider's endpoints. */
    request: (path: string, body?: object) => requestBuiltin(fetch, path, body),
    subscribe(listener: (user: IdentityUser | null) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
