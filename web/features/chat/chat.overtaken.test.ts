/* Responses that were requested before a change and arrive after it. In each call the test decides separately when the server reads
   its data and when the response arrives. */
import { expect, test } from 'vitest'
import { chatFrames, type ChatRow, type ChatTab } from '#contract/chat/chat.ts'
import { connectionFrames } from '#contract/connections.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { settle, testClock } from '#web/platform/test-clock.ts'
import type { ChatCommand, ChatApi } from './runtime/chat.api.ts'
import { noCache, type ChatCache } from './storage/history-cache.ts'
import { toConversation } from './engine/chat.map.ts'
import { memoryOutbox } from './storage/outbox.ts'
import { createChatState } from './runtime/chat.state.ts'
import { noTabs } from './runtime/tabs.ts'
import { ALICE, BOB, CHAT } from './runtime/chat.test-server.ts'

/** Where Alice sees the chat with Bob: in a tab, nowhere because she declined it, or hidden by a block. */
type Place = ChatTab | 'declined' | 'hidden'
const placeAfter = { accept: 'chats', decline: 'declined', archive: 'archived', return: 'chats' } as const
type Command = keyof typeof placeAfter
const tabs: readonly ChatTab[] = ['chats', 'requests', 'archived']

function rowAt(place: Place, isEmpty: boolean): ChatRow {
  const message = { id: CHAT, chat_id: CHAT, from: BOB, to: ALICE, seq: 1, type: 'text' as const, content: 'hello', userName: 'Bob' }
  const isRequest = place === 'requests' || place === 'declined'
  return {
    chat_id: CHAT,
    person: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
    tab: place === 'declined' || place === 'hidden' ? null : place,
    request: isRequest ? 'received' : 'none',
    muted_until: null,
    last: isEmpty ? null : { ...message, sent_date: '2026-11-20T12:00:00.000Z', referenceItem: [], media: [], avatar: null },
    last_seq: isEmpty ? 0 : 1,
    change_seq: 0,
    can_write: true,
    can_attach: !isRequest,
    their_delivered_seq: 0,
    read_seq: 0,
    their_read_seq: 0,
    unread: isEmpty ? 0 : 1,
  }
}

type Call = { name: string; isRead: boolean; read: () => void; answer: () => void }
type Start = { place: Place; isEmpty?: boolean; cache?: ChatCache }

/** Alice's page and a server with one chat. Nothing is read, answered or published until the test releases it. */
async function aPage({ place: start, isEmpty = false, cache = noCache }: Start) {
  let place = start
  const calls: Call[] = []
  const frames: (() => void)[] = []
  const listeners = new Map<string, ((data: never) => void)[]>()

  function request<T>(name: string, read: () => T): Promise<T> {
    return new Promise((resolve) => {
      let value: T
      const call: Call = {
        name,
        isRead: false,
        read() {
          call.isRead = true
          value = read()
        },
        answer() {
          calls.splice(calls.indexOf(call), 1)
          resolve(value)
        },
      }
      calls.push(call)
    })
  }

  function announce<F extends FrameDefinition>(frame: F, data: FrameData<F>): void {
    frames.push(() => listeners.get(frame.event)?.forEach((listener) => listener(data as never)))
  }

  function change(next: Place): void {
    const isAboutBlock = place === 'hidden' || next === 'hidden'
    place = next
    if (isAboutBlock) announce(connectionFrames.connection_changed, { uid: BOB })
    else announce(chatFrames.chat_changed, { chat_id: CHAT })
  }

  const api: ChatApi = {
    chats: (tab) =>
      request(`list ${tab}`, () => ({
        chats: place === tab ? [rowAt(place, isEmpty)] : [],
        next_cursor: null,
        requests: place === 'requests' ? 1 : 0,
      })),
    chat: () => request('chat', () => (place === 'hidden' ? 'missing' : rowAt(place, isEmpty))),
    page: async () => (place === 'hidden' ? 'missing' : []),
    changes: async () => null,
    uploadRecording: async () => 'unavailable',
    open: async () => rowAt(place, isEmpty),
    manage: (_, { kind }) =>
      request(kind, () => {
        if (place === 'hidden' || !(kind in placeAfter)) return 'rejected' as const
        // `in` above: the command changes the tab.
        change(placeAfter[kind as Command])
        return place === 'declined' ? null : rowAt(place, isEmpty)
      }).then((answer) => {
        if (answer === 'rejected') throw new Error('not_found')
        return answer
      }),
  }
  const clock = testClock()
  const chat = createChatState({
    me: ALICE,
    link: {
      subscribe(frame, listener) {
        listeners.set(frame.event, [...(listeners.get(frame.event) ?? []), listener])
        return () => undefined
      },
      state: () => ({ name: 'open', uid: ALICE }),
      onState: () => () => undefined,
      send: () => 'sent',
      ensure: () => 'open',
      giveUp: () => undefined,
    },
    api,
    outbox: memoryOutbox(),
    cache,
    tabs: noTabs,
    shares: () => false,
    onPrivacyChange: () => () => undefined,
    onSendFailed: () => undefined,
    onCommandRejected: () => undefined,
    deleteDrafts: () => undefined,
    newId: () => CHAT,
    nowMs: clock.nowMs,
    timers: clock.timers,
  })
  chat.start()
  for (const tab of tabs) chat.reloadList(tab)

  const page = {
    chat,
    change,
    calls,
    frames,
    place: () => place,
    command: (kind: Command) => void chat.manage(CHAT, { kind } satisfies ChatCommand).catch(() => undefined),
    /** The tabs whose list shows the chat. */
    shown: () => tabs.filter((tab) => Object.values(chat.store.getState().conversations).some((line) => line.tab === tab)),
    expected: () => tabs.filter((tab) => tab === place),
    find(name: string): Call {
      const call = calls.find((entry) => entry.name === name)
      if (!call) throw new Error(`no ${name} is in flight`)
      return call
    },
    async answer(name: string) {
      const call = page.find(name)
      if (!call.isRead) call.read()
      call.answer()
      await settle()
    },
    async announceNext() {
      frames.shift()?.()
      await settle()
    },
    /** Delivers all pending responses and frames, and those that they cause. */
    async finish() {
      for (let turn = 0; calls.length + frames.length > 0; turn++) {
        if (turn > 200) throw new Error('the responses never end')
        await page.announceNext()
        for (const call of calls.slice()) {
          if (!call.isRead) call.read()
          call.answer()
          await settle()
        }
      }
    },
  }
  return page
}

test('a list requested before a decline does not restore the request', async () => {
  const page = await aPage({ place: 'requests' })
  await page.finish()
  page.chat.reloadList('requests')
  page.find('list requests').read()
  page.command('decline')
  await page.answer('decline')
  await page.answer('list requests')
  expect(page.shown()).toEqual([])
  await page.finish()
  expect(page.shown()).toEqual([])
})

test('a declined request leaves the list even if its page is open while the list loads', async () => {
  const page = await aPage({ place: 'requests' })
  await page.finish()
  page.chat.show(CHAT)
  page.command('decline')
  page.find('decline').read()
  await page.announceNext()
  await page.answer('chat')
  await page.finish()
  page.chat.show(null)
  await page.finish()
  expect(page.shown()).toEqual([])
})

test('a list requested before a block does not restore the conversation', async () => {
  const page = await aPage({ place: 'chats' })
  await page.finish()
  page.chat.reloadList('chats')
  page.find('list chats').read()
  page.change('hidden')
  await page.announceNext()
  await page.answer('chat')
  await page.answer('list chats')
  expect(page.shown()).toEqual([])
  await page.finish()
  expect(page.shown()).toEqual([])
})

test.each([
  ['a request', 'requests', false],
  ['an archived conversation', 'archived', false],
  ['a conversation without messages', 'chats', true],
] as const)('a block removes %s from its tab', async (_, place, isEmpty) => {
  const page = await aPage({ place, isEmpty })
  await page.finish()
  page.change('hidden')
  await page.finish()
  expect(page.shown()).toEqual([])
})

test('cached conversations do not restore one that the server no longer lists', async () => {
  let release = (): void => undefined
  const read = new Promise<void>((resolve) => (release = resolve))
  const conversations = [toConversation(rowAt('chats', false))]
  const cache: ChatCache = { ...noCache, load: () => read.then(() => ({ conversations, threads: [], commands: [] })) }
  const page = await aPage({ place: 'hidden', cache })
  await page.finish()
  release()
  await settle()
  expect(page.shown()).toEqual([])
})

/** A seeded random number generator (0 to 1), so that a failing order can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Runs changes, reads, responses and frames in random order. Returns the lists shown and expected at the end. */
async function inSomeOrder(seed: number): Promise<{ seed: number; shown: readonly ChatTab[]; expected: readonly ChatTab[] }> {
  const random = randomFrom(seed)
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)]
  const places: readonly Place[] = [...tabs, 'declined', 'hidden']
  const page = await aPage({ place: pick(places) ?? 'chats', isEmpty: random() < 0.2 })
  const steps: readonly (() => void)[] = [
    () => pick(page.calls.filter(({ isRead }) => !isRead))?.read(),
    () => pick(page.calls.filter(({ isRead }) => isRead))?.answer(),
    () => pick(page.calls.filter(({ isRead }) => isRead))?.answer(),
    () => page.frames.shift()?.(),
    () => page.change(pick(places) ?? 'chats'),
    () => page.command(pick(['accept', 'decline', 'archive', 'return'] as const) ?? 'accept'),
    () => page.chat.reloadList(pick(tabs)),
    () => page.chat.show(random() < 0.5 ? CHAT : null),
  ]
  for (let index = 0; index < 30; index++) {
    pick(steps)?.()
    await settle()
  }
  await page.finish()
  page.chat.show(null)
  await page.finish()
  return { seed, shown: page.shown(), expected: page.expected() }
}

test('the lists equal the server’s after any order of reads, changes and responses', async () => {
  const ended = await Promise.all(Array.from({ length: 500 }, (_, seed) => inSomeOrder(seed)))
  expect(ended.filter(({ shown, expected }) => shown.join() !== expected.join())).toEqual([])
})
