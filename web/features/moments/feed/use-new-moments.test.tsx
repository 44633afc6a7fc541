import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { momentFrames } from '#contract/moments.ts'
import { queryClient } from '#web/platform/query.ts'
import { buddiesFeed, feedKey, type FeedPages } from '../moments.cache.ts'
import { aMoment, fakeCalls } from '../moments.test-world.ts'
import { useNewMoments } from './use-new-moments.ts'

const listeners = vi.hoisted(() => new Map<string, () => void>())
vi.mock(import('#web/platform/socket/app-socket.ts'), async (original) => {
  const real = await original()
  const subscribe = ({ event }: FrameDefinition, listener: () => void) => {
    listeners.set(event, listener)
    return () => void listeners.delete(event)
  }
  // The hook only subscribes.
  return { ...real, socketLink: { ...real.socketLink, subscribe: subscribe as never } }
})

const BATCH_MS = 800
const fresh = aMoment({ id: '0199d3a0-0000-7000-8000-000000000009', posted_at: '2026-11-20T11:00:00Z' })
const line = 'GET /app/auth/moments'
let calls: ReturnType<typeof fakeCalls>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls = fakeCalls()
  queryClient.setQueryData<FeedPages>(feedKey(buddiesFeed), { pages: [{ moments: [aMoment()], next: null }], pageParams: [null] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const waitForBatch = () => act(() => vi.advanceTimersByTimeAsync(BATCH_MS))
const page = (...moments: object[]) => ({ moments, next: null })
async function answer(call: { answer: (status: number, body: unknown) => void } | undefined, body: object) {
  await act(async () => {
    call?.answer(200, body)
    await vi.advanceTimersByTimeAsync(1)
  })
}

it('a moment deleted before it was shown is no longer counted', async () => {
  const { result } = renderHook(() => useNewMoments(buddiesFeed))
  await waitForBatch()
  await answer(await calls.next(line), page(fresh, aMoment()))
  expect(result.current.count).toBe(1)
  listeners.get(momentFrames.moment_gone.event)?.()
  await waitForBatch()
  await answer(await calls.next(line), page(aMoment()))
  expect(result.current.count).toBe(0)
})

it('a response from before a deletion does not restore the moment', async () => {
  const { result } = renderHook(() => useNewMoments(buddiesFeed))
  await waitForBatch()
  const early = await calls.next(line)
  listeners.get(momentFrames.moment_gone.event)?.()
  await waitForBatch()
  await answer(await calls.next(line), page(aMoment()))
  await answer(early, page(fresh, aMoment()))
  expect(result.current.count).toBe(0)
})
