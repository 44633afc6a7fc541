import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorCatalog } from '#contract/errors.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { REMOVAL_GRACE_MS, removeComment, removeMoment, useRemovals, watchRemovals } from './moments.removals.ts'

let id: string
let rounds = 0
let sent: string[]
let notices: Notice[]
let storage: Map<string, string>
let answer: () => Promise<Response>
let leave: () => void
let stop: () => void

const isHidden = () => useRemovals.getState().hidden.has(id)
const pressUndo = () => notices.at(-1)?.action?.run()
const isWaiting = () => [...storage.values()].some((value) => value.includes(id))

beforeEach(() => {
  rounds++
  id = `0199d3a0-0000-7000-8000-${String(rounds).padStart(12, '0')}`
  sent = []
  notices = []
  storage = new Map()
  answer = async () => new Response('{}')
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  queryClient.clear()
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  useAuthStore.getState().setProfile({ exists: true, uid: 'me' })
  setNoticeView((notice) => notices.push(notice))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  })
  vi.stubGlobal('addEventListener', (_: string, run: () => void) => (leave = run))
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    // Earlier tests' requests stay pending forever.
    if (address.includes(id)) sent.push(`${init.method} ${address}`)
    return answer()
  })
  stop = watchRemovals()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const deletion = () => [`DELETE /app/auth/moments/${id}`]

describe('deleting a moment', () => {
  it('hides it at once, and sends the deletion after the grace period', async () => {
    removeMoment(id)
    expect([isHidden(), sent, isWaiting()]).toEqual([true, [], true])
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([isHidden(), sent, isWaiting()]).toEqual([true, deletion(), false])
  })

  it('can be undone within the grace period without a request', async () => {
    removeMoment(id)
    pressUndo()
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([isHidden(), sent, isWaiting()]).toEqual([false, [], false])
  })

  it('works the same for a comment', async () => {
    removeComment(id, 'c1')
    expect(useRemovals.getState().hidden.has(`${id}/c1`)).toBe(true)
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([sent, isWaiting()]).toEqual([[`DELETE /app/auth/moments/${id}/comments/c1`], false])
  })

  it('cannot be undone once the request was sent', async () => {
    removeMoment(id)
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    pressUndo()
    expect([isHidden(), notices.at(-1)?.message]).toEqual([true, 'It’s too late to undo this.'])
  })

  it('is sent at once when the tab closes', async () => {
    removeMoment(id)
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect([sent, isWaiting()]).toEqual([deletion(), false])
  })

  it('is repeated by the next visit when the tab closed without a response', async () => {
    answer = () => new Promise(() => undefined)
    removeMoment(id)
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(isWaiting()).toBe(true)

    vi.resetModules()
    answer = async () => new Response('{}')
    sent = []
    const nextVisit = await import('./moments.removals.ts')
    const session = await import('#web/platform/session-token.ts')
    const { useAuthStore: nextAuth } = await import('#web/features/identity/auth.store.ts')
    session.registerSession({ uid: () => 'me', getToken: async () => 'token' })
    nextAuth.getState().setProfile({ exists: true, uid: 'me' })
    const stopNext = nextVisit.watchRemovals()
    expect(nextVisit.useRemovals.getState().hidden.has(id)).toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    expect([sent, isWaiting()]).toEqual([deletion(), false])
    stopNext()
  })

  it("is never sent in another user's name, and waits for its author", async () => {
    useAuthStore.getState().setUser({ subject: 'me', email: '', emailVerified: true, displayName: null })
    useAuthStore.getState().setProfile({ exists: true, uid: 'me' })
    removeMoment(id)
    useAuthStore.getState().setUser({ subject: 'next', email: '', emailVerified: true, displayName: null })
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([isHidden(), sent, isWaiting()]).toEqual([false, [], true])
  })

  it('waits while the server cannot be reached', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    removeMoment(id)
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([isHidden(), isWaiting()]).toEqual([true, true])
    answer = async () => new Response('{}')
    sent = []
    reportReachability(true)
    await vi.advanceTimersByTimeAsync(0)
    expect([sent, isWaiting()]).toEqual([deletion(), false])
  })

  it('restores the moment with a notice when the server rejects it', async () => {
    answer = async () =>
      new Response(JSON.stringify({ type: 'about:blank', title: errorCatalog.rate_limited.sentence, status: 429, code: 'rate_limited' }), {
        status: 429,
      })
    removeMoment(id)
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([isHidden(), isWaiting(), notices.at(-1)?.message]).toEqual([false, false, errorCatalog.rate_limited.sentence])
  })

  it('succeeds when the moment is already deleted', async () => {
    answer = async () =>
      new Response(JSON.stringify({ type: 'about:blank', title: 'gone', status: 404, code: 'not_found' }), { status: 404 })
    removeMoment(id)
    await vi.advanceTimersByTimeAsync(REMOVAL_GRACE_MS)
    expect([isHidden(), isWaiting(), notices.length]).toEqual([true, false, 1])
  })
})
