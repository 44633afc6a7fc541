import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { safeQueuePreview } from '#contract/chat/safe-queues.ts'
import { AppError } from '#contract/errors.ts'
import { groupPicks, tasteMap } from '#contract/taste/group-taste.ts'
import type { ItemId, MediaRow } from '#server/features/media/media.types.ts'
import { createNeighbors } from '#server/features/matching/neighbors.ts'
import { createDiscoverStore } from '#server/features/discover/discover.store.ts'
import { artistsNamed, setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { createGroupTaste, type QueueChoice } from './group-taste.service.ts'

const CHAT = '00000000-0000-4000-8000-000000000001'
const DAY_MS = 24 * 3_600_000
const idOf = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 22)
const track = (name: string, by = `Artist of ${name}`): MediaRow => ({ kind: 'track', name, by, spotify_id: idOf(name), bars: ['jazz'] })
const tracks = (of: string, count: number) => Array.from({ length: count }, (_, index) => track(`${of} ${index}`))

setUpTaste()
let groupTaste: ReturnType<typeof createGroupTaste>
let mira: Uid, jonas: Uid, amara: Uid, lena: Uid
let members: { uid: Uid; joinedAt: Date }[] = []
let written = new Map<Uid, number>()
let muted: { by: Uid | null; items: readonly ItemId[] } = { by: null, items: [] }

beforeAll(async () => {
  ;[mira, jonas, amara, lena] = [
    await world.person('mira'),
    await world.person('jonas'),
    await world.person('amara'),
    await world.person('lena'),
  ]
  const { live, media, connections, profiles, privacy, clock, db } = world
  const neighbors = createNeighbors({
    index: live.index,
    people: connections,
    showMatch: (viewer, owners) => privacy.maySeeMany(viewer, owners, 'match'),
  })
  groupTaste = createGroupTaste({
    clock,
    media,
    index: live.index,
    ensureCurrent: live.ensureCurrent,
    disliked: createDiscoverStore(db).listDisliked,
    countMessages: async () => written,
    mutedAmong: async (viewer, ids) => new Set(ids.filter((id) => viewer === muted.by && muted.items.includes(id))),
    groupOf: async (viewer) => {
      if (!members.some(({ uid }) => uid === viewer)) throw new AppError('not_found', { viewer })
      return {
        name: 'group',
        members: members.map(({ uid }) => uid),
        joinedAt: new Map(members.map(({ uid, joinedAt }) => [uid, joinedAt])),
      }
    },
    people: {
      ...connections,
      cards: (uids) => profiles.cards(uids),
      privacy: privacy.getMany,
      percents: (viewer, uids) => neighbors.percents(viewer, uids),
    },
  })
})

beforeEach(async () => {
  const now = world.clock.now().getTime()
  members = [mira, jonas, amara, lena].map((uid, index) => ({ uid, joinedAt: new Date(now - (40 - index) * DAY_MS) }))
  await world.loves(mira, 'spotify', [...artistsNamed('A', 'B', 'C', 'D', 'E', 'F', 'G'), ...tracks('all', 6), ...tracks('mira', 3)])
  await world.loves(jonas, 'spotify', [...artistsNamed('A', 'B', 'C', 'D', 'E', 'F'), ...tracks('all', 6), ...tracks('jonas', 3)])
  await world.loves(amara, 'spotify', [...artistsNamed('A', 'B', 'C', 'X', 'Y'), ...tracks('all', 6)])
  await world.loves(lena, 'spotify', [...artistsNamed('X', 'Y', 'Z', 'D'), ...tracks('lena', 5)])
  await world.loves(lena, 'youtube', [])
  for (const uid of [mira, jonas, amara, lena]) await world.privacy.change(uid, { match: 'everyone' })
})

const map = async (viewer: Uid) => tasteMap.parse(await groupTaste.map(viewer, CHAT))
const picks = async (viewer: Uid) => groupPicks.parse(await groupTaste.picks(viewer, CHAT))
const placesIn = ({ members: all }: Awaited<ReturnType<typeof map>>) => new Map(all.map(({ person, place }) => [person.uid, place]))

test('all members see the same places and matches, closest first, and non-members see none', async () => {
  const [ofMira, ofLena] = [await map(mira), await map(lena)]
  expect(placesIn(ofLena)).toEqual(placesIn(ofMira))
  expect(ofLena.pairs).toEqual(ofMira.pairs)
  expect([...placesIn(ofMira).values()].every((place) => place !== null)).toBe(true)
  expect(ofMira.pairs[0]).toMatchObject({ one: mira, other: jonas })
  const stranger = await world.person('stranger')
  for (const call of [groupTaste.map(stranger, CHAT), groupTaste.picks(stranger, CHAT), groupTaste.newMembers(stranger, CHAT)])
    await expect(call).rejects.toMatchObject({ code: 'not_found' })
})

test('the result does not depend on the order in which members are stored', async () => {
  const before = await map(mira)
  members = members.toReversed()
  const after = await map(mira)
  expect([placesIn(after), after.areas, after.bridges]).toEqual([placesIn(before), before.areas, before.bridges])
  expect(await picks(mira)).toEqual(await picks(jonas))
})

test('a member who hides their match from another has no position and no line, not even for themselves', async () => {
  for (const audience of ['only_me', 'buddies'] as const) {
    await world.privacy.change(jonas, { match: audience })
    for (const viewer of [mira, jonas]) {
      const seen = await map(viewer)
      expect(placesIn(seen).get(jonas)).toBeNull()
      expect(JSON.stringify([seen.pairs, seen.areas, seen.bridges])).not.toContain(jonas)
    }
  }
})

test('A54: a private source changes no position, match, area or pick', async () => {
  const [before, playable] = [await map(mira), await picks(mira)]
  const secret = [...artistsNamed('A', 'B', 'C', 'D', 'E', 'F', 'secret'), ...tracks('mira', 3), ...tracks('secret', 5)]
  await world.loves(lena, 'youtube', secret, { shownTo: 'only_me', counts: false })
  expect(await map(mira)).toEqual(before)
  expect(await picks(mira)).toEqual(playable)
  // A silent source moves a place only by the rounded percentage that it changes anyway.
  await world.loves(lena, 'youtube', secret, { shownTo: 'only_me', silently: true })
  const silent = await map(mira)
  expect(silent.pairs.filter(({ one, other }) => one === lena || other === lena).every(({ percent }) => percent % 5 === 0)).toBe(true)
  expect(JSON.stringify([silent, await picks(mira)])).not.toMatch(/secret/)
  expect((await picks(mira)).lessons.some(({ item }) => item.name.startsWith('mira'))).toBe(true)
})

test('users with a block between them do not appear in each other’s maps, picks, and icebreakers', async () => {
  await world.connections.block(jonas, lena)
  for (const [viewer, hidden] of [
    [lena, jonas],
    [jonas, lena],
  ] as const) {
    const shown = [await map(viewer), await picks(viewer), await groupTaste.newMembers(viewer, CHAT)]
    expect(JSON.stringify(shown)).not.toContain(hidden)
  }
  expect(JSON.stringify(await map(mira))).toContain(jonas)
  await world.connections.unblock(jonas, lena)
})

test('the safe queue has items that all members but one love and none dislikes, lessons have items that only one member knows', async () => {
  const found = await picks(amara)
  expect(found.members).toBe(4)
  expect(found.safe.map(({ item }) => item.name)).toContain('all 1')
  expect(found.safe.every(({ fits }) => fits >= 3)).toBe(true)
  expect(found.lessons.find(({ item }) => item.name === 'lena 0')?.by.user_name).toBe('lena')
  expect(found.lessons.some(({ item }) => item.name.startsWith('all'))).toBe(false)
  const [disliked] = await world.media.resolve([track('all 1')])
  await createDiscoverStore(world.db).addItem('taste_less_like', lena, disliked ?? '', world.clock.now())
  expect((await picks(amara)).safe.map(({ item }) => item.name)).not.toContain('all 1')
  await createDiscoverStore(world.db).removeItem('taste_less_like', lena, disliked ?? '')
})

test('in a group of two, no missing item reveals what the other wants less of', async () => {
  members = members.slice(0, 2)
  const [seen, made] = [await picks(mira), await groupTaste.safeQueue(mira, CHAT, { minutes: 240, kind: 'all' })]
  expect(seen.safe.map(({ item }) => item.name)).toContain('all 1')
  expect(seen.lessons.map(({ item }) => item.name)).toContain('mira 1')
  const disliked = (await world.media.resolve(['all 1', 'mira 1'].map((name) => track(name)))).flatMap((id) => id ?? [])
  const store = createDiscoverStore(world.db)
  for (const id of disliked) await store.addItem('taste_less_like', jonas, id, world.clock.now())
  expect([await picks(mira), await groupTaste.safeQueue(mira, CHAT, { minutes: 240, kind: 'all' })]).toEqual([seen, made])
  for (const id of disliked) await store.removeItem('taste_less_like', jonas, id)
})

test('a safe queue has the requested length, kind and mood, counts whom it fits, and is for members', async () => {
  const queue = async (choice: Partial<QueueChoice>) =>
    safeQueuePreview.parse(await groupTaste.safeQueue(amara, CHAT, { minutes: 240, kind: 'all', ...choice }))
  // A track without a known duration counts as 3.5 minutes.
  const all = await queue({})
  expect([all.members, all.fits, all.items.length, all.moods]).toEqual([4, 3, 6, [{ mood: 'jazz', count: 6 }]])
  expect((await queue({ minutes: 7 })).items).toEqual(all.items.slice(0, 2))
  expect((await queue({ mood: 'jazz', kind: 'music' })).items).toEqual(all.items)
  expect(await queue({ mood: 'soul' })).toMatchObject({ fits: 0, items: [], moods: all.moods })
  expect(await queue({ kind: 'video' })).toMatchObject({ fits: 0, items: [], moods: [] })
  const outsider = await world.person('outsider')
  await expect(groupTaste.safeQueue(outsider, CHAT, { minutes: 240, kind: 'all' })).rejects.toMatchObject({ code: 'not_found' })
})

test('a block between two members changes no number of a safe queue', async () => {
  // Lena loves none of these items; without her, all would fit 3 of 3.
  const readQueues = async () => [(await picks(mira)).safe, await groupTaste.safeQueue(mira, CHAT, { minutes: 240, kind: 'all' })]
  const before = await readQueues()
  await world.connections.block(mira, lena)
  expect(await readQueues()).toEqual(before)
  await world.connections.unblock(mira, lena)
})

test('items that the viewer muted are left out of their picks and queues, and stay in those of the others', async () => {
  const [safe, lesson] = [(await picks(mira)).safe[0]?.item.id ?? '', (await picks(mira)).lessons[0]?.item.id ?? '']
  const idsOf = async (viewer: Uid) => {
    const { safe: all, lessons } = await picks(viewer)
    const { items } = await groupTaste.safeQueue(viewer, CHAT, { minutes: 240, kind: 'all' })
    return [...all.map(({ item }) => item.id), ...lessons.map(({ item }) => item.id), ...items.map(({ id }) => id)]
  }
  muted = { by: mira, items: [safe, lesson] }
  const [ofMira, ofJonas] = [await idsOf(mira), await idsOf(jonas)]
  expect([safe, lesson].map((id) => [ofMira.includes(id), ofJonas.includes(id)])).toEqual([
    [false, true],
    [false, true],
  ])
  muted = { by: null, items: [] }
})

test('a safe queue for a large group is for the ten who wrote most', async () => {
  const shared = tracks('many', 4)
  const crowd = await Promise.all(Array.from({ length: 11 }, (_, index) => world.person(`crowd${index}`)))
  for (const [index, uid] of crowd.entries()) await world.loves(uid, 'spotify', index < 2 ? tracks(`quiet ${index}`, 4) : shared)
  members = [...crowd, amara].map((uid) => ({ uid, joinedAt: world.clock.now() }))
  written = new Map(crowd.flatMap((uid, index) => (index < 2 ? [] : [[uid, index]])))
  const { members: count, fits, items } = await groupTaste.safeQueue(amara, CHAT, { minutes: 240, kind: 'all' })
  expect([count, items.map(({ name }) => name.replace(/ \d/, ''))]).toEqual([10, expect.arrayContaining(['many'])])
  expect(fits).toBeGreaterThanOrEqual(9)
  written = new Map()
})

test('an icebreaker names an item that only the two users love, for new members and about them', async () => {
  expect(await groupTaste.newMembers(mira, CHAT)).toEqual([])
  members = members.map((member) => (member.uid === lena ? { ...member, joinedAt: world.clock.now() } : member))
  expect((await groupTaste.newMembers(amara, CHAT)).map(({ person, item }) => [person.user_name, item?.name])).toEqual([['lena', 'X']])
  // A third member loves D, so no item is loved only by these two.
  expect((await groupTaste.newMembers(mira, CHAT)).map(({ person, item }) => [person.user_name, item])).toEqual([['lena', null]])
  expect((await groupTaste.newMembers(lena, CHAT)).map(({ person }) => person.user_name).toSorted()).toEqual(['amara', 'jonas', 'mira'])
})
