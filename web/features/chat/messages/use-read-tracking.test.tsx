import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { provideChat } from '../runtime/current-chat.ts'
import { toStoredMessage } from '../engine/chat.map.ts'
import { rowsOf } from '../engine/rows.ts'
import { ALICE, BOB } from '../runtime/chat.test-server.ts'
import { type Tab, twoChatting, waitingMessage } from '../runtime/chat.test-world.ts'
import type { Conversation } from '../engine/state.ts'
import { useReadTracking } from './use-read-tracking.ts'

const CACHED_SEQ = 10
let line: Conversation
let alice: Tab
let seen: number[]
let stop: () => void

beforeEach(async () => {
  const world = await twoChatting()
  alice = world.alice
  seen = []
  const knownSeq = alice.conversation()
  if (!knownSeq) throw new Error('no chat')
  line = { ...knownSeq, lastSeq: CACHED_SEQ, readSeq: CACHED_SEQ, unread: 0, confirmed: 'nothing' }
  stop = provideChat({ ...alice.chat, seen: (_, seq) => seen.push(seq) })
})
afterEach(() => stop())

/** Alice opens the cached conversation on a visible page. `update` applies the server's response. */
function open(cached: Partial<Conversation> = {}) {
  const { result, rerender } = renderHook((of: Conversation) => useReadTracking(of), { initialProps: { ...line, ...cached } })
  return {
    divider: () => result.current.unreadAfter,
    update: (overrides: Partial<Conversation>) => rerender({ ...line, confirmed: 'positions', ...overrides }),
    /** Bob's messages up to that seq are on screen. */
    lookAt: (seq: number) =>
      act(() => {
        const items = Array.from({ length: seq }, (_, index) =>
          toStoredMessage(waitingMessage(`message ${index + 1}`, { from: BOB, to: ALICE }), {
            chat_id: line.chatId,
            seq: index + 1,
            sent_date: '',
          }),
        )
        const positions = { theirDeliveredSeq: 0, theirReadSeq: 0, unreadAfter: null }
        const rows = rowsOf({ me: ALICE, items, waiting: [], commands: [], ...positions })
        result.current.track(rows, 0, rows.length - 1, true)
      }),
  }
}

test('in a cached conversation the divider appears with the server’s response', () => {
  const chat = open()
  chat.lookAt(CACHED_SEQ)
  expect(chat.divider()).toBeNull()
  chat.update({ lastSeq: 13, unread: 3 })
  expect(chat.divider()).toBe(CACHED_SEQ)
})

test('messages visible before the server’s response get a divider, and count as seen only then', () => {
  const chat = open()
  chat.lookAt(12)
  expect(seen).toEqual([CACHED_SEQ])
  chat.update({ lastSeq: 12, unread: 2 })
  expect([chat.divider(), seen]).toEqual([CACHED_SEQ, [CACHED_SEQ, 12]])
})

test('messages read on another device are not new', () => {
  const chat = open()
  chat.lookAt(CACHED_SEQ)
  chat.update({ lastSeq: 13, readSeq: 13, unread: 0 })
  expect(chat.divider()).toBeNull()
})

test('neither messages that arrive while reading nor own messages get a divider', () => {
  const chat = open({ confirmed: 'all' })
  chat.update({ lastSeq: 11, unread: 1 })
  expect(chat.divider()).toBeNull()
  const mine = open()
  const last = toStoredMessage(waitingMessage('mine'), { chat_id: line.chatId, seq: 11, sent_date: '' })
  mine.update({ lastSeq: 11, unread: 1, last })
  expect(mine.divider()).toBeNull()
})
