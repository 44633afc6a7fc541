import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectionCalls, connectionFrames } from '#contract/connections.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import { consumeFirstResponse, setFirstResponses } from '#web/platform/first-responses.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { callKey } from '#web/platform/query.ts'
import { connectionCommands } from './connections.commands.ts'
import { startConnectionsLive } from './connections.live.ts'
import { useConnectionsStore } from './connections.store.ts'

const jonas = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const request = { person: jonas, note: 'Hi', asked_at: '2026-03-03T12:00:00.000Z', mutual_count: 0 }

/** A socket link whose frames the test sends. */
function aLink() {
  const listeners = new Map<string, (data: never) => void>()
  return {
    subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
      listeners.set(frame.event, listener)
      return () => void listeners.delete(frame.event)
    },
    receive<F extends FrameDefinition>(frame: F, data: FrameData<F>) {
      // The listener was subscribed to this frame, so it accepts this data.
      listeners.get(frame.event)?.(data as never)
    },
    count: () => listeners.size,
  }
}

let client: QueryClient
const notify = vi.fn<typeof notifyPerson>()
const startWith = (link: ReturnType<typeof aLink>) =>
  startConnectionsLive({ subscribe: link.subscribe, notify, queryClient: client, nowMs: () => 0 })
const waiting = () => useConnectionsStore.getState().connectionRequestsCount

beforeEach(() => {
  client = new QueryClient()
  notify.mockClear()
  useConnectionsStore.getState().reset()
})

it('refetches the requests after each socket sign-in, because frames may have been missed', () => {
  client.setQueryData(callKey(connectionCalls.getRequests, {}), { requests: [request] })
  const link = aLink()
  startWith(link)
  link.receive(platformFrames.authenticated, { uid: jonas.uid, expires_at: '2026-03-03T13:00:00.000Z' })
  expect(client.getQueryState(callKey(connectionCalls.getRequests, {}))?.isInvalidated).toBe(true)
})

it('drops what came with the session once a relation has changed since', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  setFirstResponses({ '/app/auth/chats/one': {} }, performance.now())
  const link = aLink()
  startWith(link)
  link.receive(connectionFrames.connection_changed, { uid: jonas.uid })
  expect(consumeFirstResponse('/app/auth/chats/one')).toBeUndefined()
  vi.unstubAllGlobals()
})

it('raises the badge, shows a notice, and updates all cards of the person on a new request', () => {
  client.setQueryData(['matches'], [{ person: jonas, relation: 'none' }])
  const link = aLink()
  startWith(link)
  link.receive(connectionFrames.new_connection_request, { person: jonas, message: 'Jonas Weir wants to connect', note: 'Hi' })
  expect(waiting()).toBe(1)
  expect(notify).toHaveBeenCalledExactlyOnceWith('info', 'Jonas Weir wants to connect', {})
  expect(client.getQueryData(['matches'])).toEqual([{ person: jonas, relation: 'asked' }])
})

it('restarts the first fetch of requests when a frame arrives during it', async () => {
  const readings: PromiseWithResolvers<{ requests: object[] }>[] = []
  const queryKey = callKey(connectionCalls.getRequests, {})
  const seen: unknown[] = []
  const watch = new QueryObserver<{ requests: object[] }>(client, {
    queryKey,
    queryFn: () => {
      const reading = Promise.withResolvers<{ requests: object[] }>()
      readings.push(reading)
      return reading.promise
    },
  })
  const stop = watch.subscribe(({ data }) => seen.push(data?.requests))
  const link = aLink()
  startWith(link)
  await expect.poll(() => readings.length).toBe(1)
  link.receive(connectionFrames.new_connection_added, { person: jonas, message: 'You and Jonas Weir are buddies now' })
  await expect.poll(() => readings.length).toBe(2)
  readings[0]?.resolve({ requests: [request] })
  readings[1]?.resolve({ requests: [] })
  await expect.poll(() => client.getQueryData(queryKey)).toEqual({ requests: [] })
  expect(seen).not.toContainEqual([request])
  stop()
})

it('shows one notice for an accepted request, although two frames announce it', () => {
  const link = aLink()
  startWith(link)
  link.receive(connectionFrames.connection_request_accepted, { person: jonas, message: 'Jonas Weir accepted your request' })
  link.receive(connectionFrames.new_connection_added, { person: jonas, message: 'You and Jonas Weir are buddies now' })
  expect(notify).toHaveBeenCalledExactlyOnceWith('positive', 'Jonas Weir accepted your request', {})
})

it('shows no notice for a request that this tab accepted, because its page says so', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const link = aLink()
  startWith(link)
  void connectionCommands.accept(jonas)
  link.receive(connectionFrames.new_connection_added, { person: jonas, message: 'You and Jonas Weir are buddies now' })
  expect(notify).not.toHaveBeenCalled()
  link.receive(connectionFrames.new_connection_added, { person: jonas, message: 'You and Jonas Weir are buddies now' })
  expect(notify).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

it('never shows connection events as errors', () => {
  const link = aLink()
  startWith(link)
  for (const frame of [
    connectionFrames.connection_request_rejected,
    connectionFrames.connection_sent,
    connectionFrames.new_connection_added,
  ]) {
    link.receive(frame, { person: jonas, message: 'news' })
  }
  expect(notify.mock.calls.map(([kind]) => kind)).toEqual(['neutral', 'info', 'positive'])
})

it('ignores frames after it was stopped', () => {
  const link = aLink()
  startWith(link)()
  expect(link.count()).toBe(0)
})

it('shows a new name on open pages without a request', () => {
  client.setQueryData(['buddies'], [{ ...jonas, relation: 'connected' }])
  const link = aLink()
  startWith(link)
  link.receive(connectionFrames.person_changed, { person: { ...jonas, name: 'Jo Weir' } })
  expect(client.getQueryData(['buddies'])).toEqual([{ ...jonas, name: 'Jo Weir', relation: 'connected' }])
  expect(client.getQueryState(['buddies'])?.isInvalidated).toBe(false)
})

it('shows a new bio and cover on an open profile, and adds them to no other cards', () => {
  const profile = { ...jonas, bio: '', place: null, languages: ['en'], cover_url: null, joined: '2026-01-01T00:00:00.000Z' }
  client.setQueryData(['profile'], profile)
  client.setQueryData(['buddies'], [{ ...jonas, relation: 'connected' }])
  const link = aLink()
  startWith(link)
  const changed = { bio: 'Vinyl only', place: 'Leeds', languages: ['en', 'de'], cover_url: '/files/cover' }
  link.receive(connectionFrames.person_changed, { person: { ...jonas, ...changed } })
  expect(client.getQueryData(['profile'])).toEqual({ ...profile, ...changed })
  expect(client.getQueryData(['buddies'])).toEqual([{ ...jonas, relation: 'connected' }])
})
