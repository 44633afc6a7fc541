import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { provideChat } from '../runtime/current-chat.ts'
import { saveDraft } from '../storage/drafts.ts'
import { emptyThread } from '../engine/thread.ts'
import { initialChat } from '../engine/state.ts'
import { toStoredMessage } from '../engine/chat.map.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { ALICE, CHAT } from '../runtime/chat.test-server.ts'
import { waitingMessage } from '../runtime/chat.test-world.ts'
import type { ChatState } from '../engine/state.ts'
import { useEditLast } from './use-composing.ts'

const store = createStore<ChatState>(() => initialChat(ALICE))
// The hook reads only the store.
const chat = { store } as unknown as Chat
let stop: () => void
beforeEach(() => {
  store.setState({ ...initialChat(ALICE), messages: { [CHAT]: threadOf('first') } }, true)
  stop = provideChat(chat)
})
afterEach(() => {
  stop()
  saveDraft(CHAT, '')
})

const stored = (content: string, seq: number) => toStoredMessage(waitingMessage(content), { chat_id: CHAT, seq, sent_date: '' })
const threadOf = (...contents: string[]) => ({ ...emptyThread, items: contents.map((content, index) => stored(content, index + 1)) })

/** A user with one stored message; `arrives` stores a message that is being sent. */
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

test('arrow up edits the latest message', () => {
  const { edited, arrowUp } = open()
  arrowUp()
  expect(edited).toEqual(['first'])
})

test('a message that is still being sent is edited once it is stored, instead of the one before it', () => {
  const { edited, send, arrowUp, arrives } = open()
  send('sned it over')
  arrowUp()
  expect(edited).toEqual([])
  arrives('sned it over')
  expect(edited).toEqual(['sned it over'])
})

test('a draft started in the meantime prevents the edit', () => {
  const { edited, send, arrowUp, arrives } = open()
  send('sned it over')
  arrowUp()
  saveDraft(CHAT, 'send it over, I mean')
  arrives('sned it over')
  expect(edited).toEqual([])
})
