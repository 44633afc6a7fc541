import { describe, expect, test } from 'vitest'
import type { ChatEffect, ChatEvent, PageKind } from './events.ts'
import { initialChat } from './state.ts'
import { step } from './reducer.ts'
import { toConversation } from './chat.map.ts'
import type { ChatMessage } from './state.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'

const NEWEST = 1_000

/** A message by Bob at the given change count. */
function aMessage(seq: number, content = `message ${seq}`, changeSeq = 0): ChatMessage {
  return {
    chat_id: CHAT,
    receiver: ALICE,
    type: 'text',
    content,
    id: `id ${seq}`,
    sent_date: '2026-11-20T12:00:00.000Z',
    sender: BOB,
    seq,
    referenceItem: [],
    media: [],
    userName: 'Bob',
    avatar: null,
    editedDate: '',
    isDeleted: false,
    changeSeq,
    reactions: [],
    reply: null,
    pictures: [],
  }
}

const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => aMessage(first + index))

/** Alice's reducer with a chat of a thousand messages. The test decides when requests are answered. */
function testReducer() {
  let state = initialChat(ALICE)
  const effects: ChatEffect[] = []
  const dispatch = (event: ChatEvent) => {
    const next = step(state, event)
    state = next.state
    effects.push(...next.effects)
  }
  const conversation = toConversation({
    chat_id: CHAT,
    person: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
    tab: 'chats',
    request: 'none',
    muted_until: null,
    last: null,
    last_seq: NEWEST,
    change_seq: 5,
    can_write: true,
    can_attach: true,
    their_delivered_seq: 0,
    read_seq: NEWEST,
    their_read_seq: 0,
    unread: 0,
  })
  dispatch({ name: 'link_opened' })
  dispatch({ name: 'chat_opened', conversation, requestedAt: 0, by: 'command' })
  dispatch({ name: 'chat_shown', chatId: CHAT, at: null })
  const thread = () => state.messages[CHAT]
  return {
    dispatch,
    thread,
    conversation: () => state.conversations[CHAT],
    range: () => [thread()?.items[0]?.seq, thread()?.items.at(-1)?.seq],
    page: (page: PageKind, targetSeq: number | null, messages: ChatMessage[], lastSeq = state.conversations[CHAT]?.lastSeq ?? null) =>
      dispatch({ name: 'page_loaded', chatId: CHAT, page, at: targetSeq, changeSeq: 5, lastSeq, messages }),
    fail: (page: PageKind, targetSeq: number | null) =>
      dispatch({ name: 'page_failed', chatId: CHAT, page, at: targetSeq, isMissing: false }),
    /** The page and change requests since the last call. */
    requests: () =>
      effects.splice(0).flatMap((effect) => {
        if (effect.do === 'load_page') return [`${effect.page} ${effect.at}`]
        return effect.do === 'load_changes' ? [`changes after ${effect.after}`] : []
      }),
  }
}

/** The newest page is loaded. */
function atTheNewest() {
  const chat = testReducer()
  chat.page('newest', null, run(951, NEWEST))
  chat.requests()
  return chat
}

/** The reader has jumped to message 300. */
function at300() {
  const chat = atTheNewest()
  chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
  chat.page('around', 300, run(276, 325))
  chat.requests()
  return chat
}

test('a group that the user is only invited to loads no messages until they have joined', () => {
  const chat = testReducer()
  const group = (role: 'invited' | 'member') =>
    chat.dispatch({
      name: 'chat_opened',
      conversation: { ...chat.conversation()!, group: { role, members: 3, invitedBy: null } },
      requestedAt: Number.MAX_SAFE_INTEGER,
      by: 'command',
    })
  chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
  chat.requests()
  group('invited')
  chat.dispatch({ name: 'chat_shown', chatId: CHAT, at: null })
  expect(chat.requests()).toEqual([])
  group('member')
  chat.dispatch({ name: 'chat_shown', chatId: CHAT, at: null })
  expect(chat.requests()).toEqual(['newest null'])
})

describe('a late page', () => {
  test('newer, from before a jump: leaves no gap', () => {
    const chat = at300()
    chat.dispatch({ name: 'newer_requested', chatId: CHAT })
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 700 })
    chat.page('around', 700, run(676, 725))
    chat.page('newer', 325, run(326, 525))
    expect([chat.range(), chat.thread()?.items.length]).toEqual([[676, 725], 50])
    chat.dispatch({ name: 'newer_requested', chatId: CHAT })
    expect(chat.requests().at(-1)).toBe('newer 725')
  })

  test('newer and empty, from before a jump: does not move the end of the chat', () => {
    const chat = atTheNewest()
    chat.dispatch({ name: 'message_received', message: aMessage(NEWEST + 5) })
    expect(chat.requests()).toEqual([`newer ${NEWEST}`])
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
    chat.page('around', 300, run(276, 325))
    chat.page('newer', NEWEST, [])
    expect([chat.range(), chat.conversation()?.lastSeq, chat.thread()?.reachesNewest]).toEqual([[276, 325], NEWEST + 5, false])
  })

  test('newer and empty, while a message arrives: the message is loaded', () => {
    const chat = at300()
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 990 })
    chat.page('around', 990, run(965, NEWEST - 1))
    chat.dispatch({ name: 'newer_requested', chatId: CHAT })
    chat.dispatch({ name: 'message_received', message: aMessage(NEWEST + 1) })
    chat.requests()
    chat.page('newer', NEWEST - 1, [], NEWEST)
    expect([chat.conversation()?.lastSeq, chat.requests()]).toEqual([NEWEST + 1, [`newer ${NEWEST - 1}`]])
    chat.page('newer', NEWEST - 1, run(NEWEST, NEWEST + 1))
    expect([chat.range(), chat.thread()?.reachesNewest]).toEqual([[965, NEWEST + 1], true])
  })

  test('a failed older page from before a jump: sets no failure', () => {
    const chat = atTheNewest()
    chat.dispatch({ name: 'older_requested', chatId: CHAT })
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
    chat.page('around', 300, run(276, 325))
    chat.fail('older', 951)
    expect(chat.thread()?.older).toBe('idle')
  })

  test('the newest page, requested to catch up, does not move a reader who jumped up', () => {
    const chat = atTheNewest()
    chat.dispatch({ name: 'resumed', positions: [{ ...positions, lastSeq: NEWEST + 900 }], reset: [] })
    expect(chat.requests()).toEqual(['newest null'])
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
    chat.page('around', 300, run(276, 325))
    chat.page('newest', null, run(NEWEST + 851, NEWEST + 900))
    expect([chat.range(), chat.thread()?.target?.seq]).toEqual([[276, 325], 300])
  })

  test('newest, after a chat was opened at a message: the reader stays there', () => {
    const chat = testReducer()
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
    chat.page('around', 300, run(276, 325))
    chat.page('newest', null, run(951, NEWEST))
    expect(chat.range()).toEqual([276, 325])
  })

  test('around a message, after a return to the newest: the reader stays at the newest', () => {
    const chat = atTheNewest()
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
    chat.dispatch({ name: 'newest_requested', chatId: CHAT })
    chat.page('around', 300, run(276, 325))
    expect([chat.range(), chat.thread()?.reachesNewest]).toEqual([[951, NEWEST], true])
  })

  test('around the first of two jump targets: the second target wins', () => {
    const chat = atTheNewest()
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
    chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 700 })
    chat.page('around', 700, run(676, 725))
    chat.page('around', 300, run(276, 325))
    expect([chat.range(), chat.thread()?.target?.seq]).toEqual([[676, 725], 700])
  })

  test.each(['older', 'newer', 'around', 'newest'] as const)('%s, after the chat was left: the chat reopens at its newest', (page) => {
    const chat = at300()
    chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
    chat.page(page, 300, run(250, 299))
    chat.dispatch({ name: 'catch_up_again', chatId: CHAT })
    chat.dispatch({ name: 'chat_shown', chatId: CHAT, at: null })
    expect([chat.requests(), chat.thread()?.status]).toEqual([['newest null'], 'loading'])
  })
})

test('older messages can be loaded again after the chat was trimmed', () => {
  const chat = atTheNewest()
  for (let first = 951; first > 700; first -= 50) {
    chat.dispatch({ name: 'older_requested', chatId: CHAT })
    chat.page('older', first, run(first - 50, first - 1))
  }
  chat.dispatch({ name: 'older_requested', chatId: CHAT })
  chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
  chat.requests()
  chat.dispatch({ name: 'chat_shown', chatId: CHAT, at: null })
  chat.dispatch({ name: 'older_requested', chatId: CHAT })
  expect(chat.requests()).toEqual(['older 951'])
})

test('a chat that was prepared when its line was pressed loads its messages once', () => {
  const chat = atTheNewest()
  chat.requests()
  chat.dispatch({ name: 'chat_prepared', chatId: 'other' })
  chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
  chat.dispatch({ name: 'chat_prepared', chatId: 'other' })
  chat.dispatch({ name: 'chat_shown', chatId: 'other', at: null })
  expect(chat.requests()).toEqual(['newest null'])
})

test('a gap is filled even if the chat was left in the meantime', () => {
  const chat = atTheNewest()
  for (let seq = NEWEST + 10; seq < NEWEST + 70; seq++) chat.dispatch({ name: 'message_received', message: aMessage(seq) })
  expect(chat.requests()).toEqual([`newer ${NEWEST}`])
  chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
  chat.page('newer', NEWEST, run(NEWEST + 1, NEWEST + 69))
  expect(chat.thread()?.catchingUp).toBe(false)
  chat.dispatch({ name: 'message_received', message: aMessage(NEWEST + 80) })
  expect(chat.requests()).toEqual([`newer ${NEWEST + 69}`])
})

test('cached messages do not replace a jump target', () => {
  const chat = testReducer()
  chat.dispatch({ name: 'jumped', chatId: CHAT, seq: 300 })
  chat.dispatch({
    name: 'cache_loaded',
    conversations: [],
    threads: [{ chatId: CHAT, items: run(951, NEWEST), changeSeq: 5 }],
    commands: [],
  })
  chat.page('around', 300, run(276, 325))
  expect([chat.range(), chat.thread()?.target?.seq]).toEqual([[276, 325], 300])
})

test('a chat hidden while on screen is reported as missing instead of loading forever', () => {
  const chat = atTheNewest()
  chat.dispatch({ name: 'chat_gone', chatId: CHAT, requestedAt: 1_000, by: 'read' })
  expect([chat.thread()?.status, chat.conversation()]).toEqual(['missing', undefined])
  chat.dispatch({ name: 'chat_shown', chatId: null, at: null })
  expect(chat.thread()).toBeUndefined()
})

test('a page requested before the chat was hidden shows nothing', () => {
  const chat = testReducer()
  chat.dispatch({ name: 'chat_gone', chatId: CHAT, requestedAt: 1_000, by: 'read' })
  chat.page('newest', null, run(951, NEWEST))
  expect(chat.thread()).toMatchObject({ status: 'missing', items: [] })
  chat.dispatch({ name: 'chat_shown', chatId: CHAT, at: 300 })
  chat.page('around', 300, run(276, 325))
  expect(chat.thread()?.status).toBe('ready')
})

describe('changes while a page was loading', () => {
  test.each([
    ['older', 951, run(901, 950), 930],
    ['around', 300, run(276, 325), 300],
  ] as const)('%s: requests the change again, because the page may be older', (page, targetSeq, messages, seq) => {
    const chat = atTheNewest()
    chat.dispatch(page === 'older' ? { name: 'older_requested', chatId: CHAT } : { name: 'jumped', chatId: CHAT, seq: targetSeq })
    chat.dispatch({ name: 'message_changed', message: aMessage(seq, 'new words', 6) })
    chat.requests()
    chat.page(page, targetSeq, [...messages])
    expect(chat.requests()).toEqual(['changes after 5'])
    chat.dispatch({ name: 'changes_loaded', chatId: CHAT, after: 5, messages: [aMessage(seq, 'new words', 6)], changeSeq: 6 })
    expect([chat.thread()?.items.find((item) => item.seq === seq)?.content, chat.thread()?.changeSeq, chat.requests()]).toEqual([
      'new words',
      6,
      [],
    ])
  })

  test('changes requested after the page do not cover those in between', () => {
    const chat = atTheNewest()
    chat.dispatch({ name: 'older_requested', chatId: CHAT })
    chat.dispatch({ name: 'message_changed', message: aMessage(930, 'new words', 6) })
    // Change 7 was missed.
    chat.dispatch({ name: 'message_changed', message: aMessage(960, 'other words', 8) })
    expect(chat.requests()).toEqual(['older 951', 'changes after 6'])
    chat.page('older', 951, run(901, 950))
    chat.dispatch({ name: 'changes_loaded', chatId: CHAT, after: 6, messages: [aMessage(960, 'other words', 8)], changeSeq: 8 })
    expect(chat.requests()).toEqual(['changes after 5'])
  })
})

const positions = { chatId: CHAT, lastSeq: NEWEST, changeSeq: 5, readSeq: NEWEST, theirDeliveredSeq: 0, theirReadSeq: 0 }
