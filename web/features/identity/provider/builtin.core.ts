import { USER_IS_NULL } from '#web/platform/session-token.ts'
import { readToken, readUser } from './builtin.responses.ts'
import { type Fetch, requestBuiltin } from './builtin.request.ts'
import { IdentityError, type IdentityUser } from './identity.provider.ts'

/** A token is refreshed this long before it expires. */
const REFRESH_BEFORE_END_MS = 30_000
/** Retry delays for loading the session; the last one repeats. */
const RETRY_AFTER_MS = [1_000, 2_000, 5_000, 10_000]

export type CoreOptions = {
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  /** Calls `work` after a delay; returns a function that cancels it. */
  later: (work: () => void, ms: number) => () => void
}

export type BuiltinCore = ReturnType<typeof createCore>

type Token = { text: string; subject: string; renewAtMs: number }

/** The token that came with the session at the start of a page (`web/app/start-identity.ts`). */
function firstToken(response: unknown, askedAtMs: number): Token | null {
  return typeof response === 'object' && response !== null && 'token' in response ? tokenOf(response, askedAtMs) : null
}

/** Uses our own clock: a wrong one must not make every token expired, or permanent. */
function tokenOf(response: unknown, askedAtMs: number): Token {
  const { text, subject, lifetimeMs } = readToken(response)
  return { text, subject, renewAtMs: askedAtMs + Math.max(lifetimeMs - REFRESH_BEFORE_END_MS, lifetimeMs / 2) }
}

/** The session and tokens of the built-in provider. Tokens exist only in this closure. */
export function createCore({ fetch, now, later }: CoreOptions) {
  const users = createUserState()
  const { replaceSession, whenReplaced } = createReplacement()
  const tokens = createTokens({ fetch, now, users, setUser, start, whenReplaced })
  let isChecking = false
  let attempts = 0
  let cancelRetry: (() => void) | undefined

  function setUser(next: IdentityUser | null, first: Token | null = null): void {
    tokens.reset(first)
    cancelRetry?.()
    users.set(next)
  }

  async function findOut(): Promise<void> {
    if (isChecking || users.current() !== undefined) return
    isChecking = true
    cancelRetry?.()
    const requestedEra = users.era()
    const askedAtMs = now()
    try {
      const response = await requestBuiltin(fetch, '/get-session')
      const found = readUser(response)
      if (requestedEra === users.era()) setUser(found, found && firstToken(response, askedAtMs))
    } catch {
      // An unknown session doesn't mean signed out: keep it unknown and retry.
      const pause = RETRY_AFTER_MS[Math.min(attempts++, RETRY_AFTER_MS.length - 1)] ?? 0
      if (requestedEra === users.era()) cancelRetry = later(() => void findOut(), pause)
    } finally {
      isChecking = false
    }
  }

  function start(): Promise<void> {
    void findOut()
    return users.known
  }

  /** Runs a request that ends with a signed-in user. */
  const enter = (path: string, body: object): Promise<IdentityUser> =>
    replaceSession(async () => {
      const entered = readUser(await requestBuiltin(fetch, path, body))
      if (!entered) throw new IdentityError('internal')
      setUser(entered)
      return entered
    })

  return {
    start,
    getToken: tokens.get,
    enter,
    replaceSession,
    /** Sets the user, after the server confirmed them. */
    setUser,
    currentUser: users.current,
    /** @throws IdentityError 'user-is-null' */
    requireUser(): IdentityUser {
      const user = users.current()
      if (!user) throw new IdentityError('user-is-null')
      return user
    },
    request: (path: string, body?: object, signal?: AbortSignal) => requestBuiltin(fetch, path, body, signal),
    subscribe: users.subscribe,
  }
}

/** The user: undefined until the first response, null when signed out. */
function createUserState() {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  const started = Promise.withResolvers<void>()
  let user: IdentityUser | null | undefined
  /** Increments with every change of the user, to drop answers that were requested for another one. */
  let era = 0

  return {
    current: () => user,
    era: () => era,
    known: started.promise,
    set(next: IdentityUser | null): void {
      era++
      user = next
      started.resolve()
      for (const listener of listeners) listener(next)
    },
    subscribe(listener: (user: IdentityUser | null) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function createReplacement() {
  let replacing: Promise<void> | undefined

  /**
   * Runs `work`, which ends with another session. In the meantime `getToken` waits: the server may reject the old token before it answers,
   * and that must not look like the end of the new session.
   */
  async function replaceSession<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    const settled = running.then(
      () => undefined,
      () => undefined,
    )
    replacing = settled
    try {
      return await running
    } finally {
      if (replacing === settled) replacing = undefined
    }
  }

  return { replaceSession, whenReplaced: () => replacing }
}

type TokenDeps = Pick<CoreOptions, 'fetch' | 'now'> & {
  users: ReturnType<typeof createUserState>
  setUser: (next: IdentityUser | null) => void
  start: () => Promise<void>
  whenReplaced: () => Promise<void> | undefined
}

function createTokens({ fetch, now, users, setUser, start, whenReplaced }: TokenDeps) {
  let token: Token | null = null
  let renewing: Promise<string> | undefined

  async function renew(): Promise<string> {
    const requestedEra = users.era()
    const askedAtMs = now()
    try {
      const next = tokenOf(await requestBuiltin(fetch, '/token'), askedAtMs)
      // The user changed during the request: the token belongs to another session.
      if (requestedEra !== users.era()) return await get()
      if (next.subject !== users.current()?.subject) return await followOtherAccount()
      token = next
      return next.text
    } catch (error) {
      if (!(error instanceof IdentityError) || error.code !== 'session-expired') throw error
      if (requestedEra === users.era()) setUser(null)
      throw new Error(USER_IS_NULL, { cause: error })
    }
  }

  /** Another tab switched the account: nothing of this one may be sent with the other's token. */
  async function followOtherAccount(): Promise<never> {
    const found = readUser(await requestBuiltin(fetch, '/get-session'))
    setUser(found)
    throw new Error(USER_IS_NULL)
  }

  async function get({ forceRefresh = false } = {}): Promise<string> {
    if (users.current() === undefined) await start()
    await whenReplaced()
    if (!users.current()) throw new Error(USER_IS_NULL)
    if (token && !forceRefresh && now() < token.renewAtMs) return token.text
    if (renewing) return renewing
    const running = renew().finally(() => {
      if (renewing === running) renewing = undefined
    })
    renewing = running
    return running
  }

  return {
    get,
    /** Call when the user changes. */
    reset(first: Token | null): void {
      token = first
      renewing = undefined
    },
  }
}
