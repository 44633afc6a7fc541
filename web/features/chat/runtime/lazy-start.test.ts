import { chatFrames } from '#contract/chat/chat.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import { registerSession } from '#web/platform/session-token.ts'
import * as current from './current-chat.ts'
import { startChatWhenNeeded } from './lazy-start.ts'
import { ALICE, BOB, CHAT } from './chat.test-server.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'

vi.mock('#web/platform/lazy-component.ts', { spy: true })

const listeners = new Map<string, (data: never) => void>()
const questions: ((unread: number) => void)[] = []
const waiting: (number | undefined)[] = []

function receive<F extends FrameDefinition>(frame: F, data: FrameData<F>) {
  // The listener was registered for this frame's event with this frame's data.
  listeners.get(frame.event)?.(data as never)
}

beforeEach(() => {
  listeners.clear()
  questions.length = waiting.length = 0
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('location', { pathname: '/moments' })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => questions.push((unread) => resolve(Response.json({ unread })))))
  vi.spyOn(current, 'setServerUnread').mockImplementation((count) => void waiting.push(count))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function start() {
  const subscribe = (frame: FrameDefinition, listener: (data: never) => void) => {
    listeners.set(frame.event, listener)
    return () => void listeners.delete(frame.event)
  }
  // Before chat starts, only `subscribe` is called.
  const link = { subscribe } as unknown as Parameters<typeof startChatWhenNeeded>[0]['link']
  return startChatWhenNeeded({ me: ALICE, link, notify: () => undefined, open: () => undefined })
}

test('the unread count is loaded again after a read on another device, and the latest response wins', async () => {
  const { stop } = start()
  receive(platformFrames.authenticated, { uid: ALICE, expires_at: '2026-11-20T13:00:00.000Z' })
  await expect.poll(() => questions.length).toBe(1)
  receive(chatFrames.chat_read, { chat_id: CHAT, by: BOB, seq: 1 })
  receive(chatFrames.chat_read, { chat_id: CHAT, by: ALICE, seq: 1 })
  await expect.poll(() => questions.length).toBe(2)
  questions[1]?.(0)
  await expect.poll(() => waiting).toEqual([0])
  questions[0]?.(3)
  await new Promise(setImmediate)
  expect(waiting).toEqual([0])
  stop()
})

test('the code of chat is loaded again when the server is back after a failure', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const load = vi
    .mocked(importWithRetry)
    .mockRejectedValueOnce(new Error('no code'))
    .mockReturnValue(new Promise(() => undefined))
  vi.stubGlobal('location', { pathname: '/chat' })
  const { started, stop } = start()
  await started
  expect(load).toHaveBeenCalledTimes(1)
  reportReachability(false)
  reportReachability(true)
  expect(load).toHaveBeenCalledTimes(2)
  stop()
})
