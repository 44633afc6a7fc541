import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createClient, type RedisClientType } from 'redis'
import type { Bus } from '#server/platform/bus/bus.ts'
import { openRedisBus } from '#server/platform/bus/redis-bus.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { startRedis, type Engine } from '#tests/kit/engines.ts'

const log = createLogs({ filter: 'off', pretty: false })('bus')
const people = {
  alice: '00000000-0000-7000-8000-00000000000a',
  bob: '00000000-0000-7000-8000-00000000000b',
  carol: '00000000-0000-7000-8000-00000000000c',
}

type Received = { uids: readonly string[]; payload: string }[]
const open: Bus[] = []

async function aServer(url: string): Promise<{ bus: Bus; received: Received; announced: string[]; rejoined: Date[] }> {
  const bus = await openRedisBus({ url, log, prefix: `test-${run}:` })
  open.push(bus)
  const received: Received = []
  const announced: string[] = []
  const rejoined: Date[] = []
  bus.onReconnected((since) => void rejoined.push(since))
  bus.onDelivery((uids, payload) => void received.push({ uids, payload }))
  bus.onAnnouncement('revoked', (payload) => void announced.push(payload))
  return { bus, received, announced, rejoined }
}

let run = 0
afterEach(async () => {
  run++
  await Promise.all(open.splice(0).map((bus) => bus.close()))
})

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

// Only read by tests that are skipped if it is null.
const url = () => inject('redisUrl') ?? ''
const keyOf = (uid: string) => `test-${run}:held:${uid}`
const asAdmin = async <T>(work: (admin: RedisClientType) => Promise<T>): Promise<T> => {
  const admin: RedisClientType = createClient({ url: url() })
  await admin.connect()
  return work(admin).finally(() => admin.destroy())
}
const holders = (uid: string) => asAdmin((admin) => admin.hKeys(keyOf(uid)))

describe.skipIf(inject('redisUrl') === null)('two servers over Redis', () => {
  it('receive the last announcement of a server before it stopped', async () => {
    const staying = await aServer(url())
    for (let n = 0; n < 10; n++) {
      const { bus } = await aServer(url())
      bus.announce('revoked', `person ${n}`)
      await bus.close()
    }
    await eventually(() => expect(staying.announced).toEqual(Array.from({ length: 10 }, (_, n) => `person ${n}`)))
  })

  it('deliver in order to the servers with the user’s sockets, never to the sender', async () => {
    const [first, second, third] = [await aServer(url()), await aServer(url()), await aServer(url())]
    first.bus.setSocketCount(people.alice, 1)
    second.bus.setSocketCount(people.alice, 1)
    second.bus.setSocketCount(people.bob, 1)
    third.bus.setSocketCount(people.carol, 1)
    await eventually(() => {
      first.bus.deliver([people.alice, people.bob], 'are you there')
      expect(second.received.at(-1)).toEqual({ uids: [people.alice, people.bob], payload: 'are you there' })
    })
    second.received.length = 0
    for (let n = 0; n < 200; n++) first.bus.deliver([people.bob], `message ${n}`)
    await eventually(() => expect(second.received.filter(({ payload }) => payload.startsWith('message'))).toHaveLength(200))
    expect(second.received.filter(({ payload }) => payload.startsWith('message')).map(({ payload }) => payload)).toEqual(
      Array.from({ length: 200 }, (_, n) => `message ${n}`),
    )
    expect(first.received).toEqual([])
    expect(third.received).toEqual([])
  })

  it('stop delivering to a server that the user left', async () => {
    const [first, second, third] = [await aServer(url()), await aServer(url()), await aServer(url())]
    second.bus.setSocketCount(people.alice, 1)
    third.bus.setSocketCount(people.alice, 1)
    await eventually(async () => expect(await holders(people.alice)).toHaveLength(2))
    second.bus.setSocketCount(people.alice, 0)
    await eventually(async () => expect(await holders(people.alice)).toHaveLength(1))
    first.bus.deliver([people.alice], 'after')
    await eventually(() => expect(third.received).toEqual([{ uids: [people.alice], payload: 'after' }]))
    expect(second.received).toEqual([])
  })

  it('announce to every server once', async () => {
    const [first, second] = [await aServer(url()), await aServer(url())]
    first.bus.announce('revoked', 'alice')
    await eventually(() => expect([first.announced, second.announced]).toEqual([['alice'], ['alice']]))
    first.bus.announceToOthers('revoked', 'bob')
    await eventually(() => expect([first.announced, second.announced]).toEqual([['alice'], ['alice', 'bob']]))
  })

  it('forget a crashed server as soon as it stops receiving', async () => {
    const first = await aServer(url())
    await asAdmin((admin) => admin.hSet(keyOf(people.bob), 'a server that was killed', 20))
    await eventually(async () => {
      first.bus.deliver([people.bob], 'hi')
      expect(await holders(people.bob)).toEqual([])
    })
  })

  it('count the sockets of a person on the others, without those of a server that was killed', async () => {
    const [first, second] = [await aServer(url()), await aServer(url())]
    first.bus.setSocketCount(people.carol, 3)
    await asAdmin((admin) => admin.hSet(keyOf(people.carol), 'a server that was killed', 20))
    second.bus.setSocketCount(people.carol, 2)
    await eventually(async () =>
      expect([await first.bus.countSocketsElsewhere(people.carol), await second.bus.countSocketsElsewhere(people.carol)]).toEqual([2, 3]),
    )
  })

  it('that share one Redis with another installation stay separate', async () => {
    const first = await aServer(url())
    run++
    const other = await aServer(url())
    const third = await aServer(url())
    other.bus.setSocketCount(people.alice, 1)
    first.bus.deliver([people.alice], 'hi')
    first.bus.announce('revoked', 'alice')
    third.bus.announce('revoked', 'marker')
    await eventually(() => expect(other.announced).toEqual(['marker']))
    expect(other.received).toEqual([])
  })
})

describe.skipIf(inject('redisUrl') === null)('when Redis goes away', () => {
  let redis: Engine
  beforeAll(async () => {
    const engine = await startRedis()
    if (!engine) throw new Error('Redis did not start.')
    redis = engine
  })
  afterAll(() => redis.remove())

  it('nothing throws, the bus reports the outage, and everything is joined again when it comes back empty', async () => {
    const [first, second] = [await aServer(redis.url), await aServer(redis.url)]
    second.bus.setSocketCount(people.alice, 1)
    expect([first.bus.isUp(), second.bus.isUp()]).toEqual([true, true])
    expect([first.rejoined, second.rejoined]).toEqual([[], []])

    const stoppedAt = Date.now()
    await redis.stop('SIGKILL')
    await eventually(() => expect([first.bus.isUp(), second.bus.isUp()]).toEqual([false, false]))
    first.bus.deliver([people.alice], 'lost')
    first.bus.announce('revoked', 'received here')
    second.bus.setSocketCount(people.bob, 1)
    await eventually(() => expect(first.announced).toEqual(['received here']))

    await redis.start()
    await eventually(() => expect([first.bus.isUp(), second.bus.isUp()]).toEqual([true, true]))
    await eventually(() => {
      first.bus.deliver([people.alice, people.bob], 'back')
      expect(second.received.at(-1)).toEqual({ uids: [people.alice, people.bob], payload: 'back' })
    })
    expect(second.received.map(({ payload }) => payload)).not.toContain('lost')
    // Each server reports a rejoin twice: its own, and that of the other server, because it may have missed messages in between.
    for (const { rejoined } of [first, second]) {
      expect(rejoined.length).toBeGreaterThan(0)
      expect(rejoined.filter((since) => since.getTime() < stoppedAt)).toEqual([])
    }
  })

  it('before a server starts, the server starts without it and joins later', async () => {
    await redis.stop('SIGKILL')
    const first = await aServer(redis.url)
    expect(first.bus.isUp()).toBe(false)
    first.bus.setSocketCount(people.alice, 1)
    await redis.start()
    await eventually(() => expect(first.bus.isUp()).toBe(true))
    await eventually(() => expect(first.rejoined.length).toBeGreaterThan(0))
    const second = await aServer(redis.url)
    await eventually(() => {
      second.bus.deliver([people.alice], 'hi')
      expect(first.received.at(-1)).toEqual({ uids: [people.alice], payload: 'hi' })
    })
    // A server that starts while Redis is up has missed nothing, and the others have missed nothing from it.
    expect(second.rejoined).toEqual([])
  })

  it('a hanging Redis that keeps the connection open counts as unavailable', async () => {
    const first = await aServer(redis.url)
    process.kill(redis.pid, 'SIGSTOP')
    try {
      await eventually(() => expect(first.bus.isUp()).toBe(false))
    } finally {
      process.kill(redis.pid, 'SIGCONT')
    }
    await eventually(() => expect(first.bus.isUp()).toBe(true))
  })
})

describe.skipIf(inject('redisUrl') === null)('counting', () => {
  it('counts calls of all processes, from the first call until the window ends', async () => {
    const [server1, server2] = await Promise.all([aServer(url()), aServer(url())])
    const first = await server1.bus.incrementSharedCounter?.('read 127.0.0.1', 60_000)
    expect(first).toEqual({ count: 1, resetInMs: expect.any(Number) })
    expect(first?.resetInMs).toBeGreaterThan(50_000)
    expect(await server2.bus.incrementSharedCounter?.('read 127.0.0.1', 60_000)).toMatchObject({ count: 2 })
    expect(await server1.bus.incrementSharedCounter?.('read 127.0.0.1', 60_000)).toMatchObject({ count: 3 })
    expect(await server2.bus.incrementSharedCounter?.('write 127.0.0.1', 60_000)).toMatchObject({ count: 1 })
  })
})
