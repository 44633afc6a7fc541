import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Group, UNTIL_ALLOWED } from '#contract/chat/groups.ts'
import { serverClock } from '#web/features/together/together.store.ts'
import type { ChatMessage, OutboxMessage } from '../engine/state.ts'
import { emptyGroup } from './empty-group.ts'
import { useWriteLimit } from './use-write-limit.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const person = { uid: 'me', user_name: 'me', name: 'Me', avatar_url: null }
const groupWith = (slowSeconds: number, writesFrom: string | null, role: Group['role'] = 'member'): Group => ({
  ...emptyGroup,
  role,
  settings: { ...emptyGroup.settings, slow_seconds: slowSeconds },
  members: [{ person, role, percent: null, joined_at: null, read_seq: 0, read_at: null, writes_from: writesFrom }],
})
// Only these fields are read.
const sentAgo = (seconds: number, sender = 'me') => ({ sender, sent_date: new Date(NOW - seconds * 1_000).toISOString() }) as ChatMessage
const unsentAgo = (seconds: number, failure: OutboxMessage['failure'] = null) =>
  ({ position: NOW - seconds * 1_000, failure }) as OutboxMessage
const limitOf = (group: Group | null, items: ChatMessage[] = [], waiting: OutboxMessage[] = []) =>
  renderHook(() => useWriteLimit(group, { me: 'me', items, waiting })).result.current.limit

test('a new member only reads until their time comes, or until an admin allows them to write', () => {
  const inAnHour = new Date(NOW + 3_600_000).toISOString()
  expect(limitOf(groupWith(0, inAnHour))).toEqual({ kind: 'read-only', untilMs: NOW + 3_600_000 })
  expect(limitOf(groupWith(0, new Date(NOW).toISOString()))).toEqual({ kind: 'none' })
  expect(limitOf(groupWith(0, UNTIL_ALLOWED))).toEqual({ kind: 'read-only', untilMs: null })
})

test('slow mode counts from the latest own message, stored or unsent, and not from rejected ones', () => {
  const slow = groupWith(30, null)
  expect(limitOf(slow, [sentAgo(10), sentAgo(5, 'other')])).toEqual({ kind: 'slow', untilMs: NOW + 20_000 })
  expect(limitOf(slow, [sentAgo(60)], [unsentAgo(10)])).toMatchObject({ untilMs: NOW + 20_000 })
  expect(limitOf(slow, [sentAgo(60)], [unsentAgo(10, 'slow_mode')])).toEqual({ kind: 'none' })
  expect(limitOf(slow, [sentAgo(30)])).toEqual({ kind: 'none' })
})

test('on a clock that is an hour behind, the wait is no longer than the slow mode', () => {
  expect(limitOf(groupWith(30, null), [sentAgo(-3_600)])).toMatchObject({ untilMs: NOW + 30_000 })
})

test.each([-3_600, 3_600])('slow mode begins and ends on a clock that differs by %i seconds', (seconds) => {
  const group = groupWith(30, null)
  const { result, rerender } = renderHook(
    (written: { items: ChatMessage[]; waiting: OutboxMessage[] }) => useWriteLimit(group, { me: 'me', ...written }),
    {
      initialProps: { items: [sentAgo(7_200 + seconds)], waiting: [unsentAgo(0)] },
    },
  )
  rerender({ items: [sentAgo(seconds)], waiting: [] })
  expect(result.current.limit).toEqual({ kind: 'slow', untilMs: NOW + 30_000 })
  act(() => void vi.advanceTimersByTime(30_000))
  expect(result.current.limit).toEqual({ kind: 'none' })
})

test('the owner, admins, and chats of two have no limit', () => {
  expect(limitOf(groupWith(30, null, 'admin'), [sentAgo(1)])).toEqual({ kind: 'none' })
  expect(limitOf(null, [sentAgo(1)])).toEqual({ kind: 'none' })
})

test.each([-3_600, 3_600])('after a reload, limits end at the server’s time on a clock that is %i seconds behind', async (seconds) => {
  serverClock.add(performance.now(), performance.now(), NOW + seconds * 1_000)
  const limitAfterReload = async (group: Group, items: ChatMessage[] = []) => {
    const { result } = renderHook(() => useWriteLimit(group, { me: 'me', items, waiting: [] }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    const { limit, nowMs } = result.current
    return limit.kind !== 'none' && limit.untilMs !== null && limit.untilMs - nowMs
  }
  const inAMinute = new Date(NOW + (seconds + 60) * 1_000).toISOString()
  expect(await limitAfterReload(groupWith(0, inAMinute))).toBe(60_000)
  expect(await limitAfterReload(groupWith(30, null), [sentAgo(10 - seconds)])).toBe(20_000)
})
