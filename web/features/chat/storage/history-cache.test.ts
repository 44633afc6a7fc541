import { describe, expect, test } from 'vitest'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { withCommands } from '../engine/changes.ts'
import { openChatCache, type CacheRecord, type HistoryStore } from './history-cache.ts'
import { memoryOutbox } from './outbox.ts'
import type { ChatTabs } from '../runtime/tabs.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { chatWorld, type Tab } from '../runtime/chat.test-world.ts'
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

/** Alice has opened a chat with that many messages, and closed the tab. */
async function aVisitBefore(count = 3) {
  const world = chatWorld()
  const history = memoryHistory()
  for (let index = 1; index <= count; index++) world.server.storeMessage(BOB, `message ${index}`)
  const open = () => world.openTab(ALICE, memoryOutbox(), { cache: openChatCache(world.clock.timers, history) })
  const before = open()
  await world.clock.pass(10)
  before.chat.show(CHAT)
  await world.clock.pass(2_000)
  before.close()
  return { ...world, history, open }
}

describe('the cached history', () => {
  test('is shown offline, and updated when the server responds', async () => {
    const { clock, open, server } = await aVisitBefore()
    server.reachable(false)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(10)
    expect([alice.said(), alice.conversation()?.person.name, alice.state().lists.chats.status]).toEqual([
      ['1 message 1', '2 message 2', '3 message 3'],
      'Bob',
      'ready',
    ])
    server.storeMessage(BOB, 'message 4')
    server.reachable(true)
    await clock.pass(10_000)
    expect(alice.said()).toEqual(['1 message 1', '2 message 2', '3 message 3', '4 message 4'])
  })

  test('includes changes made in the meantime', async () => {
    const { clock, open, openTab } = await aVisitBefore()
    const bob = openTab(BOB)
    await clock.pass(10)
    bob.chat.show(CHAT)
    await clock.pass(10)
    const [first] = bob.state().messages[CHAT]?.items ?? []
    bob.chat.changeMessage(first?.id ?? '', { kind: 'edit', chatId: CHAT, seq: 1, content: 'changed' })
    await clock.pass(10)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(100)
    expect(alice.said()).toEqual(['1 changed', '2 message 2', '3 message 3'])
  })

  test('A44: deletes messages of a user who has deleted their account', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    server.storeMessage(ALICE, 'are you still there?')
    server.erase(BOB)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(2_000)
    expect([alice.said(), alice.conversation()?.person.name]).toEqual([['1 ', '2 ', '3 ', '4 are you still there?'], 'Deleted account'])
    alice.close()
    expect(JSON.stringify(await history.all())).not.toContain('message 1')
    server.reachable(false)
    const later = open()
    await clock.pass(10)
    expect(later.said()).toEqual(['1 ', '2 ', '3 ', '4 are you still there?'])
  })

  test('A44: even from a conversation that is open', async () => {
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

  test('A44: even without opening the conversation', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    server.erase(BOB)
    const alice = open()
    await clock.pass(2_000)
    alice.close()
    expect([alice.said(), JSON.stringify(await history.all()).includes('message 1')]).toEqual([[], false])
  })

  test('A44: loses the texts and the name of a deleted member of a group, including in quotes, in an open conversation', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    const quoted = { id: newUuidv7(0), seq: 1, from: BOB, userName: 'Bob', type: 'text' as const, content: 'message 1' }
    server.change(server.storeMessage(ALICE, 'what was that?').seq, (message) => ({ ...message, reply: quoted }))
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT)
    await clock.pass(2_000)
    server.eraseMember(BOB)
    await clock.pass(2_000)
    expect(alice.said()).toEqual(['1 ', '2 ', '3 ', '4 what was that?'])
    const texts = JSON.stringify([alice.state().messages[CHAT]?.items, (await history.all()).map(({ thread }) => thread)])
    expect([texts.includes('message 1'), texts.includes('"Bob"'), texts.includes('Deleted account')]).toEqual([false, false, true])
  })

  test('A44: even if the account was deleted meanwhile, and after more changes than are loaded one by one', async () => {
    for (const count of [3, 500]) {
      const { clock, history, open, server } = await aVisitBefore(count)
      server.eraseMember(BOB)
      const alice = open()
      await clock.pass(2_000)
      alice.close()
      expect(JSON.stringify([alice.state().messages, await history.all()])).not.toContain('message ')
    }
  })

  test('A44: even from a conversation that was left at older messages', async () => {
    const { clock, history, open, server } = await aVisitBefore(300)
    const alice = open()
    await clock.pass(10)
    alice.chat.show(CHAT, 20)
    await clock.pass(10)
    alice.chat.show(null)
    await clock.pass(2_000)
    server.eraseMember(BOB)
    await clock.pass(2_000)
    expect(JSON.stringify([alice.state().messages, await history.all()])).not.toContain('message ')
  })

  test.each(['before the visit', 'during the visit'])(
    'loses the messages of a hidden conversation, not of an archived one: %s',
    async (when) => {
      for (const how of ['hidden', 'archived'] as const) {
        const { clock, history, open, server } = await aVisitBefore()
        if (when === 'before the visit') server.leaveList(how)
        // The browser's storage responds before the server.
        server.reachable(false)
        const alice = open()
        await clock.pass(10)
        server.reachable(true)
        await clock.pass(10_000)
        if (when === 'during the visit') server.leaveList(how)
        await clock.pass(2_000)
        alice.close()
        expect(JSON.stringify((await history.all()).map(({ thread }) => thread)).includes('message 1')).toBe(how === 'archived')
      }
    },
  )

  test('contains only the last messages of each chat', async () => {
    const { history } = await aVisitBefore(300)
    const thread = (await history.all()).find((record) => record.thread)?.thread
    expect([thread?.items.length, thread?.items.at(-1)?.seq]).toEqual([50, 300])
  })

  test('belongs to one user, and is empty after it was cleared', async () => {
    const { clock, history, openTab } = await aVisitBefore()
    const bob = openTab(BOB, memoryOutbox(), { cache: openChatCache(clock.timers, history) })
    expect(bob.said()).toEqual([])
    const cache = openChatCache(clock.timers, history)
    await cache.clear()
    expect(history.size()).toBe(0)
  })

  test('stops pending writes when it is cleared', async () => {
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

describe('a command issued offline', () => {
  async function deleteWhileOffline() {
    const world = await aVisitBefore()
    world.server.reachable(false)
    const before = world.open()
    await world.clock.pass(10)
    before.chat.changeMessage(idOf(before), { kind: 'delete', chatId: CHAT, seq: 1 })
    before.close()
    await world.clock.pass(10)
    return world
  }
  const idOf = (tab: Tab) => tab.state().messages[CHAT]?.items[0]?.id ?? ''
  const firstOf = (tab: Tab) => {
    const [first] = tab.state().messages[CHAT]?.items ?? []
    return first && withCommands(first, tab.state().commands, ALICE)
  }

  test('is shown in the next visit, and sent after the reconnect', async () => {
    const { clock, history, open, server } = await deleteWhileOffline()
    const later = open()
    await clock.pass(10)
    expect([firstOf(later)?.isDeleted, server.messages[0]?.deleted]).toEqual([true, undefined])
    server.reachable(true)
    await clock.pass(10_000)
    expect([server.messages[0]?.deleted, later.state().commands]).toEqual([true, []])
    expect((await history.all()).filter(({ act }) => act)).toEqual([])
  })

  test('is also sent if the connection opens before the browser’s storage has responded', async () => {
    const { clock, history, open, server } = await deleteWhileOffline()
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

  test('survives the sign-out like the outbox, and is sent by its own user only', async () => {
    const { clock, history, open, openTab, server } = await deleteWhileOffline()
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

  test('is replaced by its opposite', async () => {
    const { clock, history, open, server } = await aVisitBefore()
    server.reachable(false)
    const alice = open()
    await clock.pass(10)
    for (const on of [true, false]) alice.chat.changeMessage(idOf(alice), { kind: 'react', chatId: CHAT, seq: 1, emoji: '👍', on })
    await clock.pass(10)
    expect((await history.all()).flatMap(({ act }) => (act?.kind === 'react' ? [act.on] : []))).toEqual([false])
  })
})

/** Tabs of one browser that share broadcasts. */
function connectedTabs(): () => ChatTabs {
  const subscriptions: { tab: ChatTabs; listener: (event: ChatEvent) => void }[] = []
  return () => {
    const tab: ChatTabs = {
      broadcast: (event) => subscriptions.filter((other) => other.tab !== tab).forEach(({ listener }) => listener(event)),
      subscribe(listener) {
        const subscription = { tab, listener }
        subscriptions.push(subscription)
        return () => void subscriptions.splice(subscriptions.indexOf(subscription), 1)
      },
    }
    return tab
  }
}

describe('tabs of one browser', () => {
  async function twoTabs() {
    const world = chatWorld()
    world.server.storeMessage(BOB, 'hello')
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

  test('show the messages of another tab, even offline, and only that tab sends them', async () => {
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

  test('show the commands of another tab, even offline, and only that tab sends them', async () => {
    const { clock, server, first, second } = await twoTabs()
    const id = server.messages[0]?.id ?? ''
    const countReactions = (tab: Tab) => tab.wire.sockets.flatMap(({ sent }) => sent).filter(({ event }) => event === 'react').length
    const react = (on: boolean) => first.chat.changeMessage(id, { kind: 'react', chatId: CHAT, seq: 1, emoji: '👍', on })
    react(true)
    await clock.pass(30_000)
    expect([countReactions(first), countReactions(second), second.state().commands]).toEqual([1, 0, []])
    server.reachable(false)
    react(false)
    expect(second.state().commands).toMatchObject([{ id, on: false }])
    server.reachable(true)
    await clock.pass(10_000)
    expect([first.state().commands, second.state().commands, server.messages[0]?.reactions]).toEqual([[], [], []])
  })

  test('a command rejected in one tab is undone in all', async () => {
    const { clock, server, first, second } = await twoTabs()
    server.rejectChanges('not_found')
    first.chat.changeMessage(server.messages[0]?.id ?? '', { kind: 'edit', chatId: CHAT, seq: 1, content: 'never to be' })
    await clock.pass(1)
    expect([first.state().commands, second.state().commands, second.notices]).toEqual([[], [], []])
  })

  test('a command of a suspended tab is sent by another', async () => {
    const { clock, server, first, second } = await twoTabs()
    server.dropChanges(1)
    first.chat.changeMessage(server.messages[0]?.id ?? '', { kind: 'delete', chatId: CHAT, seq: 1 })
    first.close()
    await clock.pass(20_000)
    expect([server.messages[0]?.deleted, second.state().commands]).toEqual([true, []])
  })

  test('a message discarded in one tab is discarded in all', async () => {
    const { server, first, second } = await twoTabs()
    server.faults.push('not_connected')
    first.say('rejected')
    const [rejected] = first.state().outbox
    first.chat.discard(rejected?.id ?? '')
    expect([first.waiting(), second.waiting()]).toEqual([[], []])
  })

  test('a message of a suspended tab is sent by another', async () => {
    const { clock, server, first, second } = await twoTabs()
    server.faults.push('lose_ack', 'lose_ack')
    first.say('half sent')
    first.close()
    await clock.pass(20_000)
    expect([second.waiting(), second.said()]).toEqual([[], ['1 hello', '2 half sent']])
  })
})
