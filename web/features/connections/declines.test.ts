import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { useConnectionsStore } from './connections.store.ts'
import { declineWithUndo } from './declines.ts'
import { requestKey, useDeclines } from './requests.ts'

const person = { uid: '018f0000-0000-7000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const request = { person, note: 'Hi', asked_at: '2026-03-03T12:00:00.000Z', mutual_count: 0 }
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const commands = () => fetched.mock.calls.filter(([, { method }]) => method !== 'GET').map(([address]) => address)
const isHidden = () => useDeclines.getState().hidden.has(requestKey(request))
let notices: Notice[]
let leave: (() => void)[]
let stopShowing: () => void

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  fetched.mockReset()
  fetched.mockImplementation(() =>
    Promise.resolve(
      Response.json({ person, relation: 'none', request: null, connected_at: null, mutual: [], muted: false, may_ask: true }),
    ),
  )
  vi.stubGlobal('fetch', fetched)
  leave = []
  vi.stubGlobal('addEventListener', (event: string, run: () => void) => event === 'pagehide' && leave.push(run))
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  useDeclines.setState({ hidden: new Set() })
  useConnectionsStore.getState().setCount(0)
  notices = []
  stopShowing = setNoticeView((notice) => notices.push(notice))
})
afterEach(() => {
  stopShowing()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a declined request disappears at once, and the server receives it after the grace period, once', async () => {
  declineWithUndo(request)
  declineWithUndo(request)
  expect([isHidden(), commands()]).toEqual([true, []])
  expect(notices.map(({ message, timeoutMs }) => [message, timeoutMs])).toEqual([['Request from Jonas Weir declined.', 6_000]])
  await vi.runAllTimersAsync()
  expect(commands()).toEqual([`/app/auth/connection-requests/${person.uid}/decline`])
  expect([isHidden(), useConnectionsStore.getState().connectionRequestsCount]).toEqual([true, 0])
})

it('an undo in time sends no request', async () => {
  declineWithUndo(request)
  notices[0]?.action?.run()
  await vi.runAllTimersAsync()
  expect([isHidden(), commands()]).toEqual([false, []])
})

it('a failed one is shown again', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  declineWithUndo(request)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(isHidden()).toBe(false)
  expect(notices.at(-1)?.kind).toBe('error')
})

it('closing the tab sends it at once', async () => {
  declineWithUndo(request)
  leave.forEach((run) => run())
  await vi.advanceTimersByTimeAsync(0)
  expect(commands()).toHaveLength(1)
})
