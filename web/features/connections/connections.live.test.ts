import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectionCalls, connectionFrames } from '#contract/connections.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { callKey } from '#web/platform/query.ts'
import { startConnectionsLive } from './connections.live.ts'
import { useConnectionsStore } from './connections.store.ts'

const jonas = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const request = { person: jonas, note: 'Hi', asked_at: '2026-03-03T12:00:00.000Z', mutual_count: 0 }

/** A socket whose frames the test sends by hand. */
function aLink() {
  const listeners = new Map<string, (data: never) => void>()
  return {
    subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
      listeners.set(frame.event, listener)
      return () => void listeners.delete(frame.event)
    },
    receive<F extends FrameDefinition>(frame: F, data: FrameData<F>) {
      // The listener was registered under this frame's event with this frame's data.
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

it('once the socket is signed in, the waiting requests are read again: some may have come while it was away', () => {
  client.setQueryData(callKey(connectionCalls.getRequests, {}), { requests: [request] })
  const link = aLink()
  startWith(link)
  link.receive(platformFrames.authenticated, { uid: jonas.uid, expires_at: '2026-03-03T13:00:00.000Z' })
  expect(client.getQueryState(callKey(connectionCalls.getRequests, {}))?.isInvalidated).toBe(true)
})

it('a new request raises the badge at once, tells who asks, and turns every shown card of that person to "asked"', () => {
  client.setQueryData(['matches'], [{ person: jonas, relation: 'none' }])
  const link = aLink()
  startWith(link)
  link.receive(connectionFrames.new_connection_request, { person: jonas, message: 'Jonas Weir wants to connect', note: 'Hi' })
  expect(waiting()).toBe(1)
  expect(notify).toHaveBeenCalledExactlyOnceWith('info', 'Jonas Weir wants to connect', {})
  expect(client.getQueryData(['matches'])).toEqual([{ person: jonas, relation: 'asked' }])
})

it('news that comes while the requests are read for the first time makes that reading begin anew', async () => {
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

it('an accepted request is one piece of good news although two frames tell it', () => {
  const link = aLink()
  startWith(link)
  link.receive(connectionFrames.connection_request_accepted, { person: jonas, message: 'Jonas Weir accepted your request' })
  link.receive(connectionFrames.new_connection_added, { person: jonas, message: 'You and Jonas Weir are buddies now' })
  expect(notify).toHaveBeenCalledExactlyOnceWith('positive', 'Jonas Weir accepted your request', {})
})

it('nothing that arrives about connections is shown as an error', () => {
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

it('after it was stopped it listens to nothing', () => {
  const link = aLink()
  startWith(link)()
  expect(link.count()).toBe(0)
})
