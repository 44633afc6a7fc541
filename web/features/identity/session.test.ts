import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { authStatusOf, useAuthStore } from './auth.store.ts'
import type { IdentityProvider, IdentityUser } from './provider/identity.provider.ts'
import { sessionToken, USER_IS_NULL } from '#web/platform/session-token.ts'
import {
  type ClearUserData,
  PROFILE_RETRY_MS,
  assumeLastUser,
  confirmProfile,
  endSession,
  isSessionConfirmed,
  lastUser,
  logOut,
  retrySession,
  startSession,
} from './session.ts'

const uid = '0199d3a0-0000-4000-8000-000000000001'
const mira: IdentityUser = { subject: 's-mira', email: 'mira@example.org', emailVerified: true, displayName: null }
const jonas: IdentityUser = { subject: 's-jonas', email: 'jonas@example.org', emailVerified: true, displayName: null }

let become: (user: IdentityUser | null) => void
let current: IdentityUser | null
let signOuts: number
/** What getToken returns next; 'token' after these. */
let tokens: string[]
/** Runs when another token than the last one is requested. */
let onRefresh: () => void
let stop: () => void
/** The arguments of the cleanups so far. */
let cleanups: Parameters<ClearUserData>[]
/** Paths of all requests. */
let requests: string[]
/** The answer of /check-user-exist; null: the server can't be reached. */
let exist: { exists: boolean; uid: string } | null
const authStatus = () => authStatusOf(useAuthStore.getState())

const memory = new Map<string, string>()
const storage = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => memory.set(key, value),
  removeItem: (key: string) => memory.delete(key),
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('localStorage', storage)
  memory.clear()
  exist = { exists: true, uid }
  requests = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    if (!address.endsWith('/check-user-exist')) return new Response('{}')
    if (!exist) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(exist))
  })
  useAuthStore.setState(useAuthStore.getInitialState(), true)
  current = null
  signOuts = 0
  tokens = []
  onRefresh = () => undefined
  const provider = {
    start: async () => undefined,
    currentUser: () => current,
    subscribe: (listener: (user: IdentityUser | null) => void) => {
      become = (user) => {
        current = user
        listener(user)
      }
      return () => undefined
    },
    getToken: async ({ forceRefresh = false } = {}) => {
      if (forceRefresh) onRefresh()
      if (!current) throw new Error(USER_IS_NULL)
      return tokens.shift() ?? 'token'
    },
    signOut: async () => {
      signOuts++
      become(null)
      return 'https://id.example/sign-out'
    },
    // The session uses nothing else of the provider.
  } as unknown as IdentityProvider
  cleanups = []
  stop = startSession(provider, async (...left) => void cleanups.push(left))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answered = () => vi.advanceTimersByTimeAsync(0)

describe('the cleanup', () => {
  it('knows whether the session has ended elsewhere, or by a sign-out or a deletion here', async () => {
    become(mira)
    await answered()
    become(null)
    await answered()
    become(mira)
    await answered()
    await logOut()
    await answered()
    become(jonas)
    await answered()
    await endSession(async () => become(null))
    await answered()
    expect(cleanups).toEqual([
      ['s-mira', false, true],
      ['s-mira', false, false],
      ['s-jonas', false, false],
    ])
  })
})

describe('the profile flag', () => {
  it('is undefined first, then follows /check-user-exist', async () => {
    expect([authStatus(), useAuthStore.getState().exists]).toEqual(['unknown', undefined])
    become(mira)
    expect(authStatus()).toBe('checking')
    await answered()
    expect([authStatus(), useAuthStore.getState().uid]).toEqual(['ready', uid])
  })

  it('is false for a user without a profile', async () => {
    exist = { exists: false, uid }
    become(mira)
    await answered()
    expect(authStatus()).toBe('no_profile')
  })

  it('stays undefined and retries until the server answers', async () => {
    exist = null
    become(mira)
    await answered()
    expect(authStatus()).toBe('checking')
    exist = { exists: true, uid }
    await vi.advanceTimersByTimeAsync(PROFILE_RETRY_MS)
    expect(authStatus()).toBe('ready')
  })

  it('retries at once with the retry button', async () => {
    exist = null
    become(mira)
    await answered()
    exist = { exists: false, uid }
    retrySession()
    await answered()
    expect(authStatus()).toBe('no_profile')
  })

  it("keeps the user's last confirmed value when the server can’t be reached", async () => {
    become(mira)
    await answered()
    become(null)
    exist = null
    become(mira)
    await answered()
    expect([authStatus(), useAuthStore.getState().uid]).toEqual(['ready', uid])
  })

  it("never takes another user's value", async () => {
    become(mira)
    await answered()
    exist = null
    become(jonas)
    await answered()
    expect([authStatus(), useAuthStore.getState().uid]).toEqual(['checking', null])
  })

  it('ignores an answer that arrives after a sign-out', async () => {
    become(mira)
    become(null)
    await answered()
    expect([authStatus(), useAuthStore.getState().exists]).toEqual(['signed_out', undefined])
  })
})

test('renews the file session after a re-authentication, without checking the profile again', async () => {
  become(mira)
  await answered()
  requests = []
  become({ ...mira })
  await answered()
  expect(requests).toEqual(['/app/auth/session'])
})

describe('a session that the server has ended', () => {
  const rejects = () =>
    vi.stubGlobal(
      'fetch',
      async () => new Response(JSON.stringify({ type: 'about:blank', title: '', status: 401, code: 'unauthenticated' }), { status: 401 }),
    )

  it('signs the user out here, although the provider would still refresh its tokens', async () => {
    become(mira)
    await answered()
    rejects()
    retrySession()
    await answered()
    expect([signOuts, authStatus()]).toEqual([1, 'signed_out'])
  })

  it('ends here with the request for another token, and no call is made with the old one', async () => {
    become(mira)
    await answered()
    requests = []
    onRefresh = () => become(null)
    await confirmProfile({ forceRefresh: true })
    expect([requests, authStatus()]).toEqual([[], 'signed_out'])
  })

  it('is checked with another token if there is one', async () => {
    become(mira)
    await answered()
    requests = []
    await confirmProfile({ forceRefresh: true })
    await answered()
    expect([requests[0], authStatus()]).toEqual(['/app/auth/check-user-exist', 'ready'])
  })

  it('does not affect a user who has signed in since', async () => {
    become(mira)
    await answered()
    rejects()
    tokens = ['token', 'old', 'new']
    retrySession()
    await answered()
    expect([signOuts, authStatus()]).toEqual([0, 'ready'])
  })
})

describe('logout', () => {
  it('signs the user out when one is present', async () => {
    become(mira)
    await answered()
    expect(await logOut()).toBe('https://id.example/sign-out')
    expect([signOuts, authStatus()]).toEqual([1, 'signed_out'])
  })

  it('does nothing when no user is signed in', async () => {
    become(null)
    await logOut()
    expect(signOuts).toBe(0)
  })
})

describe('while offline', () => {
  async function miraWasHere() {
    become(mira)
    await vi.waitFor(() => expect(authStatus()).toBe('ready'))
    useAuthStore.setState(useAuthStore.getInitialState(), true)
  }
  const assume = (onConfirmed = () => undefined as void) => {
    const last = lastUser()
    if (last) assumeLastUser(last, onConfirmed)
    return last
  }

  it('assumes the last user and sends no calls in their name', async () => {
    await miraWasHere()
    expect(assume()?.profile.uid).toBe(uid)
    expect([authStatus(), isSessionConfirmed()]).toEqual(['ready', false])
    await expect(sessionToken()).rejects.toThrow('not confirmed')
  })

  it('resumes calls once the provider confirms the assumed user', async () => {
    await miraWasHere()
    const confirmed = vi.fn<() => void>()
    assume(confirmed)
    requests = []
    become(mira)
    expect([confirmed.mock.calls.length, authStatus(), isSessionConfirmed(), requests.length]).toEqual([1, 'ready', true, 0])
    await vi.waitFor(() => expect(requests.filter((address) => address.endsWith('/check-user-exist'))).toHaveLength(1))
    expect(await sessionToken()).toBe('token')
  })

  it('resets when the provider reports no user or another user', async () => {
    await miraWasHere()
    const confirmed = vi.fn<() => void>()
    assume(confirmed)
    become(null)
    expect([confirmed.mock.calls.length, authStatus(), lastUser()]).toEqual([0, 'signed_out', null])
  })

  it('assumes no user when none was signed in, or when the session is known', async () => {
    expect(lastUser()).toBeNull()
    await miraWasHere()
    become(null)
    expect(lastUser()).toBeNull()
  })
})
