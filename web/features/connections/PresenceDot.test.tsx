import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionFrames } from '#contract/connections.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { type Presence, presenceFrames } from '#contract/chat/presence.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { startPresenceLive } from './presence.live.ts'
import { PresenceDot } from './PresenceDot.tsx'

const jonas = '018f0000-0000-7000-8000-000000000001'
const amara = '018f0000-0000-7000-8000-000000000002'
const onlinePresence = (uid: string): Presence => ({ uid, online: true, last_seen: null })

const fetched = vi.fn<(address: string) => Promise<Response>>()
let answer: Presence[]
let listeners: Map<string, (data: never) => void>
let stop: () => void
beforeEach(() => {
  answer = []
  listeners = new Map()
  fetched.mockReset()
  fetched.mockImplementation(async () => Response.json({ people: answer }))
  vi.stubGlobal('fetch', fetched)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  stop = startPresenceLive({
    subscribe: (frame, listener) => {
      listeners.set(frame.event, listener)
      return () => void listeners.delete(frame.event)
    },
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Sends a frame to its subscriber. */
const receive = <F extends FrameDefinition>(frame: F, data: FrameData<F>) => act(async () => listeners.get(frame.event)?.(data as never))
const show = (...uids: string[]) =>
  act(async () =>
    renderInApp(
      <>
        {uids.map((uid) => (
          <PresenceDot key={uid} uid={uid} />
        ))}
      </>,
    ),
  )
const dots = () => screen.queryAllByText('online').length

test('requests the presence of all visible people once and marks those online', async () => {
  answer = [onlinePresence(jonas), { uid: amara, online: false, last_seen: '2026-03-03T12:00:00.000Z' }]
  await show(jonas, amara)
  await expect.poll(dots).toBe(1)
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([expect.stringContaining(`uids=${jonas}%2C${amara}`)])
})

test('updates the dot at once when a person comes online or goes offline', async () => {
  await show(jonas)
  await receive(presenceFrames.presence_changed, onlinePresence(jonas))
  expect(dots()).toBe(1)
  await receive(presenceFrames.presence_changed, { uid: jonas, online: false, last_seen: null })
  expect(dots()).toBe(0)
})

test('requests presence again after missed frames, and hides people who no longer share it', async () => {
  answer = [onlinePresence(jonas)]
  await show(jonas)
  await expect.poll(dots).toBe(1)
  answer = []
  await receive(connectionFrames.connection_changed, { uid: jonas })
  await expect.poll(dots).toBe(0)
})
