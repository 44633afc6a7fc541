/* Two servers on one database with a bus that loses frames on demand. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import type { Uid } from '#contract/base/ids.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { createMemoryBus, createMemoryExchange } from '#server/platform/bus/memory-bus.ts'
import { POLL_WHILE_UP_MS, pollWhileUp } from '#server/platform/bus/poll-while-up.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSocketHub, type HubPeer } from '#server/platform/socket/socket-hub.ts'
import { trackedFrames } from './chat.delivery.ts'
import { aMessage, chatWorld } from './chat.test-world.ts'

const log = pino({ level: 'silent' })
const TARGET_MS = 10_000

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

let isLossy: boolean
let first: ReturnType<typeof aServer>
let second: ReturnType<typeof aServer>
let anna: Uid
let ben: Uid
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  isLossy = false
  const exchange = createMemoryExchange()
  first = aServer(createMemoryBus({ log, exchange }))
  second = aServer(createMemoryBus({ log, exchange }))
  ;[anna, ben] = await first.world.buddies('Anna', 'Ben')
})
afterEach(() => {
  first.stop()
  second.stop()
  vi.useRealTimers()
})

function aServer(whole: Bus) {
  const bus: Bus = { ...whole, deliver: (uids, payload) => void (isLossy || whole.deliver(uids, payload)) }
  const hub = createSocketHub(bus)
  const world = chatWorld(database.db, { hub, bus })
  for (const frame of trackedFrames) hub.onRemoteFrame(frame, (data) => world.chat.recordRemoteFrame(frame, data))
  const repair = vi.spyOn(world.chat, 'repairMissed')
  const stop = pollWhileUp({ bus, clock: world.clock, log, poll: (since) => world.chat.repairMissed(since, hub.isConnectedHere) })
  return { hub, world, repair, stop }
}

/** Opens a socket of a user and returns the chat frames it receives, with their positions. */
function aSocket({ hub }: ReturnType<typeof aServer>, uid: Uid): string[] {
  const frames: string[] = []
  const sendText = (text: string) => {
    const { event, data } = JSON.parse(text) as { event: string; data: Record<string, unknown> }
    frames.push(event === 'chat_moved' ? `${event} ${String(data['last_seq'])}/${String(data['change_seq'])}` : event)
  }
  const peer: HubPeer = { uid, authTimeMs: 1, sendText, send: () => undefined, close: () => undefined }
  hub.add(peer)
  return frames
}

/** Advances the clocks of both servers and awaits the effects. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    for (const { world } of [first, second]) world.clock.pass(1_000)
    vi.advanceTimersByTime(1_000)
    await settled()
  }
}

/** Awaits the queries of all comparisons. */
async function settled(): Promise<void> {
  await new Promise(setImmediate)
  for (const { repair } of [first, second]) await Promise.all(repair.mock.results.map(({ value }) => value))
  await new Promise(setImmediate)
}

const sendFirst = () => first.world.chat.send(anna, ben, aMessage(anna, ben))

test('a lost message that nothing follows is repaired within 10 s, once', async () => {
  const frames = aSocket(second, ben)
  await sendFirst()
  await settled()
  isLossy = true
  await sendFirst()
  isLossy = false
  await pass(TARGET_MS)
  expect(frames).toEqual(['new_message', 'chat_moved 2/0'])
  await pass(60_000)
  expect(frames).toHaveLength(2)
})

test('a lost reaction, edit or deletion is repaired within 10 s', async () => {
  const frames = aSocket(second, ben)
  const sent = await sendFirst()
  const which = { id: sent.id, chat_id: sent.chatId, seq: sent.seq }
  await settled()
  for (const [index, change] of [
    () => first.world.chat.react(anna, which, '👍', true),
    () => first.world.chat.edit(anna, which, 'other words'),
    () => first.world.chat.remove(anna, which),
  ].entries()) {
    isLossy = true
    await change()
    isLossy = false
    await pass(TARGET_MS)
    expect(frames.slice(1 + index)).toEqual([`chat_moved 1/${index + 1}`])
  }
})

test('delivered messages are not sent again, nor positions of chats without a member on this server', async () => {
  const frames = aSocket(second, ben)
  const stranger = aSocket(second, await first.world.stranger('Cleo'))
  for (let index = 0; index < 20; index++) {
    await sendFirst()
    await pass(1_000)
  }
  await pass(30_000)
  expect([new Set(frames), frames.length, stranger]).toEqual([new Set(['new_message']), 20, []])
})

test('does not repair a chat hidden by a block, for either user', async () => {
  const [benSocket, annaSocket] = [aSocket(second, ben), aSocket(second, anna)]
  isLossy = true
  await sendFirst()
  await first.world.block(ben, anna)
  isLossy = false
  await pass(TARGET_MS)
  await second.world.chat.sendPositionsSince([anna, ben], new Date(0))
  expect([...benSocket, ...annaSocket].filter((frame) => frame.startsWith('chat_moved'))).toEqual([])
})

test('a comparison takes one query for all chats, and a second one only for lost frames', async () => {
  aSocket(second, ben)
  const queries = vi.spyOn(database.db, 'getExecutor')
  await pass(POLL_WHILE_UP_MS)
  const idleCount = queries.mock.calls.length
  for (let index = 0; index < 20; index++) await sendFirst()
  await settled()
  queries.mockClear()
  await pass(POLL_WHILE_UP_MS)
  // One query from each of the two servers.
  expect([idleCount, queries.mock.calls.length]).toEqual([2, 2])
})

test('a resend of a lost message repairs the other server at once', async () => {
  const frames = aSocket(second, ben)
  const message = aMessage(anna, ben)
  isLossy = true
  await first.world.chat.send(anna, ben, message)
  isLossy = false
  await first.world.chat.send(anna, ben, message)
  await expect.poll(() => frames).toEqual(['chat_moved 1/0'])
})
