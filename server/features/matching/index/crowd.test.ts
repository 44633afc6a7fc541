import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import { meanOverlaps } from './crowd.ts'
import { compare } from '../score.ts'
import { measure, tasteOf } from './taste-vector.ts'

const kinds: ItemKind[] = ['artist', 'track', 'channel']
const rarity = (item: number): number => 1 + (item % 3)
const person = fc.uniqueArray(fc.record({ item: fc.integer({ min: 0, max: 11 }), weight: fc.double({ min: 0.05, max: 1, noNaN: true }) }), {
  selector: (entry) => entry.item,
  maxLength: 10,
})

type Items = { item: number; weight: number }[]

/** Items without genres, so only shared items count. */
const tasteWith = (items: Items) => tasteOf(items.map(({ item, weight }) => ({ item, weight, kind: kinds[item % 3]!, bars: [] })))

/** The mean over all pairs of users with items of these kinds, pair by pair. */
function meanOfPairs(crowd: Items[], side: 'music' | 'video'): number {
  const isOfSide = (item: number): boolean => (kinds[item % 3] === 'channel') === (side === 'video')
  const tastes = crowd.map((items) => tasteWith(items.filter(({ item }) => isOfSide(item)))).filter((taste) => taste.items.length > 0)
  const pairs = tastes.flatMap((taste, index) =>
    tastes.slice(index + 1).map((other) => compare(taste, other, { rarity, midpoints: { music: 1, video: 1 } })[side].overlap),
  )
  return pairs.length === 0 ? 0 : pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length
}

test('equals the mean over all pairs of each side', () => {
  fc.assert(
    fc.property(fc.array(person, { minLength: 2, maxLength: 8 }), (crowd) => {
      const people = crowd.map(tasteWith).map((taste) => ({ taste, measure: measure(taste, rarity) }))
      const means = meanOverlaps(people, rarity, 12)
      expect(means.music).toBeCloseTo(meanOfPairs(crowd, 'music'), 9)
      expect(means.video).toBeCloseTo(meanOfPairs(crowd, 'video'), 9)
    }),
  )
})

test('is 0 for no user and for one', () => {
  const first = tasteWith([{ item: 0, weight: 1 }])
  const empty = { music: 0, video: 0 }
  expect([meanOverlaps([], rarity, 12), meanOverlaps([{ taste: first, measure: measure(first, rarity) }], rarity, 12)]).toEqual([
    empty,
    empty,
  ])
})
