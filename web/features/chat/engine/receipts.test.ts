import { describe, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import { toPositions } from './chat.map.ts'
import { step } from './reducer.ts'
import { rowsOf } from './rows.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { chatWorld, type Tab } from '../runtime/chat.test-world.ts'
import type { ChatState } from './state.ts'

async function twoChatting({ shares = true } = {}) {
  const world = chatWorld()
  world.server.storeMessage(BOB, 'hello')
  const alice = world.openTab(ALICE, undefined, { shares })
  const bob = world.openTab(BOB)
  await world.clock.pass(10)
  for (const { chat } of [alice, bob]) chat.show(CHAT)
  await world.clock.pass(10)
  return { ...world, alice, bob }
}

const framesOf = (tab: Tab, event: string) => tab.wire.sockets.flatMap(({ sent }) => sent).filter((frame) => frame.event === event)

/** The delivery status of Bob's own messages. */
function deliveries(bob: Tab) {
  const conversation = bob.conversation()
  if (!conversation) throw new Error('no chat')
  const items = bob.state().messages[CHAT]?.items ?? []
  const { theirDeliveredSeq, theirReadSeq } = conversation
  const rows = rowsOf({ me: BOB, items, waiting: bob.state().outbox, commands: [], theirDeliveredSeq, theirReadSeq, unreadAfter: null })
  return rows.flatMap((row) => (row.kind === 'message' && row.isMine ? [row.delivery] : []))
}

describe('delivery status', () => {
  test('stored, then delivered, then seen', async () => {
    const { alice, bob, clock, server } = await twoChatting()
    alice.seen()
    server.cutSockets(ALICE)
    bob.say('are you there?')
    expect(deliveries(bob)).toEqual(['seen', 'stored'])
    await clock.pass(6_000)
    expect(deliveries(bob)).toEqual(['seen', 'delivered'])
    alice.seen()
    expect(deliveries(bob)).toEqual(['seen', 'seen'])
  })

  test('sends one delivery receipt per chat after a reconnect, not one per message', async () => {
    const { alice, clock, server } = await twoChatting()
    server.cutSockets(ALICE)
    for (let index = 0; index < 30; index++) server.storeMessage(BOB, String(index))
    const before = framesOf(alice, 'deliveredChat').length
    await clock.pass(6_000)
    expect(framesOf(alice, 'deliveredChat').length - before).toBe(1)
  })

  test('sends the receipts of messages that arrived before the settings loaded', async () => {
    const { alice, bob, clock } = await twoChatting({ shares: false })
    bob.say('on your way?')
    await clock.pass(10)
    expect(deliveries(bob)).toEqual(['stored', 'stored'])
    alice.setPrivacy(true)
    expect(deliveries(bob)).toEqual(['delivered', 'delivered'])
    alice.setPrivacy(false)
    bob.say('hello?')
    expect(deliveries(bob)).toEqual(['delivered', 'delivered', 'stored'])
  })

  test('sends no receipts and no typing indicators if the user has turned them off', async () => {
    const { alice, bob, clock } = await twoChatting({ shares: false })
    bob.say('hello?')
    alice.chat.typing(CHAT)
    await clock.pass(10)
    expect([framesOf(alice, 'deliveredChat'), framesOf(alice, 'typing'), deliveries(bob)]).toEqual([[], [], ['stored', 'stored']])
  })
})

test('reading a stranger’s request sends a read receipt, even for messages read offline', async () => {
  const { alice } = await twoChatting()
  const conversation = alice.conversation()
  if (!conversation) throw new Error('no chat')
  const opened = step(alice.state(), {
    name: 'chat_opened',
    conversation: { ...conversation, tab: 'requests', request: 'received' },
    requestedAt: 1_000,
    by: 'read',
  }).state
  const expected = { do: 'send_read_receipt', chatId: CHAT, seq: 1 }
  const markSeen = (state: ChatState) => step(state, { name: 'messages_seen', chatId: CHAT, seq: 1 })
  expect(markSeen(opened).effects).toContainEqual(expected)
  const away = markSeen(step(opened, { name: 'link_lost' }).state)
  expect(away.effects).not.toContainEqual(expected)
  expect(step(away.state, { name: 'link_opened' }).effects).toContainEqual(expected)
})

test('a reconnect does not request chats beyond the first page one by one', async () => {
  const { alice } = await twoChatting()
  const position = { chatId: CHAT, lastSeq: 9, changeSeq: 0, readSeq: 1, theirDeliveredSeq: 0, theirReadSeq: 0 }
  const others = Array.from({ length: 300 }, (_, index) => ({ ...position, chatId: `other ${index}` }))
  const { state, effects } = step(alice.state(), { name: 'resumed', positions: [position, ...others], reset: [] })
  expect([state.conversations[CHAT]?.lastSeq, effects.map((effect) => effect.do)]).toEqual([9, ['load_page', 'send_delivery_receipt']])
  const unknown = step(alice.state(), { name: 'chat_advanced', position: { ...position, chatId: 'unknown' } })
  expect(unknown.effects).toContainEqual({ do: 'load_chat', chatId: 'unknown' })
})

test('a list from before a read does not make messages unread again', async () => {
  const { alice } = await twoChatting()
  const conversation = alice.conversation()
  if (!conversation) throw new Error('no chat')
  const loaded = step(alice.state(), {
    name: 'chat_opened',
    conversation: { ...conversation, lastSeq: 10, unread: 10 },
    requestedAt: 1_000,
    by: 'read',
  }).state
  const seen = step(loaded, { name: 'messages_seen', chatId: CHAT, seq: 6 }).state
  const repeated = step(seen, {
    name: 'chat_opened',
    conversation: { ...conversation, lastSeq: 10, unread: 10 },
    requestedAt: 1_000,
    by: 'read',
  }).state
  expect([seen, repeated].map(({ conversations }) => conversations[CHAT]?.unread)).toEqual([4, 4])
})

test('F8: two tabs and a phone agree on the read position within a second', async () => {
  const { alice, bob, clock, openTab } = await twoChatting()
  const devices = [alice, openTab(ALICE), openTab(ALICE)]
  await clock.pass(10)
  for (let index = 0; index < 5; index++) bob.say(String(index))
  await clock.pass(10)
  expect(devices.map((tab) => tab.conversation()?.unread)).toEqual([6, 6, 6])
  devices[2]?.seen()
  await clock.pass(1_000)
  expect(devices.map((tab) => [tab.conversation()?.unread, tab.conversation()?.readSeq])).toEqual([
    [0, 6],
    [0, 6],
    [0, 6],
  ])
})

test('F16: a chat whose history went back is dropped and loaded again', async () => {
  const { alice, clock, server } = await twoChatting()
  for (let index = 0; index < 10; index++) server.deliver(server.storeMessage(BOB, `lost ${index}`))
  await clock.pass(10)
  expect(alice.said()).toHaveLength(11)
  server.restoreTo(1)
  alice.wire.last().send(chatFrames.resumed, { chats: [server.positionsFor(ALICE)], reset: [CHAT] })
  await clock.pass(100)
  expect([alice.said(), alice.conversation()?.lastSeq]).toEqual([['1 hello'], 1])
  alice.say('after the restore')
  await clock.pass(100)
  expect([alice.said(), alice.waiting()]).toEqual([['1 hello', '2 after the restore'], []])
})

test('after a reconnect, a chat that is not loaded is read again if the last message of another user may have changed', async () => {
  const { clock, openTab, server } = chatWorld()
  server.storeMessage(BOB, 'hello')
  const alice = openTab(ALICE)
  await clock.pass(10)
  const effectsAt = (changeSeq: number) =>
    step(alice.state(), { name: 'resumed', positions: [{ ...toPositions(server.positionsFor(ALICE)), changeSeq }], reset: [] }).effects
  expect(effectsAt(0)).not.toContainEqual({ do: 'load_chat', chatId: CHAT })
  expect(effectsAt(1)).toContainEqual({ do: 'load_chat', chatId: CHAT })
  alice.chat.show(CHAT)
  await clock.pass(10)
  expect(effectsAt(1)).not.toContainEqual({ do: 'load_chat', chatId: CHAT })
})
