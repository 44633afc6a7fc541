import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import { createMatchIndex } from './match-index.ts'
import type { PairMatch } from './pairs.ts'
import type { IndexedRow } from './index-rows.ts'
import { rankOf } from '../score.ts'

/** The same UUID for the same name. */
const id = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const [anna, ben, cleo] = [id('anna'), id('ben'), id('cleo')]

const kinds: ItemKind[] = ['artist', 'track', 'channel', 'video']
const item = (index: number): string => id(`item-${index}`)
const attributes: ItemAttributes[] = Array.from({ length: 40 }, (_, index) => ({
  id: item(index),
  kind: kinds[index % 4]!,
  bars: index % 3 === 0 ? [] : index % 4 < 2 ? ['jazz', 'soul'] : ['science'],
  by: null,
}))
const row = (index: number, more: Partial<IndexedRow> = {}): IndexedRow => ({
  itemId: item(index),
  weight: 1,
  shownTo: 'everyone',
  counts: true,
  ...more,
})

function indexOf(people: Record<string, IndexedRow[]>) {
  const index = createMatchIndex()
  index.register(attributes)
  for (const [uid, rows] of Object.entries(people)) index.put(uid, rows)
  return index
}
/** The order of an unfiltered list. */
const rank = (pair: PairMatch): number => rankOf(pair, 'all')
const percentages = (index: ReturnType<typeof indexOf>, uid: string, filter: 'all' | 'music' | 'video' = 'all') =>
  new Map(index.rank(uid, { filter }).people.map((person) => [person.uid, person.score]))

const rows = fc.array(
  fc.record({
    itemId: fc.integer({ min: 0, max: 39 }).map(item),
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    shownTo: fc.constantFrom('everyone', 'everyone', 'buddies', 'only_me'),
    counts: fc.boolean(),
    silently: fc.boolean(),
  }),
  { maxLength: 30 },
)
const anyUser = fc.constantFrom('a', 'b', 'c', 'd', 'e').map(id)

test('a ranking has the score of each pair, after any changes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyUser, rows), { minLength: 2, maxLength: 12 }), (changes) => {
      const index = indexOf({})
      for (const [uid, own] of changes) index.put(uid, own)
      for (const viewer of index.uids()) {
        const [all, music] = [percentages(index, viewer), percentages(index, viewer, 'music')]
        for (const other of index.uids()) {
          if (other === viewer) continue
          const pair = index.pair(viewer, other, 'everyone')
          const { total, isCoarse, isHidden } = pair
          expect(index.pairTotals([[viewer, other, 'everyone']])).toEqual([{ total, isCoarse, isHidden }])
          expect(all.get(other) ?? 0).toBeCloseTo(rank(pair), 12)
          expect(music.get(other) ?? 0).toBeCloseTo(rankOf(pair, 'music'), 12)
          expect(rank(index.pair(other, viewer, 'everyone'))).toBe(rank(pair))
        }
        expect(all.has(viewer)).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})

test('after any changes the lists equal the lists of a new index', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyUser, rows), { maxLength: 20 }), (changes) => {
      const index = indexOf({})
      for (const [uid, own] of changes) index.put(uid, own)
      const fresh = indexOf(Object.fromEntries(changes))
      expect(index.uids().toSorted()).toEqual(fresh.uids().toSorted())
      for (let i = 0; i < 40; i++) expect(index.holders(item(i))).toBe(fresh.holders(item(i)))
      for (const uid of fresh.uids()) expect(index.lovedItems(uid, 'self')).toEqual(fresh.lovedItems(uid, 'self'))
    }),
    { numRuns: 200 },
  )
})

test('private and uncounted items neither match nor are listed', () => {
  const shared = [0, 4, 8, 12]
  const open = shared.map((number) => row(number))
  for (const closed of [{ shownTo: 'only_me' }, { shownTo: 'buddies' }, { counts: false }] as const) {
    const index = indexOf({ [anna]: open, [ben]: shared.map((number) => row(number, closed)) })
    for (const [first, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      const pair = index.pair(first, other, 'everyone')
      expect([rank(pair), pair.shared]).toEqual([0, []])
      expect(percentages(index, first).get(other)).toBe(0)
      expect(percentages(index, first, 'music').size).toBe(0)
    }
  }
})

test('scores, parts and items are as if private rows did not exist', () => {
  const people = fc.array(fc.tuple(anyUser, rows), { minLength: 2, maxLength: 8 })
  const toNineDigits = (pair: object): unknown =>
    JSON.parse(JSON.stringify(pair, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(9)) : value)))
  fc.assert(
    fc.property(people, fc.constantFrom('everyone', 'buddies'), (given, closeness) => {
      const isOpen = (indexedRow: IndexedRow): boolean =>
        indexedRow.counts && (indexedRow.shownTo === 'everyone' || indexedRow.shownTo === closeness)
      // Every user has one public video, which the test never compares, so that hiding the other rows does not remove the user.
      const worldOf = (keeps: (row: IndexedRow) => boolean) =>
        indexOf(
          Object.fromEntries(
            given.map(([uid, own]) => [uid, [row(3), ...own.map((entry) => ({ ...entry, silently: false })).filter(keeps)]]),
          ),
        )
      const [world, without] = [worldOf(() => true), worldOf(isOpen)]
      for (const viewer of world.uids()) {
        for (const other of world.uids().filter((uid) => uid !== viewer))
          expect(toNineDigits(world.pair(viewer, other, closeness))).toEqual(toNineDigits(without.pair(viewer, other, closeness)))
      }
    }),
    { numRuns: 200 },
  )
})

test('rows that count without being shown change the percentage in coarse steps and are not listed', () => {
  const shared = [0, 4, 8, 12]
  const index = indexOf({
    [anna]: shared.map((number) => row(number)),
    [ben]: [...shared.map((number) => row(number, { shownTo: 'only_me', silently: true })), row(16)],
  })
  const pair = index.pair(anna, ben, 'everyone')
  expect(pair.total).toBeGreaterThan(0)
  expect([pair.shared, pair.isCoarse, index.pair(ben, anna, 'everyone').total]).toEqual([[], true, pair.total])
  expect(index.lovedItems(ben, 'everyone').map(({ itemId }) => itemId)).toEqual([item(16)])
})

test('a user who hides the match is not found and has no visible matches', () => {
  const shared = [0, 4, 8, 12].map((number) => row(number))
  const index = indexOf({ [anna]: shared, [cleo]: shared })
  index.put(ben, shared, 'buddies')
  expect([...percentages(index, anna).keys()]).toEqual([cleo])
  expect([index.pair(anna, ben, 'everyone').isHidden, index.pair(ben, anna, 'everyone').isHidden]).toEqual([true, true])
  expect([index.pair(anna, ben, 'buddies').isHidden, index.pair(anna, cleo, 'everyone').isHidden]).toEqual([false, false])
})

test('buddies are also compared by rows shown to buddies only', () => {
  const shared = [0, 4, 8, 12]
  const index = indexOf({ [anna]: shared.map((number) => row(number)), [ben]: shared.map((number) => row(number, { shownTo: 'buddies' })) })
  const named = index.pair(anna, ben, 'buddies').shared.map((entry) => entry.itemId)
  expect(named.toSorted()).toEqual(shared.map(item).toSorted())
  expect(index.holders(item(0))).toBe(1)
})

test("lists a user's visible items, the highest weight first, each once", () => {
  const index = indexOf({
    [anna]: [
      row(0, { weight: 0.2 }),
      row(1, { weight: 0.9, shownTo: 'buddies' }),
      row(2, { weight: 0.5, shownTo: 'only_me' }),
      row(0, { weight: 0.7, counts: false }),
    ],
  })
  const loved = (closeness: 'everyone' | 'buddies' | 'self') =>
    index.lovedItems(anna, closeness).map(({ itemId, weight }) => [itemId, Math.round(weight * 1_000) / 1_000])
  expect(loved('everyone')).toEqual([[item(0), 0.7]])
  expect(loved('buddies')).toEqual([
    [item(1), 0.9],
    [item(0), 0.7],
  ])
  expect(loved('self')).toEqual([
    [item(1), 0.9],
    [item(0), 0.7],
    [item(2), 0.5],
  ])
  expect(index.lovedItems(anna, 'self', 1)).toHaveLength(1)
  const [among] = index.lovedAmong([{ uid: anna, ids: [item(1), item(2), item(3)] }], 'buddies')
  expect(among).toEqual(index.lovedItems(anna, 'buddies').filter(({ itemId }) => itemId === item(1)))
})

test('removes a user without rows', () => {
  const index = indexOf({ [anna]: [row(0), row(4), row(8)], [ben]: [row(0), row(4), row(8)] })
  index.put(ben, [])
  expect([index.uids(), index.size(), percentages(index, anna).size, index.holders(item(0))]).toEqual([[anna], 1, 0, 1])
  index.clear()
  expect([index.size(), index.holders(item(0)), index.lovedItems(anna, 'self')]).toEqual([0, 0, []])
})

test('leaves out items that are not registered, and rejects ids that are not UUIDs', () => {
  const index = createMatchIndex()
  index.register([attributes[0]!])
  expect(index.unknown([item(0), item(1), item(1)])).toEqual([item(1)])
  index.put(anna, [row(0), row(1)])
  expect(index.lovedItems(anna, 'self').map((loved) => loved.itemId)).toEqual([item(0)])
  expect([index.holders('nonsense'), index.lovedItems('nonsense', 'self')]).toEqual([0, []])
})

describe('in a crowd too large for a full comparison', () => {
  const SCENES = 12
  const CROWD = 3_000
  const items = 600
  const crowdAttributes: ItemAttributes[] = Array.from({ length: items }, (_, position) => ({
    id: id(`c${position}`),
    kind: 'artist',
    bars: [],
    by: null,
  }))
  const uidOf = (person: number): string => id(`p${person}`)
  /** Every user has twenty items of their scene in their own order, and the two hits. */
  const rowsOf = (person: number): IndexedRow[] => {
    const scene = person % SCENES
    const own = Array.from({ length: 20 }, (_, index) => 2 + scene * 49 + ((person * 7 + index * index * 3) % 49))
    return [...new Set([0, 1, ...own])].map((number, place) => ({
      itemId: id(`c${number}`),
      weight: 1 / (1 + place),
      shownTo: 'everyone',
      counts: true,
    }))
  }
  const index = createMatchIndex()
  index.register(crowdAttributes)
  for (let person = 0; person < CROWD; person++) index.put(uidOf(person), rowsOf(person))

  test('finds the closest users, each with the exact score of the pair', () => {
    for (const viewer of [0, 5, 77]) {
      const ranked = index.rank(uidOf(viewer), { filter: 'all', limit: 20 }).people
      const exact = Array.from({ length: CROWD }, (_, other) => other)
        .filter((other) => other !== viewer)
        .map((other) => rank(index.pair(uidOf(viewer), uidOf(other), 'everyone')))
        .toSorted((a, b) => b - a)
      expect(ranked.map(({ score }) => score)).toEqual(exact.slice(0, 20))
      for (const { uid, score } of ranked) expect(rank(index.pair(uidOf(viewer), uid, 'everyone'))).toBe(score)
    }
  })

  test('the windows contain every user who shares an item once, in rough order', () => {
    const without = [uidOf(15)]
    const met: { uid: string; score: number }[] = []
    for (let window = 0; ; window++) {
      const { people, total, isLast } = index.rank(uidOf(3), { filter: 'all', exclude: without, window })
      expect(total).toBe(CROWD - 2)
      expect(people.map(({ score }) => score)).toEqual(people.map(({ score }) => score).toSorted((a, b) => b - a))
      met.push(...people)
      if (isLast) break
    }
    expect(new Set(met.map(({ uid }) => uid)).size).toBe(CROWD - 2)
    expect(met).toHaveLength(CROWD - 2)
    for (const { uid, score } of met.slice(-3)) expect(rank(index.pair(uidOf(3), uid, 'everyone'))).toBe(score)
    expect(met[0]!.score).toBeGreaterThan(2 * met.at(-1)!.score)
    expect(index.rank(uidOf(3), { filter: 'all', window: 99 })).toMatchObject({ people: [], isLast: true })
  })

  test('included users are in the first window and in no other one, even if many are closer or they share nothing', () => {
    const [loner, hiding] = [id('loner'), id('hiding')]
    index.register([{ id: id('item of loner'), kind: 'artist', bars: [], by: null }])
    index.put(loner, [{ ...row(0), itemId: id('item of loner') }])
    index.put(hiding, rowsOf(3), 'buddies')
    const viewer = uidOf(3)
    const ofWindow = (window: number, include: string[] = []) => index.rank(viewer, { filter: 'all', include, window })
    const distant = ofWindow(1).people.at(-1)!.uid
    const first = ofWindow(0, [distant, loner, hiding, id('unknown user')])
    expect(first.people.filter(({ uid }) => [distant, loner].includes(uid)).map(({ uid }) => uid)).toEqual([distant, loner])
    expect(first.people.map(({ uid }) => uid)).not.toContain(hiding)
    expect(first.people.find(({ uid }) => uid === distant)?.score).toBe(rank(index.pair(viewer, distant, 'everyone')))
    const met: string[] = []
    for (let window = 0, isLast = false; !isLast; window++) {
      const { people, total, ...rest } = ofWindow(window, [distant, loner])
      expect(total).toBe(CROWD)
      met.push(...people.map(({ uid }) => uid))
      isLast = rest.isLast
    }
    expect([met.length, new Set(met).size]).toEqual([CROWD, CROWD])
    for (const uid of [loner, hiding]) index.remove(uid)
  })

  test('a user who hides the match is in no window', () => {
    index.put(uidOf(15), rowsOf(15), 'buddies')
    const { people, total } = index.rank(uidOf(3), { filter: 'all' })
    expect([people.some(({ uid }) => uid === uidOf(15)), total]).toEqual([false, CROWD - 2])
    index.put(uidOf(15), rowsOf(15))
    expect(index.rank(uidOf(3), { filter: 'all' }).total).toBe(CROWD - 1)
  })

  test('excluded users are missing, and others move up', () => {
    const first = index.rank(uidOf(3), { filter: 'all', limit: 10 }).people.map(({ uid }) => uid)
    const second = index.rank(uidOf(3), { filter: 'all', limit: 10, exclude: first }).people.map(({ uid }) => uid)
    expect(second).toHaveLength(10)
    expect(second.filter((uid) => first.includes(uid))).toEqual([])
  })

  test('a change of one user is visible at once', () => {
    const added = id('newUser')
    const closest = (): string[] => index.rank(uidOf(3), { filter: 'all', limit: 20 }).people.map(({ uid }) => uid)
    index.put(added, rowsOf(3))
    expect(closest()).toContain(added)
    index.remove(added)
    expect(closest()).not.toContain(added)
  })
})

test('putting unchanged rows does not count as a change', () => {
  const index = createMatchIndex()
  index.register(attributes)
  const crowd = Array.from({ length: 500 }, (_, position) => ({
    uid: id(`${position}`),
    rows: [row(position % 40), row((position * 7) % 40, { weight: 0.3 })],
  }))
  for (const { uid, rows: own } of crowd) index.put(uid, own)
  while (index.train());
  for (const { uid, rows: own } of crowd) index.put(uid, own.toReversed())
  expect(index.train()).toBe(false)
  for (const { uid, rows: own } of crowd) index.put(uid, own, 'buddies')
  expect(index.train()).toBe(true)
})
