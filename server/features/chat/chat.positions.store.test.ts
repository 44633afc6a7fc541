/* Two servers on one database, and a bus between them that loses what the test says. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import type { Uid } from '#contract/base/ids.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { createMemoryBus, createMemoryExchange } from '#server/platform/bus/memory-bus.ts'
import { POLL_WHILE_UP_MS, pollWhileUp } from '#server/platform/bus/while-up.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSocketHub, type HubPeer } from '#server/platform/socket/socket-hub.ts'
import { positionFrames } from './chat.positions.ts'
import { aMessage, chatWorld } from './chat.test-world.ts'

const log = pino({ level: 'silent' })
const PROMISE_MS = 10_000

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

let isLossy: boolean
let one: ReturnType<typeof aServer>
let two: ReturnType<typeof aServer>
let anna: Uid
let ben: Uid
let count = 0
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  isLossy = false
  const exchange = createMemoryExchange()
  one = aServer(createMemoryBus({ log, exchange }))
  two = aServer(createMemoryBus({ log, exchange }))
  count++
  anna = await one.world.person(`anna${count}`, 'Anna')
  ben = await one.world.person(`ben${count}`, 'Ben')
  await one.world.befriend(anna, ben)
})
afterEach(() => {
  one.stop()
  two.stop()
  vi.useRealTimers()
})

function aServer(whole: Bus) {
  const bus: Bus = { ...whole, deliver: (uids, payload) => void (isLossy || whole.deliver(uids, payload)) }
  const hub = createSocketHub(bus)
  const world = chatWorld(database.db, { hub, bus })
  for (const frame of positionFrames) hub.onFrameFromElsewhere(frame, (data) => world.chat.noteElsewhere(frame, data))
  const asked = vi.spyOn(world.chat, 'tellBehind')
  const stop = pollWhileUp({ bus, clock: world.clock, log, poll: (since) => world.chat.tellBehind(since, hub.isHere) })
  return { hub, world, asked, stop }
}

/** A socket of that person, and what it got of chats: new messages, changes, and how far a chat is. */
function aSocket({ hub }: ReturnType<typeof aServer>, uid: Uid): string[] {
  const frames: string[] = []
  const sendText = (text: string) => {
    const { event, data } = JSON.parse(text) as { event: string; data: Record<string, unknown> }
    frames.push(event === 'chat_moved' ? `${event} ${String(data['last_seq'])}/${String(data['change_seq'])}` : event)
  }
  const peer: HubPeer = { id: `${uid} ${Math.random()}`, uid, authTimeMs: 1, sendText, send: () => undefined, close: () => undefined }
  hub.add(peer)
  return frames
}

/** Lets time pass on both servers, and what it causes happen. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    for (const { world } of [one, two]) world.clock.pass(1_000)
    vi.advanceTimersByTime(1_000)
    await settled()
  }
}

/** The database answers in its own time. */
async function settled(): Promise<void> {
  await new Promise(setImmediate)
  for (const { asked } of [one, two]) await Promise.all(asked.mock.results.map(({ value }) => value))
  await new Promise(setImmediate)
}

const say = () => one.world.chat.send(anna, ben, aMessage(anna, ben))

test('the last message before a quiet period, lost on its way, is told within 10 s, once', async () => {
  const frames = aSocket(two, ben)
  await say()
  await settled()
  isLossy = true
  await say()
  isLossy = false
  await pass(PROMISE_MS)
  expect(frames).toEqual(['new_message', 'chat_moved 2/0'])
  await pass(60_000)
  expect(frames).toHaveLength(2)
})

test('so is a change: a reaction, an edit or a deletion', async () => {
  const frames = aSocket(two, ben)
  const sent = await say()
  const which = { id: sent.id, chat_id: sent.chatId, seq: sent.seq }
  await settled()
  for (const [at, change] of [
    () => one.world.chat.react(anna, which, '👍', true),
    () => one.world.chat.edit(anna, which, 'other words'),
    () => one.world.chat.remove(anna, which),
  ].entries()) {
    isLossy = true
    await change()
    isLossy = false
    await pass(PROMISE_MS)
    expect(frames.slice(1 + at)).toEqual([`chat_moved 1/${at + 1}`])
  }
})

test('what arrived is not told a second time, and nothing is told of chats that nobody here is in', async () => {
  const frames = aSocket(two, ben)
  const stranger = aSocket(two, await one.world.person(`cleo${count}`, 'Cleo'))
  for (let at = 0; at < 20; at++) {
    await say()
    await pass(1_000)
  }
  await pass(30_000)
  expect([new Set(frames), frames.length, stranger]).toEqual([new Set(['new_message']), 20, []])
})

test('one comparison is one question, however many chats and people there are, and another only for what was lost', async () => {
  aSocket(two, ben)
  const asks = vi.spyOn(database.db, 'getExecutor')
  await pass(POLL_WHILE_UP_MS)
  const quiet = asks.mock.calls.length
  for (let at = 0; at < 20; at++) await say()
  await settled()
  asks.mockClear()
  await pass(POLL_WHILE_UP_MS)
  // Each of the two servers asks once.
  expect([quiet, asks.mock.calls.length]).toEqual([2, 2])
})

test('a repeat of a message that was lost on its way tells the other server at once', async () => {
  const frames = aSocket(two, ben)
  const message = aMessage(anna, ben)
  isLossy = true
  await one.world.chat.send(anna, ben, message)
  isLossy = false
  await one.world.chat.send(anna, ben, message)
  await expect.poll(() => frames).toEqual(['chat_moved 1/0'])
})
