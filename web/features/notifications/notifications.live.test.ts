import { notificationFrames } from '#contract/notifications.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { startNotificationsLive } from './notifications.live.ts'
import { useNotificationsStore } from './notifications.store.ts'

const questions: ((unread: number) => void)[] = []
const listeners = new Map<string, (data: never) => void>()
const unread = () => useNotificationsStore.getState().unread

function subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
  listeners.set(frame.event, listener)
  return () => void listeners.delete(frame.event)
}

function receive<F extends FrameDefinition>(frame: F, data: FrameData<F>) {
  // The listener was subscribed to this frame, so it accepts this data.
  listeners.get(frame.event)?.(data as never)
}

const signedIn = { uid: '018f0000-0000-7000-8000-000000000001', expires_at: '2026-03-03T13:00:00.000Z' }

beforeEach(() => {
  questions.length = 0
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => questions.push((count) => resolve(Response.json({ unread: count })))))
})
afterEach(() => vi.unstubAllGlobals())

test('refetches a count that was requested before a new notification', async () => {
  const stop = startNotificationsLive({ subscribe, open: () => undefined })
  receive(platformFrames.authenticated, signedIn)
  await expect.poll(() => questions.length).toBe(1)
  receive(notificationFrames.notifications_changed, { unread: 0, latest: null })
  questions[0]?.(3)
  await expect.poll(() => questions.length).toBe(2)
  expect(unread()).toBe(0)
  questions[1]?.(1)
  await expect.poll(unread).toBe(1)
  stop()
})

test('ignores an answer that arrives after a sign-out', async () => {
  const stop = startNotificationsLive({ subscribe, open: () => undefined })
  receive(platformFrames.authenticated, signedIn)
  await expect.poll(() => questions.length).toBe(1)
  stop()
  questions[0]?.(3)
  await new Promise(setImmediate)
  expect([unread(), questions.length]).toEqual([0, 1])
})
