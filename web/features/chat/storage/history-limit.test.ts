import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { chatWorld, waitingMessage } from '../runtime/chat.test-world.ts'
import type { ChatMessage } from '../engine/state.ts'
import { openChatCache, type CacheRecord, type HistoryStore } from './history-cache.ts'
import { memoryOutbox } from './outbox.ts'

/** The only message of a chat, sent that many minutes before the newest one. */
const aMessage = (chatId: string, minutesAgo: number): ChatMessage => ({
  chat_id: chatId,
  receiver: ALICE,
  type: 'text',
  content: 'hello',
  id: chatId,
  sent_date: new Date(Date.UTC(2026, 10, 20) - minutesAgo * 60_000).toISOString(),
  sender: BOB,
  seq: 1,
  referenceItem: [],
  media: [],
  userName: 'Bob',
  avatar: null,
  editedDate: '',
  isDeleted: false,
  changeSeq: 0,
  reactions: [],
  reply: null,
  pictures: [],
})
const threadOf = (chatId: string, minutesAgo: number) => ({ chatId, items: [aMessage(chatId, minutesAgo)], changeSeq: 0 })
const chatAt = (index: number) => `0199a1c2-0000-7000-8000-${String(index).padStart(12, '0')}`

/** A browser in which Alice opened that many chats and, before all of them, the one with Bob. The latest chat has the last key. */
function aBrowser(count: number) {
  const world = chatWorld()
  const records = new Map<string, CacheRecord>()
  const store = (chatId: string, minutesAgo: number) =>
    records.set(`${ALICE} ${chatId}`, { key: `${ALICE} ${chatId}`, me: ALICE, thread: threadOf(chatId, minutesAgo) })
  store(CHAT, count)
  for (let index = 0; index < count; index++) store(chatAt(index), count - 1 - index)
  const history: HistoryStore = {
    all: async () => [...records.values()],
    put: async (record) => records.set(record.key, record),
    delete: async (key) => records.delete(key),
  }
  const open = (outbox = memoryOutbox()) => world.openTab(ALICE, outbox, { cache: openChatCache(world.clock.timers, history) })
  const storedChats = () => [...records.values()].flatMap(({ thread }) => thread?.chatId ?? [])
  return { ...world, open, storedChats }
}

const latest = (count: number, of: number) => Array.from({ length: count }, (_, index) => chatAt(of - 1 - index))

describe('of many opened chats', () => {
  test('the latest 50 are loaded, and the others deleted from the browser', async () => {
    const { clock, open, server, storedChats } = aBrowser(120)
    server.reachable(false)
    const alice = open()
    await clock.pass(10)
    expect(Object.keys(alice.state().messages).toSorted()).toEqual(latest(50, 120).toSorted())
    await clock.pass(2_000)
    expect(storedChats().toSorted()).toEqual(latest(50, 120).toSorted())
  })

  test('the one on screen is loaded and stays stored', async () => {
    const { clock, open, server, storedChats } = aBrowser(120)
    server.reachable(false)
    const alice = open()
    alice.chat.show(CHAT)
    await clock.pass(2_000)
    expect(alice.said()).toEqual(['1 hello'])
    expect([storedChats().length, storedChats().includes(CHAT)]).toEqual([50, true])
  })

  test('an unsent message in a deleted one is sent', async () => {
    const { clock, open, server, storedChats } = aBrowser(120)
    server.reachable(false)
    const outbox = memoryOutbox()
    await outbox.save(waitingMessage('0199a1c2-0000-7000-8000-0000000000e1'))
    const alice = open(outbox)
    await clock.pass(5_000)
    expect([storedChats().includes(CHAT), alice.waiting().length]).toEqual([false, 1])
    server.reachable(true)
    await clock.pass(20_000)
    expect([alice.waiting(), server.messages.length]).toEqual([[], 1])
  })
})

test('a reconnect reports the positions of the latest chats, the one on screen first', async () => {
  const { clock, openTab } = chatWorld()
  const count = limits.resumedChats.max + 100
  const threads = [threadOf(CHAT, count), ...Array.from({ length: count }, (_, index) => threadOf(chatAt(index), count - 1 - index))]
  const cache = {
    load: async () => ({ conversations: [], threads, commands: [] }),
    follow: () => undefined,
    delete: async () => undefined,
    clear: async () => undefined,
  }
  const alice = openTab(ALICE, memoryOutbox(), { cache })
  alice.chat.show(CHAT)
  await clock.pass(10)
  const resume = alice.wire.sockets.flatMap(({ sent }) => sent).findLast(({ event }) => event === 'resume')
  expect(resume?.data).toMatchObject({
    chats: [CHAT, ...latest(limits.resumedChats.max - 1, count)].map((chat_id) => ({ chat_id })),
  })
})
