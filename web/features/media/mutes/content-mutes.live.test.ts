import { expect, test } from 'vitest'
import { momentCalls } from '#contract/moments.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import type { LinkState } from '#web/platform/socket-link.ts'
import { startContentMutesLive } from './content-mutes.live.ts'

const open: LinkState = { name: 'open', uid: '018f0000-0000-7000-8000-000000000001' }
const feed = callKey(momentCalls.getFeed, {})
const isOutdated = () => queryClient.getQueryState(feed)?.isInvalidated

test('refetches what leaves out muted content after a reconnect, because a mute may have been missed', async () => {
  const listeners = new Set<(state: LinkState) => void>()
  const stop = startContentMutesLive({
    subscribe: () => () => undefined,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const change = (state: LinkState) => {
    for (const listener of listeners) listener(state)
  }
  queryClient.setQueryData(feed, { moments: [] })
  change(open)
  await new Promise(setImmediate)
  expect(isOutdated()).toBe(false)
  change({ name: 'waiting', why: 'lost', untilMs: 0 })
  change(open)
  await expect.poll(isOutdated).toBe(true)
  stop()
  expect(listeners.size).toBe(0)
})
