import { expect, it, vi } from 'vitest'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { useConnectionsStore } from './connections.store.ts'
import { declineWithUndo } from './declines.ts'
import { requestKey, useDeclines } from './requests.ts'

const person = { uid: '018f0000-0000-7000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const request = { person, note: 'Hi', asked_at: '2026-03-03T12:00:00.000Z', mutual_count: 0 }

it('a declined request can be undone for six seconds; afterwards the server receives it once, and the count stays right', async () => {
  vi.useFakeTimers()
  const answer = { person, relation: 'none', request: null, connected_at: null, mutual: [], muted: false, may_ask: true }
  const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve(Response.json(answer)))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('addEventListener', () => undefined)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const notices: Notice[] = []
  const stopShowing = setNoticeView((notice) => notices.push(notice))
  const isHidden = () => useDeclines.getState().hidden.has(requestKey(request))

  declineWithUndo(request)
  declineWithUndo(request)
  expect(notices.map(({ message, timeoutMs }) => [message, timeoutMs])).toEqual([['Request from Jonas Weir declined.', 6_000]])
  await vi.advanceTimersByTimeAsync(6_000)
  expect([isHidden(), fetched.mock.calls]).toEqual([true, []])
  await vi.runAllTimersAsync()
  const sent = fetched.mock.calls.filter(([, { method }]) => method !== 'GET').map(([address]) => address)
  expect(sent).toEqual([`/app/auth/connection-requests/${person.uid}/decline`])
  expect([isHidden(), useConnectionsStore.getState().connectionRequestsCount]).toEqual([true, 0])
  stopShowing()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
