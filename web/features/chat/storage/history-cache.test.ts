import { describe, expect, test } from 'vitest'
import { withActs } from '../engine/message-commands.ts'
import { openChatCache, type CacheRecord, type HistoryStore } from './history-cache.ts'
import { memoryOutbox } from './outbox.ts'
import type { ChatTabs } from '../runtime/tabs.ts'
import { ALICE, BOB, CHAT, chatWorld, type Tab } from '../runtime/chat.test-world.ts'
import type { ChatEvent } from '../engine/events.ts'

function memoryHistory(): HistoryStore & { empty: () => void; size: () => number } {
  const records = new Map<string, CacheRecord>()
  return {
    all: async () => [...records.values()],
    put: async (record) => records.set(record.key, record),
    delete: async (key) => records.delete(key),
    empty: () => records.clear(),
    size: () => records.size,
  }
}

/** Alice has looked at a chat of so many messages, and left. */
async function aVisitBefore(count = 3) {
  const world = chatWorld()
  const history = memoryHistory()
  for (let at = 1; at <= count; at++) world.server.storeSilently(BOB, `message ${at}`)
  const open = () => world.openTab(ALICE, memoryOutbox(), { cache: openChatCache(world.clock.timers, history) })
  const before = open()
  await world.clock.pass(10)
  before.chat.show(CHAT)
  await world.clock.pass(2_000)
  before.close()
  return { ...world, history, open }
}

describe('the history kept in the browser', () => {
  test('is shown without a network, and made true when the server answers', async () => {
    const { clock, open, server } = await aVisitBefore()
    server.reachable(false)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(10)
    expect([alice.said(), alice.line()?.person.name, alice.state().lists.chats.status]).toEqual([
      ['1 message 1', '2 message 2', '3 message 3'],
      'Bob',
      'ready',
    ])
    server.storeSilently(BOB, 'message 4')
    server.reachable(true)
    await clock.pass(10_000)
    expect(alice.said()).toEqual(['1 message 1', '2 message 2', '3 message 3', '4 message 4'])
  })

  test('learns of what was changed meanwhile', async () => {
    const { clock, open, openTab } = await aVisitBefore()
    const bob = openTab(BOB)
    await clock.pass(10)
    bob.chat.show(CHAT)
    await clock.pass(10)
    const [first] = bob.state().messages[CHAT]?.items ?? []
    bob.chat.act(first?.id ?? '', { kind: 'edit', chatId: CHAT, seq: 1, content: 'changed' })
    await clock.pass(10)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(100)
    expect(alice.said()).toEqual(['1 changed', '2 message 2', '3 message 3'])
  })

  test('A44: forgets what was written by somebody who has deleted their account since', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    server.storeSilently(ALICE, 'are you still there?')
    server.erase(BOB)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(2_000)
    expect([alice.said(), alice.line()?.person.name]).toEqual([['1 ', '2 ', '3 ', '4 are you still there?'], 'Deleted account'])
    alice.close()
    expect(JSON.stringify(await history.all())).not.toContain('message 1')
    server.reachable(false)
    const later = open()
    await clock.pass(10)
    expect(later.said()).toEqual(['1 ', '2 ', '3 ', '4 are you still there?'])
  })

  test('A44: so does a conversation that is open meanwhile', async () => {
    const { clock, open, server } = await aVisitBefore()
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(10)
    server.erase(BOB)
    alice.chat.reloadList()
    await clock.pass(10)
    expect(alice.said()).toEqual(['1 ', '2 ', '3 '])
  })

  test('A44: and a visit that does not open it', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    server.erase(BOB)
    const alice = open()
    await clock.pass(2_000)
    alice.close()
    expect([alice.said(), JSON.stringify(await history.all()).includes('message 1')]).toEqual([[], false])
  })

  test('holds no more than the last of each chat', async () => {
    const { history } = await aVisitBefore(300)
    const thread = (await history.all()).find((record) => record.thread)?.thread
    expect([thread?.items.length, thread?.items.at(-1)?.seq]).toEqual([50, 300])
  })

  test('is one person’s alone, and gone after it was cleared', async () => {
    const { clock, history, openTab } = await aVisitBefore()
    const bob = openTab(BOB, memoryOutbox(), { cache: openChatCache(clock.timers, history) })
    expect(bob.said()).toEqual([])
    const cache = openChatCache(clock.timers, history)
    await cache.clear()
    expect(history.size()).toBe(0)
  })

  test('is not written to its end when it is cleared meanwhile', async () => {
    const { clock, history, openTab } = await aVisitBefore()
    history.empty()
    const disk = Promise.withResolvers<void>()
    const put = (record: CacheRecord) => disk.promise.then(() => history.put(record))
    const cache = openChatCache(clock.timers, { ...history, put, all: () => disk.promise.then(history.all) })
    const alice = openTab(ALICE, memoryOutbox(), { cache })
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(2_000)
    const cleared = cache.clear()
    disk.resolve()
    await cleared
    await clock.pass(10)
    expect(history.size()).toBe(0)
  })
})

describe('what was done without a network', () => {
  async function deletedOffline() {
    const world = await aVisitBefore()
    world.server.reachable(false)
    const before = world.open()
    await world.clock.pass(10)
    before.chat.act(idOf(before), { kind: 'delete', chatId: CHAT, seq: 1 })
    before.close()
    await world.clock.pass(10)
    return world
  }
  const idOf = (tab: Tab) => tab.state().messages[CHAT]?.items[0]?.id ?? ''
  const firstOf = (tab: Tab) => {
    const [first] = tab.state().messages[CHAT]?.items ?? []
    return first && withActs(first, tab.state().acts, ALICE)
  }

  test('still looks done in the next visit, and is done with the next connection', async () => {
    const { clock, history, open, server } = await deletedOffline()
    const later = open()
    await clock.pass(10)
    expect([firstOf(later)?.isDeleted, server.messages[0]?.deleted]).toEqual([true, undefined])
    server.reachable(true)
    await clock.pass(10_000)
    expect([server.messages[0]?.deleted, later.state().acts]).toEqual([true, []])
    expect((await history.all()).filter(({ act }) => act)).toEqual([])
  })

  test('is done as well when the connection is there before the browser’s storage has answered', async () => {
    const { clock, history, open, server } = await deletedOffline()
    server.reachable(true)
    const answer = Promise.withResolvers<void>()
    const { all } = history
    history.all = () => answer.promise.then(all)
    open()
    await clock.pass(10)
    expect(server.messages[0]?.deleted).toBeUndefined()
    answer.resolve()
    await clock.pass(10)
    expect(server.messages[0]?.deleted).toBe(true)
  })

  test('outlives the sign-out, as the outbox does, and nobody else does it', async () => {
    const { clock, history, open, openTab, server } = await deletedOffline()
    server.reachable(true)
    await openChatCache(clock.timers, history).clear()
    expect((await history.all()).map(({ act }) => act?.kind)).toEqual(['delete'])
    openTab(BOB, memoryOutbox(), { cache: openChatCache(clock.timers, history) })
    await clock.pass(10_000)
    expect(server.messages[0]?.deleted).toBeUndefined()
    open()
    await clock.pass(10)
    expect(server.messages[0]?.deleted).toBe(true)
  })

  test('keeps the last word only', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    server.reachable(false)
    const alice = open()
    await clock.pass(10)
    for (const on of [true, false]) alice.chat.act(idOf(alice), { kind: 'react', chatId: CHAT, seq: 1, emoji: '👍', on })
    await clock.pass(10)
    expect((await history.all()).flatMap(({ act }) => (act?.kind === 'react' ? [act.on] : []))).toEqual([false])
  })
})

/** Tabs of one browser, connected without a network. */
function connectedTabs(): () => ChatTabs {
  const ears: { tab: ChatTabs; listener: (event: ChatEvent) => void }[] = []
  return () => {
    const tab: ChatTabs = {
      tell: (told) => ears.filter((ear) => ear.tab !== tab).forEach(({ listener }) => listener(told)),
      hear(listener) {
        const ear = { tab, listener }
        ears.push(ear)
        return () => void ears.splice(ears.indexOf(ear), 1)
      },
    }
    return tab
  }
}

describe('tabs of one browser', () => {
  async function twoTabs() {
    const world = chatWorld()
    world.server.storeSilently(BOB, 'hello')
    const outbox = memoryOutbox()
    const newTab = connectedTabs()
    const open = () => world.openTab(ALICE, outbox, { tabs: newTab() })
    const [first, second] = [open(), open()]
    await world.clock.pass(10)
    for (const { chat } of [first, second]) chat.show(CHAT)
    await world.clock.pass(10)
    return { ...world, first, second }
  }
  const sends = (tab: { wire: { sockets: { sent: { event: string }[] }[] } }) =>
    tab.wire.sockets.flatMap(({ sent }) => sent).filter(({ event }) => event === 'sendMessage').length

  test('show what one of them writes, also offline, and only that one sends it', async () => {
    const { clock, server, first, second } = await twoTabs()
    first.say('one')
    expect([second.said(), sends(second)]).toEqual([['1 hello', '2 one'], 0])
    server.reachable(false)
    first.say('two')
    expect([first.waiting(), second.waiting()]).toEqual([['two'], ['two']])
    server.reachable(true)
    await clock.pass(10_000)
    expect([first.said(), second.said(), second.waiting()]).toEqual([['1 hello', '2 one', '3 two'], ['1 hello', '2 one', '3 two'], []])
  })

  test('show what one of them changes, also offline, and only that one asks for it', async () => {
    const { clock, server, first, second } = await twoTabs()
    const id = server.messages[0]?.id ?? ''
    const asks = (tab: Tab) => tab.wire.sockets.flatMap(({ sent }) => sent).filter(({ event }) => event === 'react').length
    const react = (on: boolean) => first.chat.act(id, { kind: 'react', chatId: CHAT, seq: 1, emoji: '👍', on })
    react(true)
    await clock.pass(30_000)
    expect([asks(first), asks(second), second.state().acts]).toEqual([1, 0, []])
    server.reachable(false)
    react(false)
    expect(second.state().acts).toMatchObject([{ id, on: false }])
    server.reachable(true)
    await clock.pass(10_000)
    expect([first.state().acts, second.state().acts, server.messages[0]?.reactions]).toEqual([[], [], []])
  })

  test('a change that is refused to one is taken back in all', async () => {
    const { clock, server, first, second } = await twoTabs()
    server.refuseChanges('not_found')
    first.chat.act(server.messages[0]?.id ?? '', { kind: 'edit', chatId: CHAT, seq: 1, content: 'never to be' })
    await clock.pass(1)
    expect([first.state().acts, second.state().acts, second.notices]).toEqual([[], [], []])
  })

  test('what a tab that went to sleep has not got changed is asked for by another', async () => {
    const { clock, server, first, second } = await twoTabs()
    server.swallowChanges(1)
    first.chat.act(server.messages[0]?.id ?? '', { kind: 'delete', chatId: CHAT, seq: 1 })
    first.close()
    await clock.pass(20_000)
    expect([server.messages[0]?.deleted, second.state().acts]).toEqual([true, []])
  })

  test('a message given up in one is given up in all', async () => {
    const { server, first, second } = await twoTabs()
    server.faults.push('not_connected')
    first.say('refused')
    const [refused] = first.state().outbox
    first.chat.discard(refused?.id ?? '')
    expect([first.waiting(), second.waiting()]).toEqual([[], []])
  })

  test('what a tab that went to sleep has not sent is sent by another', async () => {
    const { clock, server, first, second } = await twoTabs()
    server.faults.push('lose_ack', 'lose_ack')
    first.say('half sent')
    first.close()
    await clock.pass(20_000)
    expect([second.waiting(), second.said()]).toEqual([[], ['1 hello', '2 half sent']])
  })
})
