import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/print.ts'
import { LISTENERS_WORTH, middleOf, percentOf } from './calibration.ts'
import { compare } from './score.ts'
import { measure, rarityOf, tasteOf, type Loved, type Taste } from './index/taste-vector.ts'

const CROWD = 1_000
/** Of a crowd where two people hardly have anything in common. */
const MIDDLE = middleOf(0.006, CROWD)
/** The same thing is as rare, of the same kind and in the same bars for everybody. Every fifth is held by many. */
const rarity = (item: number): number => rarityOf(item % 5 === 0 ? 300 : 1 + (item % 40), CROWD)
const kinds: ItemKind[] = ['artist', 'track', 'channel', 'artist', 'channel', 'video']
const kindOf = (item: number): ItemKind => kinds[item % kinds.length]!
const barsOf = (item: number): number[] => {
  if (item % 7 === 0) return []
  const first = kindOf(item) === 'channel' || kindOf(item) === 'video' ? MUSIC_BARS : 0
  const size = first === 0 ? MUSIC_BARS : PRINT_BARS.length - MUSIC_BARS
  return [first + (item % size), first + ((item * 3) % size)]
}
const loved = (item: number, weight = 1): Loved => ({ item, kind: kindOf(item), weight, bars: barsOf(item) })

const someLoved = fc.uniqueArray(
  fc.record({ item: fc.integer({ min: 0, max: 60 }), weight: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  {
    selector: (one) => one.item,
    maxLength: 40,
  },
)
const person = someLoved.map((things) => things.map(({ item, weight }) => loved(item, weight)))
/** Nobody is compared by fewer things than this seed of the walk finds in a few thousand steps. */
const runs = { numRuns: 2_000 }

const isMusic = (one: Loved): boolean => one.kind === 'artist' || one.kind === 'track'
const rows = (...items: number[]): Taste => tasteOf(items.map((item) => loved(item)))
const artists = (from: number, count: number): Loved[] =>
  Array.from({ length: count }, (_, at) => ({ item: from + at, kind: 'artist', weight: 1, bars: [at % 5] }))
const video = (item: number): Loved => ({ item, kind: 'channel', weight: 1, bars: [] })
const sum = (values: number[]): number => values.reduce((first, second) => first + second, 0)
/** The per cent of two people with one taste of so many artists. */
const ofTwins = (count: number): number => percentOf(compare(tasteOf(artists(0, count)), tasteOf(artists(0, count)), () => 3).score, MIDDLE)
/** What a thing takes of a person's side. */
const massOf = (one: Loved): number => one.weight * (one.kind === 'track' ? 0.5 : 1) * rarity(one.item) ** 2

describe('two people', () => {
  test('are as alike from one side as from the other, to the last digit', () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        const [forth, back] = [compare(tasteOf(one), tasteOf(other), rarity), compare(tasteOf(other), tasteOf(one), rarity)]
        expect(back).toEqual(forth)
      }),
      runs,
    )
  })

  test('are as alike in whatever order their things are told', () => {
    fc.assert(
      fc.property(person, person, fc.infiniteStream(fc.integer()), (one, other, order) => {
        const keys = new Map(one.map((thing) => [thing, order.next().value]))
        const shuffled = one.toSorted((first, second) => (keys.get(first) ?? 0) - (keys.get(second) ?? 0))
        expect(compare(tasteOf(shuffled), tasteOf(other), rarity)).toEqual(compare(tasteOf(one), tasteOf(other), rarity))
      }),
      runs,
    )
  })

  test('of one taste are the most alike, and nobody is more alike than that', () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        const { raw, score } = compare(tasteOf(one), tasteOf(other), rarity)
        const same = compare(tasteOf(one), tasteOf(one), rarity)
        expect(same.raw).toBeCloseTo(tasteOf(one).items.length > 0 ? 1 : 0, 9)
        expect(raw).toBeGreaterThanOrEqual(0)
        expect(raw).toBeLessThanOrEqual(same.raw + (tasteOf(one).items.length > 0 ? 1e-9 : 0))
        expect(score).toBeLessThanOrEqual(raw + 1e-12)
      }),
      runs,
    )
  })

  test('with nothing in common have 0, however alike their genres are', () => {
    fc.assert(
      fc.property(person, (one) => {
        const elsewhere = one.map((thing) => ({ ...thing, item: thing.item + 1_000 }))
        const { raw, score, parts, shared } = compare(tasteOf(one), tasteOf(elsewhere), rarity)
        expect([raw, score, shared.length]).toEqual([0, 0, 0])
        expect(Object.values(parts).map((part) => part.amount)).toEqual([0, 0, 0, 0, 0, 0])
      }),
      runs,
    )
  })
})

describe('two people in a crowd that was learnt from', () => {
  const standing = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 4, maxLength: 4 }).map((at) => Int8Array.from(at))
  const compared = (one: Loved[], other: Loved[], places: readonly [Int8Array, Int8Array]) =>
    compare(tasteOf(one), tasteOf(other), rarity, measure(tasteOf(one), rarity, places[0]), measure(tasteOf(other), rarity, places[1]))

  test('have one figure for both, whose parts add up, and their place changes nothing of what they share', () => {
    fc.assert(
      fc.property(person, person, standing, standing, (one, other, mine, theirs) => {
        const forth = compared(one, other, [mine, theirs])
        const alone = compare(tasteOf(one), tasteOf(other), rarity)
        expect(compared(other, one, [theirs, mine])).toEqual(forth)
        expect(sum(Object.values(forth.parts).map((part) => part.amount))).toBeCloseTo(forth.score, 9)
        expect(forth.parts).toEqual({ ...alone.parts, listeners: forth.parts.listeners })
        expect([forth.raw, forth.music, forth.video, forth.shared]).toEqual([alone.raw, alone.music, alone.video, alone.shared])
        expect(forth.score).toBeLessThanOrEqual(1)
        expect(forth.score).toBeGreaterThanOrEqual(alone.score)
      }),
      runs,
    )
  })

  test('with one taste and one place have the maximum, and with nothing shared only a little, for their place', () => {
    const [taste, elsewhere] = [artists(0, 12), artists(100, 12)]
    const place = Int8Array.of(3, -90, 127, 8)
    expect(compared(taste, taste, [place, place])).toMatchObject({ score: 1, parts: { listeners: { amount: 0, similarity: 1 } } })
    const { score, raw, parts, shared } = compared(taste, elsewhere, [place, place])
    expect([raw, shared, score, parts.listeners.amount]).toEqual([0, [], LISTENERS_WORTH, LISTENERS_WORTH])
    expect(compared(taste, elsewhere, [place, place.map((at) => -at)]).score).toBe(0)
    // Two picks are no place among listeners to be believed.
    expect(compared(artists(0, 2), elsewhere, [place, place]).score).toBeCloseTo(LISTENERS_WORTH / 16, 9)
  })
})

describe('adding a thing', () => {
  test('that takes the same share of both never lowers the raw score', () => {
    fc.assert(
      fc.property(
        person,
        person,
        fc.integer({ min: 100, max: 160 }),
        fc.double({ min: 0.001, max: 0.9, noNaN: true }),
        (one, other, item, part) => {
          fc.pre(kindOf(item) !== 'video')
          // The weight with which the new thing takes `part` of this person's side.
          const added = (things: Loved[]): Loved => {
            const side = things.filter((thing) => thing.kind !== 'video' && isMusic(thing) === isMusic(loved(item)))
            const before = sum(side.map(massOf))
            return loved(item, (part / (1 - part)) * ((before || 1) / massOf(loved(item))))
          }
          const before = compare(tasteOf(one), tasteOf(other), rarity).raw
          const after = compare(tasteOf([...one, added(one)]), tasteOf([...other, added(other)]), rarity).raw
          expect(after).toBeGreaterThanOrEqual(before - 1e-9)
        },
      ),
      runs,
    )
  })

  test('to one person only never raises how alike the things are', () => {
    const both = artists(0, 12)
    const before = compare(tasteOf(both), tasteOf(both), rarity).raw
    expect(compare(tasteOf([...both, ...artists(50, 3)]), tasteOf(both), rarity).raw).toBeLessThan(before)
  })

  test('on the video side takes nothing from what two people share in music', () => {
    const music = artists(0, 12)
    const alone = compare(tasteOf(music), tasteOf(music), rarity)
    const apart = compare(tasteOf([...music, video(200)]), tasteOf([...music, video(300)]), rarity)
    expect(apart.score).toBe(alone.score)
  })
})

describe('what is shown', () => {
  test('the parts add up to the score, and so do the shared things and the bars', () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        const { score, parts, shared } = compare(tasteOf(one), tasteOf(other), rarity)
        expect(sum(Object.values(parts).map((part) => part.amount))).toBeCloseTo(score, 9)
        expect(sum(shared.map((thing) => thing.amount)) + parts.genres.amount + parts.topics.amount).toBeCloseTo(score, 9)
        for (const part of Object.values(parts)) {
          expect(part.amount).toBeGreaterThanOrEqual(0)
          expect(part.similarity).toBeGreaterThanOrEqual(0)
          expect(part.similarity).toBeLessThanOrEqual(1 + 1e-9)
        }
      }),
      runs,
    )
  })

  test('one taste reads 100 once there is enough of it, and less before', () => {
    expect([ofTwins(10), ofTwins(50)]).toEqual([100, 100])
    expect(ofTwins(3)).toBeLessThan(ofTwins(6))
    expect(ofTwins(6)).toBeLessThan(100)
  })

  test('one shared thing on repeat does not decide, not even with both', () => {
    const repeated = { ...loved(0, 1_000), kind: 'track' as const }
    const one = [repeated, ...artists(100, 20)]
    const other = [repeated, ...artists(200, 20)]
    expect(percentOf(compare(tasteOf(one), tasteOf(other), rarity).score, MIDDLE)).toBeLessThan(20)
    expect(percentOf(compare(tasteOf([repeated]), tasteOf([repeated]), rarity).score, MIDDLE)).toBeLessThan(20)
  })

  test('one thing in common never reads 20, however often both repeat it and whatever else they love', () => {
    const times = fc.double({ min: 0.01, max: 1_000_000, noNaN: true })
    fc.assert(
      fc.property(person, person, fc.integer({ min: 300, max: 360 }), times, times, (one, other, item, mine, theirs) => {
        const elsewhere = other.map((thing) => ({ ...thing, item: thing.item + 1_000 }))
        const { score, shared } = compare(tasteOf([...one, loved(item, mine)]), tasteOf([...elsewhere, loved(item, theirs)]), rarity)
        expect(shared.length).toBeLessThanOrEqual(1)
        expect(percentOf(score, middleOf(0, 1))).toBeLessThan(20)
      }),
      runs,
    )
  })

  test('a thing on repeat adds little to what else two people share', () => {
    const shared = artists(0, 8)
    const plain = compare(tasteOf([...shared, ...artists(100, 10)]), tasteOf([...shared, ...artists(200, 10)]), () => 3).score
    const repeat = { item: 0, kind: 'artist' as const, weight: 1_000, bars: [0] }
    const repeated = compare(
      tasteOf([...shared.slice(1), ...artists(100, 10), repeat]),
      tasteOf([...shared.slice(1), ...artists(200, 10), repeat]),
      () => 3,
    ).score
    expect(repeated).toBeLessThan(plain)
  })

  test('a rare favourite counts for more than a hit', () => {
    const hit = 5
    const sharing = (item: number) =>
      compare(tasteOf([...artists(item, 1), ...artists(100, 10)]), tasteOf([...artists(item, 1), ...artists(200, 10)]), (one) =>
        one === hit ? 0.7 : 5,
      ).score
    expect(sharing(1)).toBeGreaterThan(sharing(hit))
  })

  test('alike genres raise what is shared', () => {
    const shared = artists(0, 8)
    const other = artists(100, 8)
    const far = artists(200, 8).map((one) => ({ ...one, bars: [20] }))
    const near = compare(tasteOf([...shared, ...other]), tasteOf([...shared, ...artists(200, 8)]), () => 3)
    expect(near.score).toBeGreaterThan(compare(tasteOf([...shared, ...other]), tasteOf([...shared, ...far]), () => 3).score)
  })

  test('an unknown genre is no shared taste', () => {
    const unknown = PRINT_BARS.indexOf('other-music')
    const things = (from: number) => artists(from, 5).map((one) => ({ ...one, bars: [unknown] }))
    const { parts } = compare(tasteOf([...artists(0, 3), ...things(10)]), tasteOf([...artists(0, 3), ...things(20)]), () => 3)
    expect(parts.genres.similarity).toBeCloseTo(1, 9)
    expect(compare(tasteOf(things(0)), tasteOf(things(0)), () => 3).parts.genres).toEqual({ amount: 0, similarity: 0 })
  })
})

test('of a thing that two sources tell, the stronger love counts once', () => {
  const twice = tasteOf([loved(0, 0.2), loved(0, 0.9), loved(1, 0.5)])
  expect(twice).toEqual(tasteOf([loved(1, 0.5), loved(0, 0.9)]))
  expect(rows(3, 1, 2, 1).items).toEqual(Int32Array.from([1, 2, 3]))
})

test('the per cent rises with the score, from 0 to 100, in any crowd', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(score, score, score, fc.integer({ min: 1, max: 1_000_000 }), (one, other, mean, people) => {
      const middle = middleOf(mean, people)
      expect(percentOf(Math.min(one, other), middle)).toBeLessThanOrEqual(percentOf(Math.max(one, other), middle))
      expect([percentOf(0, middle), percentOf(1, middle)]).toEqual([0, 100])
    }),
  )
})

test('the same overlap reads less where everybody has much in common', () => {
  expect(percentOf(0.1, middleOf(0.3, 1_000))).toBeLessThan(percentOf(0.1, middleOf(0.01, 1_000)))
  // Three friends of one taste are no crowd to be measured by.
  expect(percentOf(0.5, middleOf(0.9, 3))).toBeGreaterThan(85)
})
