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
    const [one, two] = await Promise.all([startPostgres(), startRedis()])
    if (!one || !two) throw new Error('the engines were there a moment ago')
    ;[postgres, redis] = [one, two]
    mint = await createMint()
    const options = { people: 2, mint, databaseUrl: postgres.url, redisUrl: redis.url }
    servers.push(await startChatServer(options))
    servers.push(await startChatServer({ ...options, people: 0 }))
  }, 120_000)
  afterEach(async () => {
    await Promise.all(devices.splice(0).map((device) => device.off()))
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
    const [one, two] = [await deviceOf(0), await deviceOf(1)]
    one.write('before')
    await one.allAcknowledged()
    const chatId = one.chatId() ?? ''
    const command = (device: Device, input: TogetherCommand, key = randomUUID()) =>
      device.say(togetherFrames.togetherCommand, { key, chat_id: chatId, command: input })
    command(one, { kind: 'start', item: aTrack('first') })
    await until(two, 'the start on the other server', ({ current }) => current?.title === 'first')
    command(two, { kind: 'join', platform: 'youtube' })
    await until(one, 'the guest of the other server', ({ members }) => members.length === 2)

    // Sends commands on both servers at the same time.
    for (let at = 0; at < 5; at++) for (const device of [one, two]) command(device, { kind: 'add', item: aTrack(`next ${at}`) })
    for (const device of [one, two]) await until(device, 'all items', ({ queue }) => queue.length === 10)
    const last = newest(one)
    expect(newest(two)).toEqual(last)

    // A command whose answer was lost is sent again, to a server that has never seen it.
    const key = randomUUID()
    command(one, { kind: 'pause' }, key)
    await until(two, 'the pause', ({ timeline }) => timeline.rate === 0)
    const [first] = servers
    await first?.end('SIGKILL')
    await first?.start()
    await one.connect()
    command(one, { kind: 'pause' }, key)
    command(one, { kind: 'play' })
    for (const device of [one, two]) await until(device, 'playing again', ({ timeline }) => timeline.rate === 1)
    const after = newest(two)
    expect([after?.id, after?.version, after?.members.length, after?.queue.length]).toEqual([last?.id, (last?.version ?? 0) + 2, 2, 10])
    expect(newest(one)).toEqual(after)
  }, 120_000)
})
