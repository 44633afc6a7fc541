import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createNeighbors } from './neighbors.ts'
import { artistsNamed, ownArtists, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'

setUpTaste()
const shared = artistsNamed(
  'Gorillaz',
  'Little Simz',
  'Mulatu Astatke',
  'Sampa the Great',
  'Hiatus Kaiyote',
  'Noname',
  'Kokoroko',
  'Nubya Garcia',
)
const hidingMatch = new Set<Uid>()
let neighbors: ReturnType<typeof createNeighbors>
let [anna, ben, cleo, dora]: Uid[] = []
const uid = (user: Uid | undefined): Uid => {
  if (user === undefined) throw new Error('no neighbor')
  return user
}

beforeAll(async () => {
  neighbors = createNeighbors({
    index: world.live.index,
    people: world.connections,
    showMatch: async (_viewer, owners) => new Set(owners.filter((owner) => !hidingMatch.has(owner))),
  })
  ;[anna, ben, cleo, dora] = await Promise.all(['anna', 'ben', 'cleo', 'dora'].map((name) => world.person(name)))
  await world.loves(uid(anna), 'picks', shared)
  await world.loves(uid(ben), 'picks', shared)
  await world.loves(uid(cleo), 'picks', [...shared.slice(0, 6), ...ownArtists('cleo', 4)])
  await world.loves(uid(dora), 'picks', ownArtists('dora', 10))
})
beforeEach(() => hidingMatch.clear())

test('lists close users, the closest first, without users who share nothing', async () => {
  expect(await neighbors.closest(uid(anna))).toEqual([ben, cleo])
  const percents = await neighbors.percents(uid(anna), [uid(ben), uid(cleo), uid(dora)])
  expect([...percents.keys()]).toEqual([ben, cleo, dora])
  expect(percents.get(uid(ben))).toBeGreaterThan(percents.get(uid(cleo)) ?? 100)
  expect(percents.get(uid(dora))).toBe(0)
})

test('leaves out users who hide their match', async () => {
  hidingMatch.add(uid(ben))
  expect(await neighbors.closest(uid(anna))).toEqual([cleo])
  expect([...(await neighbors.percents(uid(anna), [uid(ben), uid(cleo)])).keys()]).toEqual([cleo])
})

test('leaves out buddies and blocked users', async () => {
  await world.befriend(uid(anna), uid(ben))
  await world.connections.block(uid(cleo), uid(anna))
  expect(await neighbors.closest(uid(anna))).toEqual([])
})

test('compares all users with one call of the index', async () => {
  const index = { ...world.live.index }
  const pairTotals = vi.spyOn(index, 'pairTotals')
  const counted = createNeighbors({
    index,
    people: world.connections,
    showMatch: async (_, all) => new Set(all),
  })
  expect((await counted.percents(uid(anna), [uid(ben), uid(cleo), uid(dora)])).size).toBe(3)
  expect(pairTotals).toHaveBeenCalledTimes(1)
})
