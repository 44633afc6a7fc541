/* Several accounts in one browser. The library's plugin keeps a signed cookie for the session of each account; one of them is also the
   browser's session, whose account is active. */
import { AppError } from '#contract/errors.ts'
import type { Account, BrowserSession, builtinStore } from './builtin.store.ts'

export const MAX_BROWSER_ACCOUNTS = 5

/** How the library names the cookie of one account's session. It ends with the session's secret in lower case. */
const KEPT_COOKIE = '.session_token_multi-'
const ACTIVE_COOKIE = /(?:^|;\s*)[^=;\s]*\.session_token=([^;]*)/

export type BrowserAccount = { account: Account; isActive: boolean }

/** The parts of the auth library that several accounts need. */
export type SessionLibrary = {
  /** The open sessions of these headers' cookies, one of each account. */
  browserSessions: (headers: Headers) => Promise<readonly { session: { id: string; token: string; userId: string; createdAt: Date } }[]>
  /** Makes one of them the browser's session. The response sets the cookie. */
  activate: (token: string, headers: Headers) => Promise<Response>
  removeCookies: (names: readonly string[]) => Promise<Response>
}

type Deps = {
  library: SessionLibrary
  store: Pick<ReturnType<typeof builtinStore>, 'accountBySubject'>
  currentSession: (headers: Headers) => Promise<BrowserSession | null>
  end: (subject: string, which: { only: string }) => Promise<unknown>
}

export function createBrowserAccounts({ library, store, currentSession, end }: Deps) {
  const sessionsOf = async (headers: Headers) =>
    cookieNames(headers).some(isKeptCookie) ? (await library.browserSessions(headers)).map(({ session }) => session) : []

  return {
    /** The accounts that are signed in at this browser, the first sign-in first, and cookies that remove those that have ended. */
    async list(headers: Headers): Promise<{ entries: BrowserAccount[]; cookies: string[] }> {
      const [current, sessions] = await Promise.all([currentSession(headers), sessionsOf(headers)])
      const others = sessions.filter(({ userId }) => userId !== current?.account.subject)
      const found = await Promise.all(
        others.map(async ({ userId, createdAt }) => ({ account: await store.accountBySubject(userId), createdAt, isActive: false })),
      )
      const all = [...(current ? [{ account: current.account, createdAt: current.session.createdAt, isActive: true }] : []), ...found]
      const open = new Set(sessions.map(({ token }) => token.toLowerCase()))
      const ended = cookieNames(headers).filter((name) => isKeptCookie(name) && !open.has(secretOf(name)))
      return {
        entries: all
          .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
          .flatMap(({ account, isActive }) => (account ? [{ account, isActive }] : [])),
        cookies: ended.length > 0 ? (await library.removeCookies(ended)).headers.getSetCookie() : [],
      }
    },

    /** @throws AppError 'too_many_accounts' when the browser has the maximum number of accounts */
    async assertRoom(headers: Headers): Promise<void> {
      if ((await sessionsOf(headers)).length >= MAX_BROWSER_ACCOUNTS) throw new AppError('too_many_accounts')
    },

    /**
     * Ends the browser's session after `subject` signed in, unless it belongs to another account, which stays signed in.
     * A session without a cookie of its own could not be found again, so it ends, too.
     */
    async endPrevious(previous: BrowserSession | null, subject: string, headers: Headers): Promise<void> {
      if (!previous) return
      const isKept = (await sessionsOf(headers)).some(({ id }) => id === previous.session.id)
      if (!isKept || previous.account.subject === subject) await end(previous.account.subject, { only: previous.session.id })
    },

    /** Makes another account of this browser the active one. @throws AppError 'not_found' when it is not, or no longer, signed in here */
    async activate(subject: string, headers: Headers): Promise<{ account: Account; cookies: string[] }> {
      const chosen = (await sessionsOf(headers)).find(({ userId }) => userId === subject)
      const account = chosen && (await store.accountBySubject(subject))
      if (!account) throw new AppError('not_found', { reason: 'account not signed in' })
      const previous = await currentSession(headers)
      const response = await library.activate(chosen.token, headers)
      if (!response.ok) throw new AppError('not_found', { reason: 'session ended' })
      await this.endPrevious(previous, subject, headers)
      return { account, cookies: response.headers.getSetCookie() }
    },
  }
}

/** Headers with which the library signs out only the active account: without the cookies of the others. */
export function onlyActiveAccount(headers: Headers): Headers {
  const cookies = headers.get('cookie') ?? ''
  const secret = decodeURIComponent(ACTIVE_COOKIE.exec(cookies)?.[1] ?? '')
    .split('.')[0]
    ?.toLowerCase()
  return withCookies(headers, (name) => !isKeptCookie(name) || secretOf(name) === secret)
}

/** Headers of a sign-in that is not complete: without the session of the account that is still active. */
export const withoutActiveAccount = (headers: Headers): Headers => withCookies(headers, (name) => !name.endsWith('.session_token'))

function withCookies(headers: Headers, stays: (name: string) => boolean): Headers {
  const changed = new Headers(headers)
  const remaining = pairsOf(headers).filter((pair) => stays(nameOf(pair)))
  if (remaining.length > 0) changed.set('cookie', remaining.join('; '))
  else changed.delete('cookie')
  return changed
}

const pairsOf = (headers: Headers): string[] => headers.get('cookie')?.split(/;\s*/).filter(Boolean) ?? []
const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='))
const cookieNames = (headers: Headers): string[] => pairsOf(headers).map(nameOf)
const isKeptCookie = (name: string): boolean => name.includes(KEPT_COOKIE)
const secretOf = (name: string): string => name.slice(name.indexOf(KEPT_COOKIE) + KEPT_COOKIE.length)
