import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { openRedisBus } from '#server/platform/bus/redis-bus.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { artistsNamed, tasteWorld } from '#server/features/taste/taste.test-world.ts'

type World = Awaited<ReturnType<typeof tasteWorld>>

/** A change of taste is in every score within this time, on every server. */
const TIMEOUT_MS = 2_000
const ROUNDS = 10

describe.skipIf(inject('postgresUrl') === null || inject('redisUrl') === null)('two servers over PostgreSQL and Redis', () => {
  const buses: Bus[] = []
  let world: World
  let servers: { one: ReturnType<World['openProcess']>; two: ReturnType<World['openProcess']> }

  async function startServer() {
    const bus = await openRedisBus({ url: inject('redisUrl') ?? '', log: world.log, prefix: 'match-freshness:' })
    buses.push(bus)
    const server = world.openProcess(bus)
    await server.live.start()
    return server
  }

  beforeAll(async () => {
    world = await tasteWorld()
    servers = { one: await startServer(), two: await startServer() }
  })
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()))
    await world.database.close()
  })

  /** Changes the picks on the first server. @returns how long it took until `read` returned `expected` on the second one */
  async function delayOf(uid: Uid, names: readonly string[], read: () => Promise<number>, expected: number): Promise<number> {
    const ids = await world.media.resolve(artistsNamed(...names))
    await world.store.replaceRows(
      uid,
      'picks',
      ids.map((itemId, index) => ({ itemId, weight: 1, rank: index + 1 })),
    )
    await servers.one.live.publishChange(uid)
    const changedAt = performance.now()
    await vi.waitFor(async () => expect(await read()).toBe(expected), { timeout: 15_000, interval: 5 })
    return performance.now() - changedAt
  }

  test('a change of taste is within 2 s in the score, the shared items and the ranking on the other server', async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    const common = ['Sault', 'Hailu Mergia', 'Mulatu Astatke', 'Khruangbin']
    for (const uid of [anna, ben]) await world.loves(uid, 'picks', artistsNamed(...common))
    const { matches } = servers.two
    const inFull = async () => (await matches.inFull(anna, ben)).match
    // Ben calls nothing on that server, so only an announcement brings his change to Anna's ranking.
    const sharedInRanking = async () =>
      (await matches.ranked(anna, { filter: 'all' })).people.find(({ person }) => person.uid === ben)?.match.shared_artists ?? 0

    const delays: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      delays.push(await delayOf(ben, common, sharedInRanking, common.length))
      const before = await inFull()
      expect(before.shared_artists).toBe(common.length)
      delays.push(await delayOf(ben, [...common.slice(0, 3), `Nobody Else ${round}`, 'Rarely Played'], sharedInRanking, 3))
      const after = await inFull()
      expect(after.shared_artists).toBe(3)
      expect(after.percent).toBeLessThan(before.percent ?? 0)
    }
    expect(Math.max(...delays)).toBeLessThan(TIMEOUT_MS)
  })
})
