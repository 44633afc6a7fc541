import { describe, expect, test } from 'vitest'
import type { ChatEffect, ChatEvent, PageKind } from './events.ts'
import { initialChat } from './initial.ts'
import { step } from './reducer.ts'
import { toConversation } from './chat.map.ts'
import type { ChatMessage } from './types.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-world.ts'

const NEWEST = 1_000

/** What Bob wrote, as it was after so many changes. */
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

const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => aMessage(first + at))

/** Alice's machine with a chat of a thousand messages. Nothing is answered until the test says so, in the order it says. */
function aMachine() {
  let state = initialChat(ALICE)
  const effects: ChatEffect[] = []
  const tell = (event: ChatEvent) => {
    const next = step(state, event)
    state = next.state
    effects.push(...next.effects)
  }
  const line = toConversation({
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
  tell({ name: 'link_opened' })
  tell({ name: 'chat_opened', conversation: line, asked: 0, by: 'command' })
  tell({ name: 'shown', chatId: CHAT, at: null })
  const thread = () => state.messages[CHAT]
  return {
    tell,
    thread,
    line: () => state.conversations[CHAT],
    range: () => [thread()?.items[0]?.seq, thread()?.items.at(-1)?.seq],
    page: (page: PageKind, at: number | null, messages: ChatMessage[], lastSeq = state.conversations[CHAT]?.lastSeq ?? null) =>
      tell({ name: 'page_loaded', chatId: CHAT, page, at, changeSeq: 5, lastSeq, messages }),
    fail: (page: PageKind, at: number | null) => tell({ name: 'page_failed', chatId: CHAT, page, at, isMissing: false }),
    /** What was asked for since the last time, about pages and changes. */
    asked: () =>
      effects.splice(0).flatMap((it) => {
        if (it.do === 'load_page') return [`${it.page} ${it.at}`]
        return it.do === 'load_changes' ? [`changes after ${it.after}`] : []
      }),
  }
}

/** The newest are there, and the reader is at them. */
function atTheNewest() {
  const machine = aMachine()
  machine.page('newest', null, run(951, NEWEST))
  machine.asked()
  return machine
}

/** The reader was taken to message 300. */
function at300() {
  const machine = atTheNewest()
  machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
  machine.page('around', 300, run(276, 325))
  machine.asked()
  return machine
}

describe('a page that comes late', () => {
  test('newer, of where one was before: leaves no hole in what is read', () => {
    const machine = at300()
    machine.tell({ name: 'newer_wanted', chatId: CHAT })
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 700 })
    machine.page('around', 700, run(676, 725))
    machine.page('newer', 325, run(326, 525))
    expect([machine.range(), machine.thread()?.items.length]).toEqual([[676, 725], 50])
    machine.tell({ name: 'newer_wanted', chatId: CHAT })
    expect(machine.asked().at(-1)).toBe('newer 725')
  })

  test('newer and empty, of where one was before: says nothing about where the chat ends', () => {
    const machine = atTheNewest()
    machine.tell({ name: 'arrived', message: aMessage(NEWEST + 5) })
    expect(machine.asked()).toEqual([`newer ${NEWEST}`])
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
    machine.page('around', 300, run(276, 325))
    machine.page('newer', NEWEST, [])
    expect([machine.range(), machine.line()?.lastSeq, machine.thread()?.reachesNewest]).toEqual([[276, 325], NEWEST + 5, false])
  })

  test('newer and empty, while something arrives: what arrived is fetched', () => {
    const machine = at300()
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 990 })
    machine.page('around', 990, run(965, NEWEST - 1))
    machine.tell({ name: 'newer_wanted', chatId: CHAT })
    machine.tell({ name: 'arrived', message: aMessage(NEWEST + 1) })
    machine.asked()
    machine.page('newer', NEWEST - 1, [], NEWEST)
    expect([machine.line()?.lastSeq, machine.asked()]).toEqual([NEWEST + 1, [`newer ${NEWEST - 1}`]])
    machine.page('newer', NEWEST - 1, run(NEWEST, NEWEST + 1))
    expect([machine.range(), machine.thread()?.reachesNewest]).toEqual([[965, NEWEST + 1], true])
  })

  test('older and failed, of where one was before: nothing has failed here', () => {
    const machine = atTheNewest()
    machine.tell({ name: 'older_wanted', chatId: CHAT })
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
    machine.page('around', 300, run(276, 325))
    machine.fail('older', 951)
    expect(machine.thread()?.older).toBe('idle')
  })

  test('newest, asked for to catch up, does not take away somebody who went further up meanwhile', () => {
    const machine = atTheNewest()
    machine.tell({ name: 'resumed', marks: [{ ...marks, lastSeq: NEWEST + 900 }], reset: [] })
    expect(machine.asked()).toEqual(['newest null'])
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
    machine.page('around', 300, run(276, 325))
    machine.page('newest', null, run(NEWEST + 851, NEWEST + 900))
    expect([machine.range(), machine.thread()?.target?.seq]).toEqual([[276, 325], 300])
  })

  test('newest, asked for as the chat was opened at one message, comes second and leaves the reader there', () => {
    const machine = aMachine()
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
    machine.page('around', 300, run(276, 325))
    machine.page('newest', null, run(951, NEWEST))
    expect(machine.range()).toEqual([276, 325])
  })

  test('around a message does not take away somebody who went to the newest, or wrote, meanwhile', () => {
    const machine = atTheNewest()
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
    machine.tell({ name: 'newest_wanted', chatId: CHAT })
    machine.page('around', 300, run(276, 325))
    expect([machine.range(), machine.thread()?.reachesNewest]).toEqual([[951, NEWEST], true])
  })

  test('around the first of two messages that were wanted: the second stays wanted', () => {
    const machine = atTheNewest()
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
    machine.tell({ name: 'jumped', chatId: CHAT, seq: 700 })
    machine.page('around', 700, run(676, 725))
    machine.page('around', 300, run(276, 325))
    expect([machine.range(), machine.thread()?.target?.seq]).toEqual([[676, 725], 700])
  })

  test.each(['older', 'newer', 'around', 'newest'] as const)('%s, of a chat that was left: the chat opens anew at its newest', (page) => {
    const machine = at300()
    machine.tell({ name: 'shown', chatId: null, at: null })
    machine.page(page, 300, run(250, 299))
    machine.tell({ name: 'catch_up_again', chatId: CHAT })
    machine.tell({ name: 'shown', chatId: CHAT, at: null })
    expect([machine.asked(), machine.thread()?.status]).toEqual([['newest null'], 'loading'])
  })
})

test('nothing is awaited for ever from before a chat that has become shorter at its beginning', () => {
  const machine = atTheNewest()
  for (let first = 951; first > 700; first -= 50) {
    machine.tell({ name: 'older_wanted', chatId: CHAT })
    machine.page('older', first, run(first - 50, first - 1))
  }
  machine.tell({ name: 'older_wanted', chatId: CHAT })
  machine.tell({ name: 'shown', chatId: null, at: null })
  machine.asked()
  machine.tell({ name: 'shown', chatId: CHAT, at: null })
  machine.tell({ name: 'older_wanted', chatId: CHAT })
  expect(machine.asked()).toEqual(['older 951'])
})

test('a hole that was being filled as the chat was left is filled all the same', () => {
  const machine = atTheNewest()
  for (let seq = NEWEST + 10; seq < NEWEST + 70; seq++) machine.tell({ name: 'arrived', message: aMessage(seq) })
  expect(machine.asked()).toEqual([`newer ${NEWEST}`])
  machine.tell({ name: 'shown', chatId: null, at: null })
  machine.page('newer', NEWEST, run(NEWEST + 1, NEWEST + 69))
  expect(machine.thread()?.catchingUp).toBe(false)
  machine.tell({ name: 'arrived', message: aMessage(NEWEST + 80) })
  expect(machine.asked()).toEqual([`newer ${NEWEST + 69}`])
})

test('what an earlier visit had does not take away the wish to be taken to one message', () => {
  const machine = aMachine()
  machine.tell({ name: 'jumped', chatId: CHAT, seq: 300 })
  machine.tell({ name: 'cache_loaded', conversations: [], threads: [{ chatId: CHAT, items: run(951, NEWEST), changeSeq: 5 }], acts: [] })
  machine.page('around', 300, run(276, 325))
  expect([machine.range(), machine.thread()?.target?.seq]).toEqual([[276, 325], 300])
})

test('a chat that is taken away while it is on screen is missing, not on its way for ever', () => {
  const machine = atTheNewest()
  machine.tell({ name: 'chat_gone', chatId: CHAT, asked: 1_000, by: 'read' })
  expect([machine.thread()?.status, machine.line()]).toEqual(['missing', undefined])
  machine.tell({ name: 'shown', chatId: null, at: null })
  expect(machine.thread()).toBeUndefined()
})

test('a page that was on its way when the chat was taken away shows nothing of it', () => {
  const machine = aMachine()
  machine.tell({ name: 'chat_gone', chatId: CHAT, asked: 1_000, by: 'read' })
  machine.page('newest', null, run(951, NEWEST))
  expect(machine.thread()).toMatchObject({ status: 'missing', items: [] })
  machine.tell({ name: 'shown', chatId: CHAT, at: 300 })
  machine.page('around', 300, run(276, 325))
  expect(machine.thread()?.status).toBe('ready')
})

describe('what changed while a page was on its way', () => {
  test.each([
    ['older', 951, run(901, 950), 930],
    ['around', 300, run(276, 325), 300],
  ] as const)('%s: is asked for again, because the page may be from before', (page, at, messages, seq) => {
    const machine = atTheNewest()
    machine.tell(page === 'older' ? { name: 'older_wanted', chatId: CHAT } : { name: 'jumped', chatId: CHAT, seq: at })
    machine.tell({ name: 'message_changed', message: aMessage(seq, 'new words', 6) })
    machine.asked()
    machine.page(page, at, [...messages])
    expect(machine.asked()).toEqual(['changes after 5'])
    machine.tell({ name: 'changes_loaded', chatId: CHAT, after: 5, messages: [aMessage(seq, 'new words', 6)], changeSeq: 6 })
    expect([machine.thread()?.items.find((it) => it.seq === seq)?.content, machine.thread()?.changeSeq, machine.asked()]).toEqual([
      'new words',
      6,
      [],
    ])
  })

  test('changes that were asked for later than the page do not cover what came in between', () => {
    const machine = atTheNewest()
    machine.tell({ name: 'older_wanted', chatId: CHAT })
    machine.tell({ name: 'message_changed', message: aMessage(930, 'new words', 6) })
    // The seventh was missed.
    machine.tell({ name: 'message_changed', message: aMessage(960, 'other words', 8) })
    expect(machine.asked()).toEqual(['older 951', 'changes after 6'])
    machine.page('older', 951, run(901, 950))
    machine.tell({ name: 'changes_loaded', chatId: CHAT, after: 6, messages: [aMessage(960, 'other words', 8)], changeSeq: 8 })
    expect(machine.asked()).toEqual(['changes after 5'])
  })
})

const marks = { chatId: CHAT, lastSeq: NEWEST, changeSeq: 5, readSeq: NEWEST, theirDeliveredSeq: 0, theirReadSeq: 0 }
