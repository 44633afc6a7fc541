import { describe, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat.ts'
import { step } from './reducer.ts'
import { rowsOf } from './rows.ts'
import { ALICE, BOB, CHAT, chatWorld, type Tab } from '../runtime/chat.test-world.ts'
import type { ChatState } from './types.ts'

async function twoTalking({ tells = true } = {}) {
  const world = chatWorld()
  world.server.storeSilently(BOB, 'hello')
  const alice = world.openTab(ALICE, undefined, { tells })
  const bob = world.openTab(BOB)
  await world.clock.pass(10)
  for (const { chat } of [alice, bob]) chat.show(CHAT)
  await world.clock.pass(10)
  return { ...world, alice, bob }
}

const framesOf = (tab: Tab, event: string) => tab.wire.sockets.flatMap(({ sent }) => sent).filter((frame) => frame.event === event)

/** What stands under Bob's own messages. */
function marks(bob: Tab) {
  const line = bob.line()
  if (!line) throw new Error('no chat')
  const items = bob.state().messages[CHAT]?.items ?? []
  const { theirDeliveredSeq, theirReadSeq } = line
  const rows = rowsOf({ me: BOB, items, waiting: bob.state().outbox, acts: [], theirDeliveredSeq, theirReadSeq, unreadAfter: null })
  return rows.flatMap((row) => (row.kind === 'message' && row.isMine ? [row.delivery] : []))
}

describe('where a message stands', () => {
  test('stored, then delivered, then seen', async () => {
    const { alice, bob, clock, server } = await twoTalking()
    alice.seen()
    server.cutOne(ALICE)
    bob.say('are you there?')
    expect(marks(bob)).toEqual(['seen', 'stored'])
    await clock.pass(6_000)
    expect(marks(bob)).toEqual(['seen', 'delivered'])
    alice.seen()
    expect(marks(bob)).toEqual(['seen', 'seen'])
  })

  test('is told once for each chat, not for each message, after an absence', async () => {
    const { alice, clock, server } = await twoTalking()
    server.cutOne(ALICE)
    for (let at = 0; at < 30; at++) server.storeSilently(BOB, String(at))
    const before = framesOf(alice, 'deliveredChat').length
    await clock.pass(6_000)
    expect(framesOf(alice, 'deliveredChat').length - before).toBe(1)
  })

  test('what arrives before the settings are known is told when they are', async () => {
    const { alice, bob, clock } = await twoTalking({ tells: false })
    bob.say('on your way?')
    await clock.pass(10)
    expect(marks(bob)).toEqual(['stored', 'stored'])
    alice.letKnow(true)
    expect(marks(bob)).toEqual(['delivered', 'delivered'])
    alice.letKnow(false)
    bob.say('hello?')
    expect(marks(bob)).toEqual(['delivered', 'delivered', 'stored'])
  })

  test('is not told by those who have their receipts off, and they do not tell that they write', async () => {
    const { alice, bob, clock } = await twoTalking({ tells: false })
    bob.say('hello?')
    alice.chat.typing(CHAT)
    await clock.pass(10)
    expect([framesOf(alice, 'deliveredChat'), framesOf(alice, 'typing'), marks(bob)]).toEqual([[], [], ['stored', 'stored']])
  })
})

test('what is read of a stranger’s request is told to the server, also what was read without a socket', async () => {
  const { alice } = await twoTalking()
  const line = alice.line()
  if (!line) throw new Error('no chat')
  const opened = step(alice.state(), {
    name: 'chat_opened',
    conversation: { ...line, tab: 'requests', request: 'received' },
    asked: 1_000,
    by: 'read',
  }).state
  const asked = { do: 'tell_read', chatId: CHAT, seq: 1 }
  const seen = (state: ChatState) => step(state, { name: 'seen_here', chatId: CHAT, seq: 1 })
  expect(seen(opened).effects).toContainEqual(asked)
  const away = seen(step(opened, { name: 'link_lost' }).state)
  expect(away.effects).not.toContainEqual(asked)
  expect(step(away.state, { name: 'link_opened' }).effects).toContainEqual(asked)
})

test('of hundreds of chats that are not on the list’s first page none is asked for by itself after a reconnect', async () => {
  const { alice } = await twoTalking()
  const mark = { chatId: CHAT, lastSeq: 9, changeSeq: 0, readSeq: 1, theirDeliveredSeq: 0, theirReadSeq: 0 }
  const others = Array.from({ length: 300 }, (_, at) => ({ ...mark, chatId: `other ${at}` }))
  const { state, effects } = step(alice.state(), { name: 'resumed', marks: [mark, ...others], reset: [] })
  expect([state.conversations[CHAT]?.lastSeq, effects.map((it) => it.do)]).toEqual([9, ['load_page', 'tell_delivered']])
  const begun = step(alice.state(), { name: 'moved', mark: { ...mark, chatId: 'begun' } })
  expect(begun.effects).toContainEqual({ do: 'load_chat', chatId: 'begun' })
})

test('a list that was drawn up before something was read does not make it unread again', async () => {
  const { alice } = await twoTalking()
  const line = alice.line()
  if (!line) throw new Error('no chat')
  const known = step(alice.state(), {
    name: 'chat_opened',
    conversation: { ...line, lastSeq: 10, unread: 10 },
    asked: 1_000,
    by: 'read',
  }).state
  const seen = step(known, { name: 'seen_here', chatId: CHAT, seq: 6 }).state
  const again = step(seen, { name: 'chat_opened', conversation: { ...line, lastSeq: 10, unread: 10 }, asked: 1_000, by: 'read' }).state
  expect([seen, again].map(({ conversations }) => conversations[CHAT]?.unread)).toEqual([4, 4])
})

test('F8: two tabs and a phone agree on what is read within a second', async () => {
  const { alice, bob, clock, openTab } = await twoTalking()
  const devices = [alice, openTab(ALICE), openTab(ALICE)]
  await clock.pass(10)
  for (let at = 0; at < 5; at++) bob.say(String(at))
  await clock.pass(10)
  expect(devices.map((tab) => tab.line()?.unread)).toEqual([6, 6, 6])
  devices[2]?.seen()
  await clock.pass(1_000)
  expect(devices.map((tab) => [tab.line()?.unread, tab.line()?.readSeq])).toEqual([
    [0, 6],
    [0, 6],
    [0, 6],
  ])
})

test('F16: a chat whose history went back is forgotten and read anew, and nothing is stuck', async () => {
  const { alice, clock, server } = await twoTalking()
  for (let at = 0; at < 10; at++) server.deliver(server.storeSilently(BOB, `lost ${at}`))
  await clock.pass(10)
  expect(alice.said()).toHaveLength(11)
  server.goBackTo(1)
  alice.wire.last().send(chatFrames.resumed, { chats: [server.marksOf(ALICE)], reset: [CHAT] })
  await clock.pass(100)
  expect([alice.said(), alice.line()?.lastSeq]).toEqual([['1 hello'], 1])
  alice.say('after the restore')
  await clock.pass(100)
  expect([alice.said(), alice.waiting()]).toEqual([['1 hello', '2 after the restore'], []])
})
