import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { tasteCalls, tasteFrames, type Source } from '#contract/taste/taste.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { callKey } from '#web/platform/query.ts'
import { createSourceFollower } from './source-follower.ts'
import { startSourcesLive } from './sources.live.ts'

const spotify: Source = {
  source: 'spotify',
  status: 'syncing',
  account: 'mira',
  progress: { reading: 'artists', done: 40, total: 60 },
  counts: { artists: 40, tracks: 0, channels: 0, videos: 0 },
  synced_at: null,
  shown_to: 'buddies',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  verified: null,
  proof: null,
  stand_in: false,
}
const read: Source = {
  ...spotify,
  status: 'connected',
  progress: null,
  counts: { artists: 60, tracks: 1, channels: 0, videos: 0 },
  synced_at: '2026-03-03T12:00:00.000Z',
}

const listeners = new Map<string, (data: never) => void>()
function subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
  listeners.set(frame.event, listener)
  return () => void listeners.delete(frame.event)
}
const notify = vi.fn<typeof notifyPerson>()
let client: QueryClient
let receive: (source: Source) => void

beforeEach(() => {
  client = new QueryClient()
  notify.mockClear()
  receive = createSourceFollower({ notify, queryClient: client })
})

it('the first frame of a change loads the data that depends on it', async () => {
  client.setQueryData(callKey(tasteCalls.getSources, {}), { sources: [{ ...spotify, progress: null }] })
  const stop = startSourcesLive({ subscribe, notify, queryClient: client })
  // The listener was registered for exactly this frame's data.
  listeners.get(tasteFrames.source_changed.event)?.({ source: spotify } as never)
  await expect.poll(() => client.getQueryData(callKey(tasteCalls.getSources, {}))).toEqual({ sources: [spotify] })
  stop()
  expect([...listeners.keys()]).toEqual([])
})

it('progress updates the list of sources, and the end shows one notice with the counts', () => {
  client.setQueryData(callKey(tasteCalls.getSources, {}), { sources: [{ ...spotify, progress: null }] })
  receive(spotify)
  expect(client.getQueryData(callKey(tasteCalls.getSources, {}))).toEqual({ sources: [spotify] })
  expect(notify).not.toHaveBeenCalled()
  receive(read)
  receive(read)
  expect(notify).toHaveBeenCalledExactlyOnceWith('positive', 'Spotify is in: 60 artists and 1 track.', { about: 'source.spotify' })
})

it('matches are invalidated when a sync ends', () => {
  client.setQueryData([...callKey(tasteCalls.getMatches, { query: { filter: 'all' } }), 'pages'], { pages: [] })
  receive(spotify)
  receive(read)
  expect(client.getQueryState([...callKey(tasteCalls.getMatches, { query: { filter: 'all' } }), 'pages'])?.isInvalidated).toBe(true)
})

it('a change of consent or an import on another device shows no notice, but reloads the affected data', () => {
  client.setQueryData(callKey(tasteCalls.getSources, {}), { sources: [read] })
  client.setQueryData([...callKey(tasteCalls.getMatches, { query: { filter: 'all' } }), 'pages'], { pages: [] })
  receive({ ...read, shown_to: 'only_me' })
  expect(notify).not.toHaveBeenCalled()
  expect(client.getQueryState([...callKey(tasteCalls.getMatches, { query: { filter: 'all' } }), 'pages'])?.isInvalidated).toBe(true)
})
