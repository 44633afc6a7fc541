import { expect, test } from 'vitest'
import type { ChatEvent } from './events.ts'
import { initialChat } from './initial.ts'
import { step } from './reducer.ts'
import { toConversation } from './chat.map.ts'
import { ALICE, BOB } from '../runtime/chat.test-world.ts'
import type { Conversation } from './types.ts'

const CHATS = 30
const PAGE = 20

/** The line of a chat in which Bob has said one thing. The higher its number, the longer ago. */
function aLine(no: number): Conversation {
  const chatId = `chat ${no}`
  const sent_date = new Date(Date.UTC(2026, 10, 20, 12, 0, -no)).toISOString()
  const last = { id: `id ${no}`, chat_id: chatId, from: BOB, to: ALICE, seq: 1, content: 'hello', sent_date, userName: 'Bob', avatar: null }
  return toConversation({
    chat_id: chatId,
    person: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
    tab: 'chats',
    request: 'none',
    muted_until: null,
    last: { ...last, type: 'text', referenceItem: [], media: [] },
    last_seq: 1,
    change_seq: 0,
    can_write: true,
    can_attach: true,
    their_delivered_seq: 0,
    read_seq: 1,
    their_read_seq: 0,
    unread: 0,
  })
}

const lines = Array.from({ length: CHATS }, (_, no) => aLine(no))

/** Alice's machine, which nothing has been told yet. */
function aMachine() {
  let state = initialChat(ALICE)
  const tell = (event: ChatEvent) => {
    const next = step(state, event)
    state = next.state
    return next.effects
  }
  const page = (from: string | null, conversations: Conversation[], cursor: string | null) =>
    tell({ name: 'list_loaded', tab: 'chats', from, asked: state.revision, conversations, cursor, requests: 0 })
  return {
    tell,
    remember: (count: number) => tell({ name: 'cache_loaded', conversations: lines.slice(0, count), threads: [], acts: [] }),
    readFirst: () => page(null, lines.slice(0, PAGE), 'further down'),
    readSecond: () => page('further down', lines.slice(PAGE), null),
    shown: () => Object.keys(state.conversations).length,
    cursor: () => state.lists.chats.cursor,
  }
}

test('the end of what an earlier visit left is not the end of the list', () => {
  const machine = aMachine()
  machine.remember(PAGE)
  machine.tell({ name: 'shown', chatId: 'chat 3', at: null })
  expect(machine.cursor()).toBeNull()
  machine.readFirst()
  expect(machine.tell({ name: 'more_wanted', tab: 'chats' })).toContainEqual({ do: 'load_list', tab: 'chats', from: 'further down' })
  machine.readSecond()
  expect([machine.shown(), machine.cursor()]).toEqual([CHATS, null])
})

test('whom the chat on screen is with is asked of the server, also where the first page does not hold it', () => {
  const asked = { do: 'load_chat', chatId: 'chat 25' }
  const machine = aMachine()
  machine.tell({ name: 'shown', chatId: 'chat 25', at: null })
  machine.remember(CHATS)
  expect(machine.tell({ name: 'link_opened' })).toContainEqual(asked)
  machine.readFirst()
  machine.tell({ name: 'shown', chatId: null, at: null })
  expect(machine.tell({ name: 'shown', chatId: 'chat 25', at: null })).toContainEqual(asked)
  machine.tell({ name: 'chat_opened', conversation: aLine(25), asked: 1_000, by: 'read' })
  expect(machine.tell({ name: 'shown', chatId: 'chat 25', at: null })).not.toContainEqual(asked)
})

test('reading the first page again does not forget how far one has scrolled', () => {
  const machine = aMachine()
  machine.readFirst()
  machine.readSecond()
  machine.readFirst()
  expect([machine.shown(), machine.cursor()]).toEqual([CHATS, null])
})
