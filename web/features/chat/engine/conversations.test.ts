import { expect, test } from 'vitest'
import { NOBODY } from '#contract/base/ids.ts'
import type { ChatEvent } from './events.ts'
import { initialChat } from './state.ts'
import { step } from './reducer.ts'
import { toConversation } from './chat.map.ts'
import { ALICE, BOB } from '../runtime/chat.test-server.ts'
import type { Conversation } from './state.ts'

const CHATS = 30
const PAGE_SIZE = 20

/** A chat in which Bob has written one message. A higher number is older. */
function aLine(number: number): Conversation {
  const chatId = `chat ${number}`
  const sent_date = new Date(Date.UTC(2026, 10, 20, 12, 0, -number)).toISOString()
  const last = {
    id: `id ${number}`,
    chat_id: chatId,
    from: BOB,
    to: ALICE,
    seq: 1,
    content: 'hello',
    sent_date,
    userName: 'Bob',
    avatar: null,
  }
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

const lines = Array.from({ length: CHATS }, (_, number) => aLine(number))

/** Alice's reducer in its initial state. */
function testReducer() {
  let state = initialChat(ALICE)
  const dispatch = (event: ChatEvent) => {
    const next = step(state, event)
    state = next.state
    return next.effects
  }
  const page = (from: string | null, conversations: Conversation[], cursor: string | null) =>
    dispatch({ name: 'list_loaded', tab: 'chats', from, requestedAt: state.revision, conversations, cursor, requests: 0 })
  return {
    dispatch,
    remember: (count: number) => dispatch({ name: 'cache_loaded', conversations: lines.slice(0, count), threads: [], commands: [] }),
    readFirst: () => page(null, lines.slice(0, PAGE_SIZE), 'further down'),
    readSecond: () => page('further down', lines.slice(PAGE_SIZE), null),
    shown: () => Object.keys(state.conversations).length,
    status: (chatId: string) => state.messages[chatId]?.status,
    cursor: () => state.lists.chats.cursor,
    conversation: (chatId: string) => state.conversations[chatId],
    revision: () => state.revision,
    isTyping: (chatId: string) => state.typing[chatId] !== undefined,
  }
}

test('the end of the cached list is not the end of the list', () => {
  const chat = testReducer()
  chat.remember(PAGE_SIZE)
  chat.dispatch({ name: 'chat_shown', chatId: 'chat 3', at: null })
  expect(chat.cursor()).toBeNull()
  chat.readFirst()
  expect(chat.dispatch({ name: 'more_requested', tab: 'chats' })).toContainEqual({ do: 'load_list', tab: 'chats', from: 'further down' })
  chat.readSecond()
  expect([chat.shown(), chat.cursor()]).toEqual([CHATS, null])
})

test('the chat on screen is loaded from the server, even if the first page does not contain it', () => {
  const expected = { do: 'load_chat', chatId: 'chat 25' }
  const chat = testReducer()
  chat.dispatch({ name: 'chat_shown', chatId: 'chat 25', at: null })
  chat.remember(CHATS)
  expect(chat.dispatch({ name: 'link_opened' })).toContainEqual(expected)
  chat.readFirst()
  chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
  expect(chat.dispatch({ name: 'chat_shown', chatId: 'chat 25', at: null })).toContainEqual(expected)
  chat.dispatch({ name: 'chat_opened', conversation: aLine(25), requestedAt: 1_000, by: 'read' })
  expect(chat.dispatch({ name: 'chat_shown', chatId: 'chat 25', at: null })).not.toContainEqual(expected)
})

test('reloading the first page keeps the scroll position', () => {
  const chat = testReducer()
  chat.readFirst()
  chat.readSecond()
  chat.readFirst()
  expect([chat.shown(), chat.cursor()]).toEqual([CHATS, null])
})

test('an open conversation that becomes visible again loads its messages, regardless of which answer reveals it', () => {
  const answers: ((chat: ReturnType<typeof testReducer>) => unknown[])[] = [
    (chat) => chat.readFirst(),
    (chat) => chat.dispatch({ name: 'chat_opened', conversation: aLine(3), requestedAt: 2_000, by: 'read' }),
  ]
  for (const response of answers) {
    const chat = testReducer()
    chat.readFirst()
    chat.dispatch({ name: 'chat_shown', chatId: 'chat 3', at: null })
    chat.dispatch({ name: 'chat_gone', chatId: 'chat 3', requestedAt: 1_000, by: 'command' })
    expect(chat.status('chat 3')).toBe('missing')
    expect(chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: true })).toContainEqual({ do: 'load_chat', chatId: 'chat 3' })
    expect(response(chat)).toContainEqual({ do: 'load_page', chatId: 'chat 3', page: 'newest', at: null })
    expect(chat.status('chat 3')).toBe('loading')
  }
})

test('a conversation that a block may hide is unconfirmed until the server answers', () => {
  const chat = testReducer()
  chat.readFirst()
  chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: false })
  expect(chat.conversation('chat 3')?.confirmed).toBe('all')
  chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: true })
  expect(chat.conversation('chat 3')?.confirmed).toBe('positions')
  chat.dispatch({ name: 'chat_opened', conversation: aLine(3), requestedAt: 2_000, by: 'read' })
  expect(chat.conversation('chat 3')?.confirmed).toBe('all')
})

/** A group on screen, with one message of Bob. */
function groupOnScreen() {
  const chat = testReducer()
  const [conversation] = lines
  if (!conversation?.last) throw new Error('the conversation has no message')
  const last = { ...conversation.last, receiver: conversation.chatId }
  const group = { role: 'member', members: 3, invitedBy: null } as const
  chat.dispatch({
    name: 'chat_opened',
    conversation: { ...conversation, last, group, person: { ...conversation.person, uid: conversation.chatId } },
    requestedAt: 1_000,
    by: 'read',
  })
  chat.dispatch({ name: 'chat_shown', chatId: conversation.chatId, at: null })
  const show = (sender: string) =>
    chat.dispatch({
      name: 'page_loaded',
      chatId: conversation.chatId,
      page: 'newest',
      at: null,
      changeSeq: 0,
      lastSeq: 1,
      messages: [{ ...last, sender }],
    })
  show(BOB)
  return { ...chat, show, chatId: conversation.chatId }
}

test('a block that begins or ends reloads the messages of a group that it concerns', () => {
  const { chatId, ...chat } = groupOnScreen()
  const reload = [
    { do: 'load_chat', chatId },
    { do: 'load_page', chatId, page: 'newest', at: null },
  ]
  expect(chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: true })).toEqual(expect.arrayContaining(reload))
  expect(chat.status(chatId)).toBe('loading')
  // Bob's message is hidden now.
  chat.show(NOBODY)
  expect(chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: true })).toEqual(expect.arrayContaining(reload))
})

test('a block that begins ends the typing indicator of that member, and of no other', () => {
  const { chatId, ...chat } = groupOnScreen()
  chat.dispatch({ name: 'typing_started', chatId, by: ALICE, untilMs: 5_000 })
  chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: true })
  expect(chat.isTyping(chatId)).toBe(true)
  chat.dispatch({ name: 'typing_started', chatId, by: BOB, untilMs: 6_000 })
  chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: true })
  expect(chat.isTyping(chatId)).toBe(false)
})

test('other changes of a relationship, and those of other users, leave the messages of a group', () => {
  const { chatId, ...chat } = groupOnScreen()
  chat.dispatch({ name: 'relationship_changed', uid: BOB, mayHide: false })
  chat.dispatch({ name: 'relationship_changed', uid: ALICE, mayHide: true })
  expect(chat.status(chatId)).toBe('ready')
})

test('a new name is shown in the list and at messages, and a response from before it is outdated', () => {
  const chat = testReducer()
  chat.readFirst()
  const requestedAt = chat.revision()
  const bob = { uid: BOB, user_name: 'bob', name: 'Robert', avatar_url: '/files/new' }
  chat.dispatch({ name: 'person_changed', person: bob })
  expect(chat.conversation('chat 3')).toMatchObject({ person: bob, last: { userName: 'Robert', avatar: '/files/new' } })
  chat.dispatch({ name: 'list_loaded', tab: 'chats', from: null, requestedAt, conversations: lines.slice(0, 2), cursor: null, requests: 0 })
  expect(chat.conversation('chat 0')?.person).toEqual(bob)
  const before = chat.conversation('chat 1')
  chat.dispatch({ name: 'person_changed', person: { ...bob, uid: ALICE } })
  expect(chat.conversation('chat 1')).toBe(before)
})
