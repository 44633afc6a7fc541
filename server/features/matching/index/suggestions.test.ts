import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { artistsNamed, ownArtists, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'

// Suggestions beyond taste: privacy choices, mutual buddies and filters.

const music = ['Mulatu Astatke', 'Khruangbin', 'Bonobo', 'Floating Points', 'Four Tet', 'Sampha', 'Björk', 'Portishead']
const DAY_MS = 24 * 3_600_000

setUpTaste()
let round = 0
let viewer: Uid, close: Uid, alike: Uid, far: Uid

beforeEach(async () => {
  // Removes users of earlier tests from the ranking.
  for (const uid of await world.live.index.uids()) await world.loves(uid, 'spotify', [])
  round++
  const newUser = (name: string) => world.person(`${name}${round}`)
  ;[viewer, close, alike, far] = [await newUser('viewer'), await newUser('close'), await newUser('alike'), await newUser('far')]
  await world.loves(viewer, 'spotify', artistsNamed(...music))
  await world.loves(close, 'spotify', [...artistsNamed(...music.slice(0, 6)), ...ownArtists(`close${round}`, 2)])
  await world.loves(alike, 'spotify', [...artistsNamed(...music.slice(0, 6)), ...ownArtists(`alike${round}`, 3)])
  await world.loves(far, 'spotify', [...artistsNamed(music[7]!), ...ownArtists(`far${round}`, 8)])
})

type Narrowed = { language?: string; active?: 'yes' }
const ranking = async (narrowed: Narrowed = {}) =>
  (await world.matches.ranked(viewer, { filter: 'all', ...narrowed })).people.map((card) => card.person.uid)
const matchOf = async (a: Uid, b: Uid) => (await world.matches.inFull(a, b)).match

test('mutual buddies move a user up, the percentage shows taste only, and the suggestion names its basis', async () => {
  expect(await ranking()).toEqual([close, alike, far])
  const friend = await world.person(`friend${round}`)
  await world.befriend(viewer, friend)
  await world.befriend(friend, alike)
  await world.befriend(friend, far)
  const { people } = await world.matches.ranked(viewer, { filter: 'all' })
  expect(people.map(({ person, basis }) => [person.uid, basis])).toEqual([
    [alike, 'taste'],
    [close, 'taste'],
    [far, 'mutual_buddies'],
  ])
  expect([people[0]?.mutual_count, people[0]?.match.percent]).toEqual([1, (await matchOf(alike, viewer)).percent])
})

test('a mutual buddy with few buddies counts more than one with many', async () => {
  const [quiet, popular] = [await world.person(`quiet${round}`), await world.person(`popular${round}`)]
  for (const friend of [quiet, popular]) await world.befriend(viewer, friend)
  for (let index = 0; index < 6; index++) await world.befriend(popular, await world.person(`fan${round}.${index}`))
  await world.befriend(popular, close)
  await world.befriend(quiet, alike)
  expect((await ranking()).slice(0, 2)).toEqual([alike, close])
  const strengths = await world.connections.mutualStrengths(viewer, [close, alike, far])
  expect([...strengths.keys()].toSorted()).toEqual([close, alike].toSorted())
  expect(strengths.get(close)).toBeCloseTo(1 / Math.log(9), 12)
  expect(strengths.get(alike)).toBeCloseTo(1 / Math.log(3), 12)
})

test('users closest by mutual buddies are found without taste, except buddies, those who hide their buddies, and blocked users', async () => {
  const [friend, second, hub] = [
    await world.person(`friend${round}`),
    await world.person(`second${round}`),
    await world.person(`hub${round}`),
  ]
  for (const user of [friend, second, hub]) await world.befriend(viewer, user)
  await world.befriend(friend, second)
  for (const user of [friend, second]) await world.befriend(user, alike)
  await world.befriend(friend, far)
  await world.befriend(hub, close)
  for (let index = 0; index < 3; index++) await world.befriend(hub, await world.person(`ofhub${round}.${index}`))
  const closest = () => world.connections.closestByMutual(viewer, 3)
  expect((await closest()).slice(0, 2)).toEqual([alike, far])
  await world.privacy.change(far, { buddies: 'only_me' })
  expect(await closest()).not.toContain(far)
  await world.connections.block(alike, viewer)
  expect(await ranking()).not.toContain(alike)
})

test('pages ordered by mutual buddies have no gaps and no repeats', async () => {
  const friend = await world.person(`friend${round}`)
  await world.befriend(viewer, friend)
  await world.befriend(friend, far)
  const seen: Uid[] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const page: Awaited<ReturnType<typeof world.matches.ranked>> = await world.matches.ranked(viewer, { filter: 'all', limit: 1, cursor })
    seen.push(...page.people.map((card) => card.person.uid))
    cursor = page.next
  }
  expect(seen).toEqual(await ranking())
})

test('dismissed users are listed only for the viewer and can be suggested again', async () => {
  await world.matches.dismiss(viewer, close)
  world.clock.pass(1_000)
  await world.matches.dismiss(viewer, far)
  expect([await ranking(), (await world.matches.dismissed(viewer)).map(({ uid }) => uid)]).toEqual([[alike], [far, close]])
  expect(await world.matches.dismissed(close)).toEqual([])
  await world.connections.block(far, viewer)
  expect((await world.matches.dismissed(viewer)).map(({ uid }) => uid)).toEqual([close])
  await world.matches.undismiss(viewer, close)
  await world.matches.undismiss(viewer, close)
  expect([await ranking(), await world.matches.dismissed(viewer)]).toEqual([[close, alike], []])
})

test('filters by language', async () => {
  await world.profiles.edit(alike, { name: 'Alike', bio: '', place: null, languages: ['de', 'en'] })
  expect([await ranking({ language: 'de' }), await ranking({ language: 'sw' })]).toEqual([[alike], []])
})

test('filters by activity within a month, without users who hide it', async () => {
  world.clock.pass(40 * DAY_MS)
  expect(await ranking({ active: 'yes' })).toEqual([])
  for (const uid of [close, far])
    await sql`insert into presence (uid, last_seen_at) values (${uid}, ${world.clock.now()})`.execute(world.db)
  expect(await ranking({ active: 'yes' })).toEqual([close, far])
  await world.privacy.change(close, { presence: false })
  expect(await ranking({ active: 'yes' })).toEqual([far])
})

describe('privacy settings', () => {
  test("hides a user's match from strangers and shows it to buddies", async () => {
    await world.privacy.change(close, { match: 'buddies' })
    await world.live.publishChange(close)
    expect(await ranking()).toEqual([alike, far])
    await expect(world.matches.inFull(viewer, close)).rejects.toMatchObject({ code: 'forbidden' })
    // They can't see others' scores either, because the score is symmetric.
    expect(await matchOf(close, viewer)).toMatchObject({ is_hidden: true, percent: null, shared: [] })
    const { parts, closer_than } = await world.matches.inFull(close, viewer)
    expect([parts.every(({ points, shared }) => points + shared === 0), closer_than]).toEqual([true, null])
    await world.befriend(viewer, close)
    expect((await matchOf(viewer, close)).percent).toBeGreaterThan(50)
  })

  test('hidden music does not count', async () => {
    await world.privacy.change(close, { music: 'only_me' })
    await world.live.publishChange(close)
    expect(await matchOf(viewer, close)).toMatchObject({ percent: null, shared: [], shared_artists: 0 })
  })
})

test('items that count without being shown change the score in steps of five, and are never named', async () => {
  await world.loves(close, 'spotify', artistsNamed(...music.slice(0, 7), 'Only Mine'), { shownTo: 'only_me', silently: true })
  const [first, other] = [await matchOf(viewer, close), await matchOf(close, viewer)]
  expect(first).toEqual(other)
  expect([first.shared, first.shared_artists, Number(first.percent) % 5]).toEqual([[], 0, 0])
  expect(first.percent).toBeGreaterThan(50)
  expect((await world.taste.music(viewer, close)).artists).toEqual({ visible: false, rows: [] })
})
