import { afterEach, expect, test, vi } from 'vitest'
import { momentCalls } from '#contract/moments.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import type { LinkState, SocketLink } from '#web/platform/socket/socket-link.ts'
import { startContentMutesLive } from './content-mutes.live.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open: LinkState = { name: 'open', uid: '018f0000-0000-7000-8000-000000000001' }
const feed = callKey(momentCalls.getFeed, {})
const isOutdated = () => queryClient.getQueryState(feed)?.isInvalidated

function testLink() {
  const listeners = new Set<(state: LinkState) => void>()
  const link: Pick<SocketLink, 'subscribe' | 'onState'> = {
    subscribe: () => () => undefined,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const change = (state: LinkState) => {
    for (const listener of listeners) listener(state)
  }
  const reconnect = () => {
    change({ name: 'waiting', why: 'lost', untilMs: 0 })
    change(open)
  }
  return { link, listeners, change, reconnect }
}

test('refetches lists without muted content after a reconnect, because a mute may have been missed', async () => {
  const { link, listeners, change, reconnect } = testLink()
  const stop = startContentMutesLive(link)
  queryClient.setQueryData(feed, { moments: [] })
  change(open)
  await new Promise(setImmediate)
  expect(isOutdated()).toBe(false)
  reconnect()
  await expect.poll(isOutdated).toBe(true)
  stop()
  expect(listeners.size).toBe(0)
})

test('code that failed to load is loaded again, and a permanent failure has no other effect', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('ok'))
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  const refreshMuted = vi.fn<() => Promise<void>>(async () => undefined)
  const failure = new TypeError('Failed to fetch dynamically imported module: /assets/content-mutes.js')
  const load = vi.fn<() => Promise<typeof import('./content-mutes.ts')>>()
  const { link, reconnect } = testLink()
  const stop = startContentMutesLive(link, load)
  load.mockRejectedValueOnce(failure).mockResolvedValueOnce({ ...(await import('./content-mutes.ts')), refreshMuted })
  reconnect()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refreshMuted).toHaveBeenCalledTimes(1)
  load.mockRejectedValue(failure)
  reconnect()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([load.mock.calls.length, refreshMuted.mock.calls.length]).toEqual([5, 1])
  stop()
})
