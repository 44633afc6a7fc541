import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { areasOf, bridgesOf, commonBars, type MapMember, type MapPair, MIN_DISTANCE, percentsOf, placesOf } from './taste-map.ts'

const bar = (name: (typeof PRINT_BARS)[number]) => PRINT_BARS.indexOf(name)
const printWith = (...bars: (typeof PRINT_BARS)[number][]) => PRINT_BARS.map((name) => (bars.includes(name) ? 1 : 0))

/** A group with some matches, others hidden. */
const group = fc
  .integer({ min: 3, max: 50 })
  .chain((size) =>
    fc.record({
      members: fc.array(
        fc.record({
          since: fc.integer({ min: 0, max: 20 }),
          print: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: PRINT_BARS.length, maxLength: PRINT_BARS.length }),
        }),
        {
          minLength: size,
          maxLength: size,
        },
      ),
      percents: fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { freq: 5 }), {
        minLength: (size * (size - 1)) / 2,
        maxLength: (size * (size - 1)) / 2,
      }),
    }),
  )
  .map(({ members, percents }) => {
    const named = members.map((member, index): MapMember => ({ ...member, uid: `user-${index}` }))
    const left = [...percents]
    const pairs = named.flatMap(({ uid: one }, index) =>
      named.slice(index + 1).flatMap(({ uid: other }): MapPair[] => {
        const percent = left.shift()
        return percent === null || percent === undefined ? [] : [{ one, other, percent }]
      }),
    )
    return { members: named, pairs }
  })

test('faces never overlap, and every member has a place', () => {
  fc.assert(
    fc.property(group, ({ members, pairs }) => {
      const places = [...placesOf(members, percentsOf(pairs)).values()]
      expect(places).toHaveLength(members.length)
      for (const [index, first] of places.entries())
        for (const second of places.slice(index + 1))
          expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThan(MIN_DISTANCE - 0.01)
    }),
    { numRuns: 60 },
  )
})

test('positions do not depend on the order of members and matches, or on the side of a match', () => {
  fc.assert(
    fc.property(group, ({ members, pairs }) => {
      const turned = pairs.map(({ one, other, percent }) => ({ one: other, other: one, percent })).toReversed()
      const [first, second] = [percentsOf(pairs), percentsOf(turned)]
      const reversed = members.toReversed()
      expect(placesOf(reversed, second)).toEqual(placesOf(members, first))
      expect(areasOf(reversed, second)).toEqual(areasOf(members, first))
      expect(bridgesOf(reversed, second)).toEqual(bridgesOf(members, first))
    }),
    { numRuns: 40 },
  )
})

test('a new member moves no other member', () => {
  fc.assert(
    fc.property(group, ({ members, pairs }) => {
      const late = { ...(members.at(-1) as MapMember), since: 99 }
      const before = placesOf(members.slice(0, -1), percentsOf(pairs))
      const after = placesOf([late, ...members.slice(0, -1)], percentsOf(pairs))
      for (const [uid, place] of before) expect(after.get(uid)).toEqual(place)
    }),
    { numRuns: 40 },
  )
})

test('positions depend only on shown percentages: a print or a hidden match moves no member', () => {
  fc.assert(
    fc.property(group, ({ members, pairs }) => {
      const plain = members.map(({ uid, since }) => ({ uid, since }))
      expect(placesOf(plain, percentsOf(pairs))).toEqual(placesOf(members, percentsOf(pairs)))
      // A member whose matches are all hidden has a place that depends only on the id, not on their taste.
      const [first] = members
      const shown = pairs.filter(({ one, other }) => one !== first?.uid && other !== first?.uid)
      const hidden = placesOf(members, percentsOf(shown))
      expect(
        placesOf(
          members.map((member) => ({ ...member, print: [] })),
          percentsOf(shown),
        ),
      ).toEqual(hidden)
    }),
    { numRuns: 20 },
  )
})

const people = (...uids: string[]) => uids.map((uid, index): MapMember => ({ uid, since: index, print: [] }))
const distance = (places: ReturnType<typeof placesOf>, uid: string, other: string) => {
  const [a, b] = [places.get(uid) ?? { x: 0, y: 0 }, places.get(other) ?? { x: 99, y: 99 }]
  return Math.hypot(a.x - b.x, a.y - b.y)
}

test('members with similar tastes are close to each other', () => {
  const pairs = [
    { one: 'a', other: 'b', percent: 90 },
    { one: 'a', other: 'c', percent: 20 },
    { one: 'b', other: 'c', percent: 25 },
  ]
  const places = placesOf(people('a', 'b', 'c'), percentsOf(pairs))
  expect(distance(places, 'a', 'b')).toBeLessThan(distance(places, 'a', 'c') / 2)
  expect(distance(places, 'a', 'b')).toBeLessThan(distance(places, 'b', 'c') / 2)
})

test('areas are named by their highest common bars, and a bridge is close to both sides', () => {
  const members: MapMember[] = [
    { uid: 'a', since: 0, print: printWith('afrobeats', 'soul') },
    { uid: 'b', since: 1, print: printWith('afrobeats', 'soul') },
    { uid: 'c', since: 2, print: printWith('film', 'design') },
    { uid: 'd', since: 3, print: printWith('film', 'design', 'other-video') },
  ]
  const percentOf = percentsOf([
    { one: 'a', other: 'b', percent: 82 },
    { one: 'c', other: 'd', percent: 70 },
    { one: 'b', other: 'c', percent: 55 },
    { one: 'a', other: 'c', percent: 10 },
    { one: 'a', other: 'd', percent: 5 },
    { one: 'b', other: 'd', percent: 12 },
  ])
  expect(areasOf(members, percentOf)).toEqual([
    { uids: ['a', 'b'], bars: [bar('soul'), bar('afrobeats')] },
    { uids: ['c', 'd'], bars: [bar('film'), bar('design')] },
  ])
  expect(bridgesOf(members, percentOf)).toEqual([
    { by: 'b', between: ['a', 'c'] },
    { by: 'c', between: ['b', 'd'] },
  ])
  expect(commonBars(printWith('jazz', 'film', 'other-music'), printWith('film', 'jazz', 'pop', 'other-music'))).toEqual([
    bar('jazz'),
    bar('film'),
  ])
})
