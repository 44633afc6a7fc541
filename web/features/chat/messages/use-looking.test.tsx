import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { provideChat } from '../runtime/current-chat.ts'
import { toStoredMessage } from '../engine/chat.map.ts'
import { rowsOf } from '../engine/rows.ts'
import { ALICE, BOB, type Tab, twoTalking, waitingMessage } from '../runtime/chat.test-world.ts'
import type { Conversation } from '../engine/types.ts'
import { useLooking } from './use-looking.ts'

const KEPT = 10
let line: Conversation
let alice: Tab
let seen: number[]
let stop: () => void

beforeEach(async () => {
  const world = await twoTalking()
  alice = world.alice
  seen = []
  const known = alice.line()
  if (!known) throw new Error('no chat')
  line = { ...known, lastSeq: KEPT, readSeq: KEPT, unread: 0, told: 'nothing' }
  stop = provideChat({ ...alice.chat, seen: (_, seq) => seen.push(seq) })
})
afterEach(() => stop())

/** Alice opens the conversation as an earlier visit left it; the page is in front. `tell` brings what the server says of it. */
function open(kept: Partial<Conversation> = {}) {
  const { result, rerender } = renderHook((of: Conversation) => useLooking(of), { initialProps: { ...line, ...kept } })
  return {
    divider: () => result.current.unreadAfter,
    tell: (of: Partial<Conversation>) => rerender({ ...line, told: 'marks', ...of }),
    /** Bob's messages up to that place are on screen. */
    lookAt: (seq: number) =>
      act(() => {
        const items = Array.from({ length: seq }, (_, at) =>
          toStoredMessage(waitingMessage(`message ${at + 1}`, { from: BOB, to: ALICE }), {
            chat_id: line.chatId,
            seq: at + 1,
            sent_date: '',
          }),
        )
        const marks = { theirDeliveredSeq: 0, theirReadSeq: 0, unreadAfter: null }
        const rows = rowsOf({ me: ALICE, items, waiting: [], acts: [], ...marks })
        result.current.look(rows, 0, rows.length - 1, true)
      }),
  }
}

test('in a conversation that stands as an earlier visit left it, the divider comes with what the server says is new', () => {
  const chat = open()
  chat.lookAt(KEPT)
  expect(chat.divider()).toBeNull()
  chat.tell({ lastSeq: 13, unread: 3 })
  expect(chat.divider()).toBe(KEPT)
})

test('so it does when the new was on screen before the server said so, and counts as seen only then', () => {
  const chat = open()
  chat.lookAt(12)
  expect(seen).toEqual([KEPT])
  chat.tell({ lastSeq: 12, unread: 2 })
  expect([chat.divider(), seen]).toEqual([KEPT, [KEPT, 12]])
})

test('what was read on another device meanwhile is not new', () => {
  const chat = open()
  chat.lookAt(KEPT)
  chat.tell({ lastSeq: 13, readSeq: 13, unread: 0 })
  expect(chat.divider()).toBeNull()
})

test('what arrives while one looks gets no divider, neither does what one has written', () => {
  const chat = open({ told: 'all' })
  chat.tell({ lastSeq: 11, unread: 1 })
  expect(chat.divider()).toBeNull()
  const mine = open()
  const last = toStoredMessage(waitingMessage('mine'), { chat_id: line.chatId, seq: 11, sent_date: '' })
  mine.tell({ lastSeq: 11, unread: 1, last })
  expect(mine.divider()).toBeNull()
})
