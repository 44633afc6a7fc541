/* The load of shared sessions in steady state: computing time of the server's process, and what a client receives. */
import { randomUUID } from 'node:crypto'
import { togetherFrames, type TogetherCommand, type TogetherSession } from '#contract/together.ts'
import { STEADY_PING_MS } from '#web/features/together/server-clock.ts'
import { createTogether } from '#server/features/together/together.service.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createMint, insertCrowd, uidOf } from '#tests/kit/chat/crowd.ts'
import { aDevice, type Device } from '#tests/kit/chat/device.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { startPostgres } from '#tests/kit/engines.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aTrack } from '#tests/kit/together-simulation.ts'

const SESSIONS = 1_000
const CROWD = 50
/** An item of typical length. */
const ITEM_S = 200
const MEASURED_S = 60
const PING_S = STEADY_PING_MS / 1_000
const CONNECTED_AT_ONCE = 50

type Load = { what: string; measured: string; promise: string; kept: boolean }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `work` for each value, spread evenly over this time. */
async function spread<T>(values: readonly T[], seconds: number, work: (value: T) => unknown): Promise<void> {
  const began = performance.now()
  for (const [index, value] of values.entries()) {
    const waitMs = began + (index * seconds * 1_000) / values.length - performance.now()
    if (waitMs > 5) await pause(waitMs)
    await work(value)
  }
  await pause(Math.max(0, began + seconds * 1_000 - performance.now()))
}

export async function measureLoad(): Promise<Load[]> {
  return [await pairs(), await crowd()]
}

type Pair = { devices: [Device, Device]; chatId: string }

/** 1,000 sessions of two on one server: clock requests of all members, and items that end in the meantime. */
async function pairs(): Promise<Load> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('This needs PostgreSQL: apt-get install postgresql')
  const mint = await createMint()
  const server = await startChatServer({ people: SESSIONS * 2, mint, databaseUrl: postgres.url })
  const sessions: Pair[] = []
  const send = (device: Device, chatId: string, command: TogetherCommand) =>
    device.say(togetherFrames.togetherCommand, { key: randomUUID(), chat_id: chatId, command })
  const last = (device: Device): TogetherSession | undefined =>
    // Sent by our own server through the contract.
    device.frames.findLast(({ event }) => event === 'together_state')?.data['session'] as TogetherSession | undefined

  async function start(position: number): Promise<Pair> {
    const devices: [Device, Device] = [
      await aDevice({ origin: server.origin, mint, number: position * 2 }),
      await aDevice({ origin: server.origin, mint, number: position * 2 + 1 }),
    ]
    const [first, second] = devices
    for (const device of devices) await device.connect()
    first.write('hello')
    await first.allAcknowledged()
    const chatId = first.chatId() ?? ''
    send(first, chatId, { kind: 'start', item: aTrack('first') })
    await second.until('the start', () => last(second) !== undefined)
    send(second, chatId, { kind: 'join', platform: 'youtube' })
    for (let item = 0; item < 2; item++) send(first, chatId, { kind: 'add', item: aTrack('next') })
    await second.until('the queue', () => last(second)?.queue.length === 2)
    return { devices, chatId }
  }
  for (let index = 0; index < SESSIONS; index += CONNECTED_AT_ONCE)
    sessions.push(...(await Promise.all(Array.from({ length: CONNECTED_AT_ONCE }, (_, more) => start(index + more)))))

  /** The end of an item, and the start of the next one. */
  async function next({ devices, chatId }: Pair): Promise<void> {
    const item = last(devices[0])?.current?.id ?? ''
    for (const device of devices) send(device, chatId, { kind: 'ended', item })
    await devices[0].until('the next item', () => last(devices[0])?.current?.id !== item)
    const id = last(devices[0])?.current?.id ?? ''
    for (const device of devices) {
      send(device, chatId, { kind: 'ready', item: id })
      send(device, chatId, { kind: 'sync', item: id, in_sync: true, duration_ms: ITEM_S * 1_000 })
    }
  }
  const everyone = sessions.flatMap(({ devices }) => devices)
  const ending = sessions.slice(0, Math.round((SESSIONS * MEASURED_S) / ITEM_S))
  const micros = async () => {
    const { cpu } = await server.usage('asItIs')
    return cpu.user + cpu.system
  }
  // Only the sockets: what these users cost without sessions.
  const idle = await micros()
  await pause(20_000)
  const before = await micros()
  const idleShare = (before - idle) / 1e6 / 20
  await Promise.all([
    spread(ending, MEASURED_S, next),
    (async () => {
      for (let round = 0; round < MEASURED_S / PING_S; round++)
        await spread(everyone, PING_S, (device) => device.say(togetherFrames.togetherPing, { sent: performance.now() }))
    })(),
  ])
  const share = (await micros()) - before
  const total = share / 1e6 / MEASURED_S
  await Promise.all(everyone.map((device) => device.goOffline()))
  await server.close()
  await postgres.remove()
  return {
    what: `${SESSIONS} sessions of 2, items of ${ITEM_S} s`,
    measured: `${((total - idleShare) * 100).toFixed(1)} % of a core, beside ${(idleShare * 100).toFixed(1)} % for the open sockets`,
    promise: 'under 10 % of a core',
    kept: total - idleShare < 0.1,
  }
}

/** Frames that one of 50 members receives during an item, from the real service. */
async function crowd(): Promise<Load> {
  const database = await testDatabase()
  await insertCrowd(database, CROWD)
  const everyone = Array.from({ length: CROWD }, (_, index) => uidOf(index))
  const chatId = randomUUID()
  await database.query(
    `insert into chats (id, low_uid, high_uid, created_at) values ('${chatId}', '${uidOf(0)}', '${uidOf(1)}', now()) on conflict do nothing`,
  )
  let bytes = 0
  const together = createTogether({
    db: database.db,
    hub: {
      // Every member gets the same text.
      send: (_, frame, data) => void (bytes += JSON.stringify({ event: frame.event, data }).length),
    },
    clock: systemClock,
    newId: randomUUID,
    conversation: async () => ({ members: everyone, isOpen: true, mayWrite: true }),
    everyone: async () => everyone,
    hiddenAmong: async () => new Map(),
    visible: async (_viewer, _chatId, uids) => [...uids],
    cards: async (uids) =>
      new Map(uids.map((uid) => [uid, { uid, user_name: 'name', name: 'A Usual Name', avatar_url: `/files/${uid}/small` }])),
    findElsewhere: async (item) => item,
    announce: async () => undefined,
    knows: async () => [],
    log: { warn: () => undefined },
    isSpotifyAllowed: true,
    maxMembers: CROWD,
  })
  const [host = ''] = everyone
  const send = (uid: string, command: TogetherCommand) => together.command(uid, chatId, randomUUID(), command)
  const item = async () => (await together.running(host, chatId))?.current?.id ?? ''
  await send(host, { kind: 'start', item: aTrack('first') })
  for (const uid of everyone.slice(1)) await send(uid, { kind: 'join', platform: 'youtube' })
  for (let index = 0; index < 10; index++) await send(everyone[index] ?? host, { kind: 'add', item: aTrack('A Title of Usual Length') })
  bytes = 0
  const first = await item()
  await spread(everyone, 2, (uid) => send(uid, { kind: 'ended', item: first }))
  const second = await item()
  await spread(everyone, 3, (uid) => send(uid, { kind: 'ready', item: second }))
  await spread(everyone, 3, (uid) => send(uid, { kind: 'sync', item: second, in_sync: true, duration_ms: ITEM_S * 1_000 }))
  for (let index = 0; index < 10; index++)
    await send(everyone[index] ?? host, { kind: 'react', item: second, emoji: '🔥', position_ms: index * 1_000 })
  await pause(500)
  const pong = JSON.stringify({ event: togetherFrames.together_pong.event, data: { sent: 1_234_567.891, server_ms: Date.now() } }).length
  const perSecond = bytes / ITEM_S + pong / PING_S
  together.stop()
  await database.close()
  return {
    what: `one session of ${CROWD}, an item of ${ITEM_S} s with 10 reactions`,
    measured: `${Math.round(perSecond)} bytes/s for each member`,
    promise: 'under 2 KB/s',
    kept: perSecond < 2_000,
  }
}
