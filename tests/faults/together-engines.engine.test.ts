import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { togetherFrames, type TogetherCommand, type TogetherSession } from '#contract/together.ts'
import { createMint, type Mint } from '#tests/kit/chat/crowd.ts'
import { aDevice, type Device } from '#tests/kit/chat/device.ts'
import { type ChatServer, startChatServer } from '#tests/kit/chat/server.ts'
import { type Engine, startPostgres, startRedis } from '#tests/kit/engines.ts'
import { aTrack } from '#tests/kit/together-simulation.ts'

const hasEngines = inject('postgresUrl') !== null && inject('redisUrl') !== null

describe.skipIf(!hasEngines)('a shared session on two servers', () => {
  let postgres: Engine
  let redis: Engine
  let mint: Mint
  const servers: ChatServer[] = []
  const devices: Device[] = []

  beforeAll(async () => {
    const [first, second] = await Promise.all([startPostgres(), startRedis()])
    if (!first || !second) throw new Error('the engines did not start')
    ;[postgres, redis] = [first, second]
    mint = await createMint()
    const options = { people: 2, mint, databaseUrl: postgres.url, redisUrl: redis.url }
    servers.push(await startChatServer(options))
    servers.push(await startChatServer({ ...options, people: 0 }))
  }, 120_000)
  afterEach(async () => {
    await Promise.all(devices.splice(0).map((device) => device.goOffline()))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all([postgres.remove(), redis.remove()])
  })

  async function deviceOf(number: number): Promise<Device> {
    const device = await aDevice({ origin: () => servers[number]?.origin ?? '', mint, number })
    devices.push(device)
    await device.connect()
    return device
  }

  /** The sessions that a device has received, without those of earlier tests. */
  const states = (device: Device): TogetherSession[] =>
    device.frames.flatMap(({ event, data }) => {
      // Sent by our own server through the contract.
      const { session } = data as { session?: TogetherSession | null }
      return event === 'together_state' && session ? [session] : []
    })
  /** The newest state: two servers may deliver two versions in either order, and the app uses the newer one. */
  const newest = (device: Device): TogetherSession | undefined =>
    states(device).reduce<TogetherSession | undefined>((known, next) => (known && known.version > next.version ? known : next), undefined)
  const until = (device: Device, what: string, is: (session: TogetherSession) => boolean) =>
    device.until(what, () => {
      const session = newest(device)
      return session !== undefined && is(session)
    })

  test('commands on either server have one order, and the session continues after one server is killed', async () => {
    const [device1, device2] = [await deviceOf(0), await deviceOf(1)]
    device1.write('before')
    await device1.allAcknowledged()
    const chatId = device1.chatId() ?? ''
    const command = (device: Device, input: TogetherCommand, key = randomUUID()) =>
      device.say(togetherFrames.togetherCommand, { key, chat_id: chatId, command: input })
    command(device1, { kind: 'start', item: aTrack('first') })
    await until(device2, 'the start on the other server', ({ current }) => current?.title === 'first')
    command(device2, { kind: 'join', platform: 'youtube' })
    await until(device1, 'the guest of the other server', ({ members }) => members.length === 2)

    // Sends commands on both servers at the same time.
    for (let index = 0; index < 5; index++)
      for (const device of [device1, device2]) command(device, { kind: 'add', item: aTrack(`next ${index}`) })
    for (const device of [device1, device2]) await until(device, 'all items', ({ queue }) => queue.length === 10)
    const last = newest(device1)
    expect(newest(device2)).toEqual(last)

    // A command whose answer was lost is sent again, to a server that has never seen it.
    const key = randomUUID()
    command(device1, { kind: 'pause' }, key)
    await until(device2, 'the pause', ({ timeline }) => timeline.rate === 0)
    const [first] = servers
    await first?.end('SIGKILL')
    await first?.start()
    await device1.connect()
    command(device1, { kind: 'pause' }, key)
    command(device1, { kind: 'play' })
    for (const device of [device1, device2]) await until(device, 'playing again', ({ timeline }) => timeline.rate === 1)
    const after = newest(device2)
    expect([after?.id, after?.version, after?.members.length, after?.queue.length]).toEqual([last?.id, (last?.version ?? 0) + 2, 2, 10])
    expect(newest(device1)).toEqual(after)
  }, 120_000)
})
