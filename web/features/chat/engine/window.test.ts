import { describe, expect, test } from 'vitest'
import { settle } from '#web/platform/test-clock.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { chatWorld, type Tab } from '../runtime/chat.test-world.ts'

/** Alice opens a chat with that many messages. */
async function aLongChat(count: number) {
  const world = chatWorld()
  for (let index = 1; index <= count; index++) world.server.storeMessage(index % 2 === 0 ? ALICE : BOB, `message ${index}`)
  const alice = world.openTab(ALICE)
  await world.clock.pass(10)
  alice.chat.show(CHAT)
  await world.clock.pass(10)
  return { ...world, alice }
}

const threadOf = (tab: Tab) => tab.state().messages[CHAT]
const range = (tab: Tab) => [threadOf(tab)?.items[0]?.seq, threadOf(tab)?.items.at(-1)?.seq]

describe('the loaded part of a chat', () => {
  test('stays bounded while reading ten thousand messages back and forth', async () => {
    const { alice } = await aLongChat(10_000)
    let max = 0
    for (let first = 9_951; first > 1; first = range(alice)[0] ?? 1) {
      alice.chat.loadOlder(CHAT)
      await settle()
      alice.chat.setReaderPosition(CHAT, range(alice)[0] ?? 1)
      max = Math.max(max, threadOf(alice)?.items.length ?? 0)
    }
    expect([range(alice)[0], threadOf(alice)?.reachesNewest]).toEqual([1, false])
    for (let end = range(alice)[1] ?? 0; end < 10_000; end = range(alice)[1] ?? 10_000) {
      alice.chat.loadNewer(CHAT)
      await settle()
      alice.chat.setReaderPosition(CHAT, range(alice)[1] ?? 1)
      max = Math.max(max, threadOf(alice)?.items.length ?? 0)
    }
    expect([range(alice)[1], threadOf(alice)?.reachesNewest, max < 700]).toEqual([10_000, true, true])
  })

  test('around a distant message, new messages are counted but not added', async () => {
    const { alice, clock, server } = await aLongChat(1_000)
    alice.chat.jump(CHAT, 500)
    await settle()
    expect([range(alice), threadOf(alice)?.target?.seq, threadOf(alice)?.reachesNewest]).toEqual([[476, 525], 500, false])
    const late = server.storeMessage(BOB, 'late')
    server.deliver(late)
    await clock.pass(10)
    expect([range(alice), alice.conversation()?.lastSeq]).toEqual([[476, 525], 1_001])
    alice.chat.jumpToNewest(CHAT)
    await settle()
    expect([range(alice), threadOf(alice)?.reachesNewest]).toEqual([[952, 1_001], true])
  })

  test('a jump to a loaded message loads nothing', async () => {
    const { alice } = await aLongChat(100)
    alice.chat.jump(CHAT, 80)
    expect([range(alice), threadOf(alice)?.target]).toEqual([[51, 100], { seq: 80, turn: 1 }])
    alice.chat.jump(CHAT, 80)
    expect(threadOf(alice)?.target?.turn).toBe(2)
  })

  test('writing from far up returns to the newest', async () => {
    const { alice } = await aLongChat(1_000)
    alice.chat.jump(CHAT, 100)
    await settle()
    alice.say('from far up')
    await settle()
    expect([range(alice)[1], threadOf(alice)?.target?.seq, alice.said().at(-1)]).toEqual([1_001, 'newest', '1001 from far up'])
  })

  test('a chat that was left keeps its newest messages, unless it was read far up', async () => {
    const { alice } = await aLongChat(1_000)
    for (let page = 0; page < 5; page++) {
      alice.chat.loadOlder(CHAT)
      await settle()
    }
    alice.chat.show(null)
    expect(range(alice)).toEqual([951, 1_000])
    alice.chat.show(CHAT, 10)
    await settle()
    alice.chat.show(null)
    expect(threadOf(alice)).toBeUndefined()
  })

  test('a position from before a reload drops nothing', async () => {
    const { alice } = await aLongChat(1_000)
    alice.chat.setReaderPosition(CHAT, 4)
    expect([range(alice), threadOf(alice)?.reachesNewest]).toEqual([[951, 1_000], true])
  })

  test('an older page that no longer fits is dropped', async () => {
    const { alice } = await aLongChat(1_000)
    alice.chat.jump(CHAT, 300)
    alice.chat.loadOlder(CHAT)
    await settle()
    expect([range(alice), threadOf(alice)?.items.length, threadOf(alice)?.older]).toEqual([[276, 325], 50, 'idle'])
    alice.chat.loadOlder(CHAT)
    await settle()
    expect(range(alice)).toEqual([226, 325])
  })

  test('showing a chat at a message loads the page around it', async () => {
    const { alice } = await aLongChat(1_000)
    alice.chat.show(null)
    alice.chat.show(CHAT, 300)
    await settle()
    expect([range(alice), threadOf(alice)?.target?.seq]).toEqual([[276, 325], 300])
  })
})
