import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Item } from '#contract/media.ts'
import type { MixItem, MixMember } from '#server/features/blends/mix.ts'
import { fillMinutes, lessons, itemsOnlyTwoLove, moodsOf, safeItems } from './group-picks.ts'

const member = (uid: string, loves: Record<string, number>, creators: Record<string, number> = {}): MixMember => ({
  uid,
  emphasis: 'same',
  loves: new Map(Object.entries(loves)),
  creators: new Map(Object.entries(creators)),
  print: [],
})
const item = (id: string, creator = `by ${id}`): MixItem => ({ id, creator, bars: [] })
const none = new Set<string>()

test('the safe queue contains items that fit all members but at most one, and none that a member dislikes', () => {
  const members = [
    member('a', { hit: 1, half: 1, own: 1, disliked: 1 }),
    member('b', { hit: 0.5, half: 1, disliked: 1 }),
    member('c', { hit: 0.2, disliked: 1 }),
    member('d', {}, { 'by hit': 1 }),
  ]
  const items = ['hit', 'half', 'own', 'disliked'].map((id) => item(id))
  expect(safeItems(members, items, new Set(['disliked']))).toEqual([{ id: 'hit', fits: 4 }])
  expect(safeItems(members, items, none)).toEqual([
    { id: 'hit', fits: 4 },
    { id: 'disliked', fits: 3 },
  ])
})

test('of two members, a safe item fits both, and one member alone has none', () => {
  const [first, second] = [member('a', { both: 1, own: 1 }), member('b', { both: 1 })]
  expect(safeItems([first, second], [item('both'), item('own')], none)).toEqual([{ id: 'both', fits: 2 }])
  expect(safeItems([first], [item('both')], none)).toEqual([])
})

const timed = (kind: Item['kind'], ...minutes: (number | null)[]): Item[] =>
  minutes.map((length, index) => ({
    id: `${kind} ${index}`,
    kind,
    name: '',
    by: null,
    spotify_id: null,
    youtube_id: null,
    ...(length === null ? {} : { duration_ms: length * 60_000 }),
  }))
const idsFor = (minutes: number, items: Item[], all = items) => fillMinutes(items, minutes, all).map(({ id }) => id)

test('a queue is at most a tenth longer than requested, and items that are too long leave room for others', () => {
  expect(idsFor(10, timed('track', 4, 7, 3, 4, 1))).toEqual(['track 0', 'track 1'])
  expect(idsFor(10, timed('track', 4, 8, 3, 5, 4))).toEqual(['track 0', 'track 2', 'track 4'])
  expect(idsFor(10, timed('video', 60, 30))).toEqual([])
  expect(idsFor(240, timed('track', ...Array.from({ length: 50 }, () => 1)))).toHaveLength(40)
})

test('an item without a known duration counts like the median of its kind, also of items that are not in the queue', () => {
  const [video, ...videos] = timed('video', null, 9, 20, 30)
  expect(idsFor(23, [video!, ...timed('track', 3)], videos)).toEqual(['video 0', 'track 0'])
  expect(idsFor(20, [video!, ...timed('track', 3)], videos)).toEqual(['video 0'])
  // Typical ones, where none of the kind is known.
  expect(idsFor(10, timed('track', null, null, null, null), [])).toHaveLength(3)
})

test('moods are the genres and topics of several items, the most frequent first, without “other”', () => {
  const itemWith = (id: string, ...names: (typeof PRINT_BARS)[number][]) => ({
    ...item(id),
    bars: names.map((name) => PRINT_BARS.indexOf(name)),
  })
  const items = [
    itemWith('a', 'jazz', 'soul'),
    itemWith('b', 'jazz', 'other-music'),
    itemWith('c', 'jazz', 'soul', 'other-music'),
    itemWith('d', 'pop'),
  ]
  expect(moodsOf(items, 2).map(({ bar, count }) => [PRINT_BARS[bar], count])).toEqual([
    ['jazz', 3],
    ['soul', 2],
  ])
})

test('a lesson is an item that one member loves, and no other member knows it or its artist', () => {
  const members = [
    member('a', { rare: 1, shared: 1, known: 1, 'of-known': 1 }),
    member('b', { shared: 1, mine: 0.4, sibling: 1 }, { 'by known': 0.1 }),
  ]
  const items = [item('rare'), item('shared'), item('known'), item('of-known', 'by sibling'), item('mine'), item('sibling')]
  expect(lessons(members, items, none)).toEqual([
    { id: 'rare', by: 'a' },
    { id: 'mine', by: 'b' },
  ])
  expect(lessons(members, items, new Set(['rare'])).map(({ id }) => id)).toEqual(['mine'])
})

test('for two members, returns the rarest item that only they love', () => {
  const members = [
    member('a', { hit: 1, rare: 0.5, common: 0.5 }),
    member('b', { hit: 1, rare: 0.5, common: 0.5 }),
    member('c', { hit: 1 }, { channel: 1 }),
    member('d', { nothing: 1 }),
  ]
  const rarityOf = (id: string) => (id === 'rare' ? 1 : 0.2)
  expect([...itemsOnlyTwoLove(members, 'a', rarityOf)]).toEqual([['b', 'rare']])
  expect([...itemsOnlyTwoLove(members, 'c', rarityOf)]).toEqual([])
  expect([...itemsOnlyTwoLove(members, 'outside', rarityOf)]).toEqual([])
})

const ids = Array.from({ length: 30 }, (_, index) => `item-${index}`)
const loves = fc.dictionary(fc.constantFrom(...ids), fc.double({ min: 0.01, max: 1, noNaN: true }), { maxKeys: 20 })
const groups = fc.array(loves, { minLength: 2, maxLength: 12 }).map((all) => all.map((own, index) => member(`user-${index}`, own)))

test('for any group, the order of members and items does not change the result, and the rules hold', () => {
  const items = ids.map((id, index) => item(id, `creator ${index % 11}`))
  fc.assert(
    fc.property(groups, fc.subarray(ids), (members, disliked) => {
      const safe = safeItems(members, items, new Set(disliked))
      expect(safeItems(members.toReversed(), items.toReversed(), new Set(disliked))).toEqual(safe)
      for (const { id, fits } of safe) {
        expect(disliked).not.toContain(id)
        expect(fits).toBeGreaterThanOrEqual(members.length - 1)
        expect(fits * 2).toBeGreaterThan(members.length)
      }
      const lessonItems = lessons(members, items, new Set(disliked))
      expect(lessons(members.toReversed(), items.toReversed(), new Set(disliked))).toEqual(lessonItems)
      for (const { id, by } of lessonItems) expect(members.filter((entry) => entry.loves.has(id)).map(({ uid }) => uid)).toEqual([by])
    }),
    { numRuns: 200 },
  )
})
