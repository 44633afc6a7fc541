import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rarityOf, worldShareOf } from './match.rarity.ts'
import { compare } from './score.ts'
import { tasteOf, type TasteItem } from './index/taste-vector.ts'

const units = ['followers', 'subscribers', 'listeners', 'listenbrainz_listeners'] as const
/** A hundred-thousandth of the count of the best-known items. */
const niche = { followers: 1_500, subscribers: 900, listeners: 80, listenbrainz_listeners: 1 }

test('a shared niche item always weighs more than an item that all users share, among 10 and 100,000 users', () => {
  const artist = (item: number): TasteItem => ({ item, kind: 'artist', weight: 1, bars: [] })
  const someSize = fc.option(fc.record({ unit: fc.constantFrom(...units), count: fc.integer({ min: 0, max: 2_000_000_000 }) }))
  fc.assert(
    fc.property(
      fc.constantFrom(10, 100_000),
      fc.constantFrom(...units),
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      someSize,
      fc.option(fc.integer({ min: 1, max: 5_000 })),
      (users, unit, part, size, knownRank) => {
        const holders = Math.max(2, Math.floor(part * users))
        const [rare, common] = [1, 2]
        const shares = [0, worldShareOf({ size: { unit, count: niche[unit] } }), worldShareOf({ size, knownRank })]
        const rarity = (item: number) => rarityOf(item === rare ? holders : item === common ? users : 1, users, shares[item])
        const own = (from: number) => [3, 4, 5].map((index) => artist(from + index))
        const { shared } = compare(
          tasteOf([artist(rare), artist(common), ...own(10)]),
          tasteOf([artist(rare), artist(common), ...own(20)]),
          {
            rarity,
            midpoints: { music: 0.1, video: 0.1 },
          },
        )
        const amount = (of: number) => shared.find(({ item }) => item === of)?.amount ?? 0
        expect(amount(rare)).toBeGreaterThan(amount(common))
      },
    ),
  )
})

test('rarity follows the world among few users and the local crowd among many', () => {
  const [famous, unknown] = [worldShareOf({ size: { unit: 'followers', count: 80_000_000 } }), worldShareOf({})]
  // Two of ten users love the famous artist, five of ten the unknown one.
  expect(rarityOf(2, 10, famous)).toBeLessThan(rarityOf(5, 10, unknown))
  expect(rarityOf(20_000, 100_000, famous)).toBeGreaterThan(rarityOf(50_000, 100_000, unknown))
})

test('rarity falls as more users love an item, here or in the world, and is never 0', () => {
  const share = fc.double({ min: 0, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1_000_000 }), fc.nat(), fc.nat(), share, share, (users, a, b, some, other) => {
      const [few, many] = [a % users, b % users].toSorted((first, second) => first - second)
      const [small, large] = [some, other].toSorted((first, second) => first - second)
      expect(rarityOf(few!, users, small)).toBeGreaterThanOrEqual(rarityOf(many!, users, large))
      expect(rarityOf(users, users, 0.5)).toBeGreaterThan(0)
    }),
  )
})

test("a provider's count takes precedence over the rank in the starter catalog", () => {
  expect(worldShareOf({ size: { unit: 'followers', count: 600 }, knownRank: 1 })).toBeLessThan(worldShareOf({}))
  const ranks = [1, 5, 50, 500].map((knownRank) => worldShareOf({ knownRank }))
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  expect(worldShareOf({ knownRank: 1_000_000 })).toBe(worldShareOf({}))
})
