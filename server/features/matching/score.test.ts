import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import { midpointOf, percentOf, calibrate, uncalibrate } from './calibration.ts'
import { distributePoints } from './match.present.ts'
import { rarityOf } from './match.rarity.ts'
import { compare, rankOf, type CompareContext, type Score } from './score.ts'
import { LOVE_EXPONENT, measure, tasteOf, type TasteItem, type Rarity, type Taste } from './index/taste-vector.ts'

const CROWD = 1_000
/** A crowd whose users have little in common. */
const MIDPOINT = midpointOf(0.006, CROWD)
const midpoints = { music: MIDPOINT, video: MIDPOINT }
/** Item attributes depend only on the item. Every fifth item has many holders. */
const rarity = (item: number): number => rarityOf(item % 5 === 0 ? 300 : 1 + (item % 40), CROWD)
const crowd: CompareContext = { rarity, midpoints }
const crowdOf = (ofItem: Rarity): CompareContext => ({ rarity: ofItem, midpoints })
const kinds: ItemKind[] = ['artist', 'track', 'channel', 'artist', 'channel', 'video']
const kindOf = (item: number): ItemKind => kinds[item % kinds.length]!
const barsOf = (item: number): number[] => {
  if (item % 7 === 0) return []
  const first = kindOf(item) === 'channel' || kindOf(item) === 'video' ? MUSIC_BARS : 0
  const size = first === 0 ? MUSIC_BARS : PRINT_BARS.length - MUSIC_BARS
  return [first + (item % size), first + ((item * 3) % size)]
}
const loved = (item: number, weight = 1): TasteItem => ({ item, kind: kindOf(item), weight, bars: barsOf(item) })

const someLoved = fc.uniqueArray(
  fc.record({ item: fc.integer({ min: 0, max: 60 }), weight: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  {
    selector: (entry) => entry.item,
    maxLength: 40,
  },
)
const person = someLoved.map((items) => items.map(({ item, weight }) => loved(item, weight)))
/** Seed and number of runs of the property tests. */
const runs = { numRuns: 2_000 }

const isMusic = (tasteItem: TasteItem): boolean => tasteItem.kind === 'artist' || tasteItem.kind === 'track'
const rows = (...items: number[]): Taste => tasteOf(items.map((item) => loved(item)))
const artists = (from: number, count: number): TasteItem[] =>
  Array.from({ length: count }, (_, index) => ({ item: from + index, kind: 'artist', weight: 1, bars: [index % 5] }))
const video = (item: number): TasteItem => ({ item, kind: 'channel', weight: 1, bars: [] })
const sum = (values: number[]): number => values.reduce((first, second) => first + second, 0)
const total = (score: Pick<Score, 'total'>): number => score.total ?? 0
/** The score of two users with the same artists. */
const ofTwins = (count: number): number =>
  percentOf(
    total(
      compare(
        tasteOf(artists(0, count)),
        tasteOf(artists(0, count)),
        crowdOf(() => 3),
      ),
    ),
  )
/** The share of an item in a user's side. */
const massOf = (tasteItem: TasteItem): number =>
  tasteItem.weight ** (2 * LOVE_EXPONENT) * (tasteItem.kind === 'track' ? 0.5 : 1) * rarity(tasteItem.item) ** 2

describe('two people', () => {
  test('have the same score in both directions, to the last digit', () => {
    fc.assert(
      fc.property(person, person, (a, b) => {
        const [forth, back] = [compare(tasteOf(a), tasteOf(b), crowd), compare(tasteOf(b), tasteOf(a), crowd)]
        expect(back).toEqual(forth)
      }),
      runs,
    )
  })

  test('have the same score for any order of their items', () => {
    fc.assert(
      fc.property(person, person, fc.infiniteStream(fc.integer()), (a, b, order) => {
        const keys = new Map(a.map((entry) => [entry, order.next().value]))
        const shuffled = a.toSorted((first, second) => (keys.get(first) ?? 0) - (keys.get(second) ?? 0))
        expect(compare(tasteOf(shuffled), tasteOf(b), crowd)).toEqual(compare(tasteOf(a), tasteOf(b), crowd))
      }),
      runs,
    )
  })

  test('with the same taste have the highest score', () => {
    fc.assert(
      fc.property(person, person, (a, b) => {
        const score = compare(tasteOf(a), tasteOf(b), crowd)
        const same = compare(tasteOf(a), tasteOf(a), crowd)
        for (const side of ['music', 'video'] as const) {
          const items = side === 'music' ? tasteOf(a).counts.artists + tasteOf(a).counts.tracks : tasteOf(a).counts.channels
          expect(same[side].overlap).toBeCloseTo(items > 0 ? 1 : 0, 9)
          expect(score[side].overlap).toBeGreaterThanOrEqual(0)
          expect(score[side].overlap).toBeLessThanOrEqual(same[side].overlap + 1e-9)
          expect(score[side].calibrated).toBeLessThanOrEqual(1)
        }
      }),
      runs,
    )
  })

  test('without shared items score 0, even with the same genres', () => {
    fc.assert(
      fc.property(person, (taste) => {
        const elsewhere = taste.map((entry) => ({ ...entry, item: entry.item + 1_000 }))
        const score = compare(tasteOf(taste), tasteOf(elsewhere), crowd)
        expect([total(score), score.music.calibrated, score.video.calibrated, score.shared.length]).toEqual([0, 0, 0, 0])
        expect(Object.values(score.parts)).toEqual([0, 0, 0, 0, 0, 0])
      }),
      runs,
    )
  })
})

describe('the total', () => {
  const percents = (score: Score) =>
    [score.music, score.video].filter(({ weight }) => weight > 0).map(({ calibrated: reading }) => percentOf(reading))

  test('is between the music and the video score', () => {
    fc.assert(
      fc.property(person, person, (a, b) => {
        const score = compare(tasteOf(a), tasteOf(b), crowd)
        const sides = percents(score)
        fc.pre(score.total !== null)
        expect(percentOf(total(score))).toBeGreaterThanOrEqual(Math.min(...sides))
        expect(percentOf(total(score))).toBeLessThanOrEqual(Math.max(...sides))
      }),
      runs,
    )
  })

  test('is the music score when one user has no video side', () => {
    fc.assert(
      fc.property(person, person, (a, b) => {
        const music = a.filter(isMusic)
        const alone = compare(tasteOf(music), tasteOf(b.filter(isMusic)), crowd)
        const beside = compare(tasteOf(music), tasteOf(b), crowd)
        expect([beside.total, beside.music]).toEqual([alone.total, alone.music])
        expect(beside.parts).toEqual(alone.parts)
      }),
      runs,
    )
  })

  test('leans toward the side with more data', () => {
    const shared = artists(0, 10)
    const channels = (from: number, count: number) => Array.from({ length: count }, (_, index) => video(from + index))
    const withVideo = (count: number) =>
      total(
        compare(
          tasteOf([...shared, ...channels(200, count)]),
          tasteOf([...shared, ...channels(300, count)]),
          crowdOf(() => 3),
        ),
      )
    expect(withVideo(0)).toBe(1)
    expect([3, 10, 40].map(withVideo)).toEqual([3, 10, 40].map(withVideo).toSorted((first, second) => second - first))
    expect(withVideo(3)).toBeGreaterThan(0.65)
    expect(withVideo(40)).toBeLessThan(0.5)
  })

  test('orders a list like its percentages, with unknown ones below 1%', () => {
    fc.assert(
      fc.property(person, fc.array(person, { minLength: 2, maxLength: 6 }), (viewer, others) => {
        for (const filter of ['all', 'music', 'video'] as const) {
          const listed = others
            .map((other) => compare(tasteOf(viewer), tasteOf(other), crowd))
            .toSorted((first, second) => rankOf(second, filter) - rankOf(first, filter))
          const shown = listed.map((score) => {
            if (filter === 'all') return score.total === null ? 0 : percentOf(score.total)
            return score[filter].weight > 0 ? percentOf(score[filter].calibrated) : 0
          })
          expect(shown).toEqual(shown.toSorted((first, second) => second - first))
        }
      }),
      runs,
    )
  })
})

describe('two users with embeddings', () => {
  const embedding = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 4, maxLength: 4 }).map((values) => Int8Array.from(values))
  const compared = (a: TasteItem[], b: TasteItem[], places: readonly [Int8Array, Int8Array]) =>
    compare(tasteOf(a), tasteOf(b), crowd, measure(tasteOf(a), rarity, places[0]), measure(tasteOf(b), rarity, places[1]))

  test('have the same score in both directions, and embeddings never lower it', () => {
    fc.assert(
      fc.property(person, person, embedding, embedding, (a, b, mine, theirs) => {
        const forth = compared(a, b, [mine, theirs])
        const alone = compare(tasteOf(a), tasteOf(b), crowd)
        expect(compared(b, a, [theirs, mine])).toEqual(forth)
        expect(sum(Object.values(forth.parts))).toBeCloseTo(total(forth), 9)
        expect([forth.music.overlap, forth.video.overlap]).toEqual([alone.music.overlap, alone.video.overlap])
        expect(total(forth)).toBeLessThanOrEqual(1)
        expect(total(forth)).toBeGreaterThanOrEqual(total(alone) - 1e-12)
      }),
      runs,
    )
  })

  test('show at most 25% without shared items, and more with one', () => {
    fc.assert(
      fc.property(person, person, embedding, fc.double({ min: 0, max: 0.5, noNaN: true }), (a, b, place, mean) => {
        const elsewhere = b.map((entry) => ({ ...entry, item: entry.item + 1_000 }))
        const midpoint = midpointOf(mean, CROWD)
        const inCrowd = { rarity, midpoints: { music: midpoint, video: midpoint } }
        const measures = (items: TasteItem[]) => measure(tasteOf(items), rarity, place)
        const { total: alone } = compare(tasteOf(a), tasteOf(elsewhere), inCrowd, measures(a), measures(elsewhere))
        expect(percentOf(alone ?? 0)).toBeLessThanOrEqual(25)
      }),
      runs,
    )
    const [taste, elsewhere, same] = [artists(0, 12), artists(100, 12), Int8Array.of(3, -90, 127, 8)]
    const apart = compared(taste, elsewhere, [same, same])
    expect([percentOf(total(apart)), apart.shared, apart.parts.listeners]).toEqual([25, [], total(apart)])
    const oneShared = compared([...taste, ...artists(200, 1)], [...elsewhere, ...artists(200, 1)], [same, same])
    expect(total(oneShared)).toBeGreaterThan(total(apart))
    expect(total(compared(taste, elsewhere, [same, same.map((index) => -index)]))).toBe(0)
    const alike = compared(taste, taste, [same, same])
    expect([total(alike), alike.parts.listeners]).toEqual([expect.closeTo(1, 12), expect.closeTo(0, 12)])
    // Three picks are too few to trust an embedding.
    expect(total(compared(artists(0, 3), elsewhere, [same, same]))).toBeLessThan(total(apart) / 2)
  })
})

describe('adding an item', () => {
  test('with the same share for both never lowers the overlap', () => {
    fc.assert(
      fc.property(
        person,
        person,
        fc.integer({ min: 100, max: 160 }),
        fc.double({ min: 0.001, max: 0.9, noNaN: true }),
        (a, b, item, part) => {
          fc.pre(kindOf(item) !== 'video')
          // The weight at which the new item takes `part` of this user's side.
          const added = (items: TasteItem[]): TasteItem => {
            const side = items.filter((entry) => entry.kind !== 'video' && isMusic(entry) === isMusic(loved(item)))
            const before = sum(side.map(massOf))
            return loved(item, ((part / (1 - part)) * ((before || 1) / massOf(loved(item)))) ** (1 / (2 * LOVE_EXPONENT)))
          }
          const side = isMusic(loved(item)) ? 'music' : 'video'
          const before = compare(tasteOf(a), tasteOf(b), crowd)[side].overlap
          const after = compare(tasteOf([...a, added(a)]), tasteOf([...b, added(b)]), crowd)[side].overlap
          expect(after).toBeGreaterThanOrEqual(before - 1e-9)
        },
      ),
      runs,
    )
  })

  test('of only one user never raises the overlap', () => {
    const both = artists(0, 12)
    const before = compare(tasteOf(both), tasteOf(both), crowd).music.overlap
    expect(compare(tasteOf([...both, ...artists(50, 3)]), tasteOf(both), crowd).music.overlap).toBeLessThan(before)
  })

  test('leaves the music score unchanged with too few video items', () => {
    const music = artists(0, 12)
    const alone = compare(tasteOf(music), tasteOf(music), crowd)
    const apart = compare(tasteOf([...music, video(200)]), tasteOf([...music, video(300)]), crowd)
    expect(apart.total).toBe(alone.total)
  })
})

describe('what is shown', () => {
  test('adds up: parts to the total, points to the percentage, shared items and bars to both', () => {
    fc.assert(
      fc.property(person, person, (a, b) => {
        const score = compare(tasteOf(a), tasteOf(b), crowd)
        const { parts, shared } = score
        expect(sum(Object.values(parts))).toBeCloseTo(total(score), 9)
        expect(sum(shared.map((entry) => entry.amount)) + parts.genres + parts.topics).toBeCloseTo(total(score), 9)
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0)
        if (total(score) === 0) return
        expect(sum(distributePoints(Object.values(parts), percentOf(total(score))))).toBe(percentOf(total(score)))
      }),
      runs,
    )
  })

  test('equal tastes show 100% with enough items, and less before', () => {
    expect([ofTwins(10), ofTwins(50)]).toEqual([100, 100])
    expect(ofTwins(3)).toBeLessThan(ofTwins(6))
    expect(ofTwins(6)).toBeLessThan(100)
  })

  test('one heavily played shared item cannot dominate the score', () => {
    const repeated = { ...loved(0, 1_000), kind: 'track' as const }
    const first = [repeated, ...artists(100, 20)]
    const other = [repeated, ...artists(200, 20)]
    expect(percentOf(total(compare(tasteOf(first), tasteOf(other), crowd)))).toBeLessThan(20)
    expect(compare(tasteOf([repeated]), tasteOf([repeated]), crowd).total).toBeNull()
  })

  test('a single shared item never shows 20%, with any other items', () => {
    const times = fc.double({ min: 0.01, max: 1_000_000, noNaN: true })
    fc.assert(
      fc.property(person, person, fc.integer({ min: 300, max: 360 }), times, times, (a, b, item, mine, theirs) => {
        const elsewhere = b.map((entry) => ({ ...entry, item: entry.item + 1_000 }))
        const sparse = midpointOf(0, 1)
        const score = compare(tasteOf([...a, loved(item, mine)]), tasteOf([...elsewhere, loved(item, theirs)]), {
          rarity,
          midpoints: { music: sparse, video: sparse },
        })
        expect(score.shared.length).toBeLessThanOrEqual(1)
        expect(percentOf(total(score))).toBeLessThan(20)
      }),
      runs,
    )
  })

  test('a heavily played item adds little to other shared items', () => {
    const shared = artists(0, 8)
    const plain = total(
      compare(
        tasteOf([...shared, ...artists(100, 10)]),
        tasteOf([...shared, ...artists(200, 10)]),
        crowdOf(() => 3),
      ),
    )
    const repeat = { item: 0, kind: 'artist' as const, weight: 1_000, bars: [0] }
    const repeated = compare(
      tasteOf([...shared.slice(1), ...artists(100, 10), repeat]),
      tasteOf([...shared.slice(1), ...artists(200, 10), repeat]),
      crowdOf(() => 3),
    ).total
    expect(repeated).toBeLessThan(plain)
  })

  test('a rare favorite counts for more than a hit', () => {
    const hit = 5
    const sharing = (item: number) =>
      compare(
        tasteOf([...artists(item, 1), ...artists(100, 10)]),
        tasteOf([...artists(item, 1), ...artists(200, 10)]),
        crowdOf((entry) => (entry === hit ? 0.7 : 5)),
      ).music.calibrated
    expect(sharing(1)).toBeGreaterThan(sharing(hit))
  })

  test('similar genres raise the score of shared items', () => {
    const shared = artists(0, 8)
    const other = artists(100, 8)
    const far = artists(200, 8).map((artist) => ({ ...artist, bars: [20] }))
    const near = compare(
      tasteOf([...shared, ...other]),
      tasteOf([...shared, ...artists(200, 8)]),
      crowdOf(() => 3),
    )
    const apart = compare(
      tasteOf([...shared, ...other]),
      tasteOf([...shared, ...far]),
      crowdOf(() => 3),
    )
    expect(total(near)).toBeGreaterThan(total(apart))
  })

  test('unknown genres are not shared taste', () => {
    const unknown = PRINT_BARS.indexOf('other-music')
    const items = (from: number) => artists(from, 5).map((artist) => ({ ...artist, bars: [unknown] }))
    const { parts } = compare(
      tasteOf([...artists(0, 3), ...items(10)]),
      tasteOf([...artists(0, 3), ...items(20)]),
      crowdOf(() => 3),
    )
    expect(parts.genres).toBeGreaterThan(0)
    expect(
      compare(
        tasteOf(items(0)),
        tasteOf(items(0)),
        crowdOf(() => 3),
      ).parts.genres,
    ).toBe(0)
  })
})

test('an item from two sources counts once with its higher weight', () => {
  const twice = tasteOf([loved(0, 0.2), loved(0, 0.9), loved(1, 0.5)])
  expect(twice).toEqual(tasteOf([loved(1, 0.5), loved(0, 0.9)]))
  expect(rows(3, 1, 2, 1).items).toEqual([1, 2, 3])
})

test('the percentage rises with the score from 0 to 100 in any crowd, and is invertible', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(score, score, score, fc.integer({ min: 1, max: 1_000_000 }), (a, b, mean, people) => {
      const midpoint = midpointOf(mean, people)
      expect(percentOf(calibrate(Math.min(a, b), midpoint))).toBeLessThanOrEqual(percentOf(calibrate(Math.max(a, b), midpoint)))
      expect([percentOf(calibrate(0, midpoint)), percentOf(calibrate(1, midpoint))]).toEqual([0, 100])
      expect(uncalibrate(calibrate(a, midpoint), midpoint)).toBeCloseTo(a, 9)
    }),
  )
})

test('the same overlap shows a lower percentage where every pair shares a lot', () => {
  expect(calibrate(0.1, midpointOf(0.3, 1_000))).toBeLessThan(calibrate(0.1, midpointOf(0.01, 1_000)))
  // Three users with the same taste are too few to measure a crowd.
  expect(calibrate(0.5, midpointOf(0.9, 3))).toBeGreaterThan(0.8)
})
