import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { provideChat } from '../runtime/current-chat.ts'
import { keepDraft } from '../storage/drafts.ts'
import { emptyThread } from '../engine/incoming.ts'
import { initialChat } from '../engine/initial.ts'
import { toStoredMessage } from '../engine/chat.map.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { ALICE, CHAT, waitingMessage } from '../runtime/chat.test-world.ts'
import type { ChatState } from '../engine/types.ts'
import { useEditLast } from './use-edit-last.ts'

const store = createStore<ChatState>(() => initialChat(ALICE))
// Of the running chat the hook reads the store alone.
const chat = { store } as unknown as Chat
let stop: () => void
beforeEach(() => {
  store.setState({ ...initialChat(ALICE), messages: { [CHAT]: threadOf('first') } }, true)
  stop = provideChat(chat)
})
afterEach(() => {
  stop()
  keepDraft(CHAT, '')
})

const stored = (content: string, seq: number) => toStoredMessage(waitingMessage(content), { chat_id: CHAT, seq, sent_date: '' })
const threadOf = (...contents: string[]) => ({ ...emptyThread, items: contents.map((content, at) => stored(content, at + 1)) })

/** Somebody who has written one message that is stored, and presses arrow up; `arrives` stores what is on its way. */
function open() {
  const edited: string[] = []
  const { result } = renderHook(() => useEditLast(CHAT, ({ content }) => edited.push(content)))
  return {
    edited,
    send: (content: string) => act(() => store.setState({ outbox: [waitingMessage(content)] })),
    arrowUp: () => act(() => result.current()),
    arrives: (content: string) => act(() => store.setState({ outbox: [], messages: { [CHAT]: threadOf('first', content) } })),
  }
}

test('arrow up edits the latest message at once', () => {
  const { edited, arrowUp } = open()
  arrowUp()
  expect(edited).toEqual(['first'])
})

test('one that is still on its way is edited once it is stored, and not the one before it', () => {
  const { edited, send, arrowUp, arrives } = open()
  send('sned it over')
  arrowUp()
  expect(edited).toEqual([])
  arrives('sned it over')
  expect(edited).toEqual(['sned it over'])
})

test('whoever has begun to write something else meanwhile goes on with that', () => {
  const { edited, send, arrowUp, arrives } = open()
  send('sned it over')
  arrowUp()
  keepDraft(CHAT, 'send it over, I mean')
  arrives('sned it over')
  expect(edited).toEqual([])
})
