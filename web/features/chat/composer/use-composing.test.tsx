import { act, renderHook } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { provideChat } from '../runtime/current-chat.ts'
import { readDraft, saveDraft } from '../storage/drafts.ts'
import { deleteEdit, type Edited } from '../storage/edits.ts'
import { emptyThread } from '../engine/thread.ts'
import { initialChat } from '../engine/state.ts'
import { toStoredMessage } from '../engine/chat.map.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { ALICE, CHAT } from '../runtime/chat.test-server.ts'
import { waitingMessage } from '../runtime/chat.test-world.ts'
import type { ChatMessage, ChatState } from '../engine/state.ts'
import { useComposing, useEditLast } from './use-composing.ts'
import { useEditText } from './use-written-text.ts'

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
  deleteEdit(CHAT)
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

/** The open conversation, as React shows it: what is being composed, and the text of an edit. */
function conversation(...contents: string[]) {
  const { items } = threadOf(...contents)
  const { result, rerender, unmount } = renderHook(
    ({ shown }) => {
      const { composing, ...commands } = useComposing(CHAT, shown)
      const edited = useRef<Edited>({ id: '', seq: null, content: '', pictures: [] })
      if (composing.kind === 'edit') edited.current = composing.row
      const field = useEditText(CHAT, edited.current)
      return { composing, field, ...commands }
    },
    { initialProps: { shown: items } },
  )
  return {
    edit: (index = 0) => act(() => items[index] && result.current.edit(items[index])),
    write: (text: string) => act(() => result.current.field.setText(text)),
    cancel: () => act(() => result.current.done()),
    /** Another device changes the messages. */
    change: (change: Partial<ChatMessage>) => rerender({ shown: items.map((item) => ({ ...item, ...change })) }),
    leave: unmount,
    /** The text before the edit and the written text; null while none is being edited. */
    shown: () => {
      const { composing, field } = result.current
      return composing.kind === 'edit' ? [composing.row.content, field.text] : null
    },
  }
}

test('an edit stays over a change of the conversation and a reload, also if its message is not loaded', () => {
  const before = conversation('first')
  before.edit()
  before.write('first of all')
  before.leave()
  expect(JSON.parse(localStorage.getItem('wl.edits') ?? '')).toMatchObject({ [CHAT]: { message: { seq: 1 }, text: 'first of all' } })
  expect(conversation('first').shown()).toEqual(['first', 'first of all'])
  expect(conversation().shown()).toEqual(['first', 'first of all'])
})

test('an edit without changes ends when the conversation closes', () => {
  const before = conversation('first')
  before.edit()
  expect(before.shown()).toEqual(['first', 'first'])
  before.leave()
  expect(conversation('first').shown()).toBeNull()
})

test('an edit that is saved or canceled is no longer stored', () => {
  const thread = conversation('first')
  thread.edit()
  thread.write('first of all')
  thread.cancel()
  // The composer is emptied after that.
  thread.write('')
  expect([thread.shown(), localStorage.getItem('wl.edits')]).toEqual([null, null])
})

test('an edit shows the message as another device changed it meanwhile, and keeps the typed text', () => {
  const thread = conversation('first')
  thread.edit()
  thread.change({ content: 'first!' })
  expect(thread.shown()).toEqual(['first!', 'first!'])
  thread.write('first of all')
  thread.change({ content: 'the first' })
  expect(thread.shown()).toEqual(['the first', 'first of all'])
})

test('an edit ends when its message is deleted, and the typed text becomes the draft', () => {
  const thread = conversation('first')
  thread.edit()
  thread.write('first of all')
  thread.change({ isDeleted: true })
  expect([thread.shown(), localStorage.getItem('wl.edits'), readDraft(CHAT)]).toEqual([null, null, 'first of all'])
})

test('an edit without changes leaves no draft when its message is deleted', () => {
  const thread = conversation('first')
  thread.edit()
  thread.change({ isDeleted: true })
  expect([thread.shown(), readDraft(CHAT)]).toEqual([null, ''])
})

test('an edit that is saved or canceled in another tab ends here', () => {
  const thread = conversation('first')
  thread.edit()
  thread.write('first of all')
  localStorage.removeItem('wl.edits')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'wl.edits' })))
  expect(thread.shown()).toBeNull()
})

test('an edit of another message replaces it', () => {
  const thread = conversation('first', 'second')
  thread.edit()
  thread.write('first of all')
  thread.edit(1)
  expect(thread.shown()).toEqual(['second', 'second'])
})
