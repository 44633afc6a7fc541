import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { dismiss, useDismissals } from './dismissals.ts'

const jonas = { uid: '018f0000-0000-7000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const isHidden = () => useDismissals.getState().hidden.has(jonas.uid)
let notices: Notice[]
/** Listeners that run when the tab closes. */
let leave: (() => void)[]
let stopShowing: () => void

beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
  leave = []
  vi.stubGlobal('addEventListener', (event: string, run: () => void) => event === 'pagehide' && leave.push(run))
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  useDismissals.setState({ hidden: new Set() })
  notices = []
  stopShowing = setNoticeView((notice) => notices.push(notice))
})
afterEach(() => {
  stopShowing()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a dismissed person disappears at once, and the server receives it after the grace period', async () => {
  dismiss(jonas)
  expect(isHidden()).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([`/app/auth/matches/${jonas.uid}/dismiss`])
  expect(isHidden()).toBe(true)
})

it('closing the tab sends the dismissal at once, with a keepalive request', async () => {
  dismiss(jonas)
  leave.forEach((run) => run())
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched.mock.calls.map(([address, { keepalive }]) => [address, keepalive])).toEqual([
    [`/app/auth/matches/${jonas.uid}/dismiss`, true],
  ])
})

it('an undo in time sends no request', async () => {
  dismiss(jonas)
  notices[0]?.action?.run()
  expect(isHidden()).toBe(false)
  await vi.runAllTimersAsync()
  expect(fetched).not.toHaveBeenCalled()
})

it('an undo after the grace period says that it is too late', async () => {
  dismiss(jonas)
  await vi.runAllTimersAsync()
  notices[0]?.action?.run()
  expect([isHidden(), notices.at(-1)?.message]).toEqual([true, 'It’s too late to undo this.'])
})

it('a failed dismissal restores the person and shows a notice', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  dismiss(jonas)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isHidden()).toBe(false)
  expect(notices.map(({ kind }) => kind)).toEqual(['neutral', 'error'])
})

it('a sign-out drops pending dismissals, so that none is sent as the next user', async () => {
  useAuthStore.getState().setUser({ subject: 's-mira', email: '', emailVerified: true, displayName: null })
  dismiss(jonas)
  useAuthStore.getState().setUser(null)
  await vi.runAllTimersAsync()
  expect([isHidden(), fetched.mock.calls.length]).toEqual([false, 0])
})
