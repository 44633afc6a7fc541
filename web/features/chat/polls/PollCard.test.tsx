import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Poll } from '#contract/chat/polls.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { CHAT } from '../runtime/chat.test-server.ts'
import { PollCard } from './PollCard.tsx'
import { savePoll } from './use-poll.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const poll: Poll = {
  id: '0199d3a0-0000-7000-8000-000000000002',
  chat_id: CHAT,
  question: 'Which one?',
  options: [
    { text: 'The first', voters: [] },
    { text: 'The second', voters: [] },
  ],
  takes_several: false,
  closes_at: new Date(NOW + 10_000).toISOString(),
  is_closed: false,
  may_close: false,
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a poll stays open until the server closes it, even if it has ended by the clock of this device', async () => {
  let isClosed = false
  const send = vi.fn<() => Promise<Response>>(async () => Response.json({ ...poll, is_closed: isClosed }))
  vi.stubGlobal('fetch', send)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  savePoll(poll)
  renderInApp(<PollCard pollId={poll.id} text="" />)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect([send.mock.calls.length, screen.getAllByRole('button').length]).toEqual([1, 2])
  isClosed = true
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(screen.queryAllByRole('button')).toEqual([])
})
