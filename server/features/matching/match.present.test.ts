import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PairMatch } from './index/pairs.ts'
import { distributePoints, presentMatch } from './match.present.ts'

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 })

it('the points of the parts add up to the percentage, each within one of its share', () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const whole = all.reduce((sum, value) => sum + value, 0)
      fc.pre(whole > 1e-6)
      const points = distributePoints(all, percent)
      expect(points.reduce((sum, point) => sum + point, 0)).toBe(percent)
      for (const [index, share] of all.entries()) {
        const smaller = all.flatMap((other, place) => (other <= share ? [points[place] ?? 0] : []))
        expect(Math.max(...smaller)).toBeLessThanOrEqual(
          (points[index] ?? 0) + (all.some((other, place) => place !== index && other === share) ? 1 : 0),
        )
      }
      for (const [index, share] of all.entries()) expect(Math.abs((points[index] ?? 0) - (share / whole) * percent)).toBeLessThan(1)
    }),
  )
})

it('prefers the larger of two shares whose remainders differ by less than a rounding error', () => {
  const points = distributePoints([0.9999999999999986, 0.7199186711301778, 0.9999999999999987, 0], 91)
  expect(points[2]).toBeGreaterThanOrEqual(points[0] ?? 0)
})

it('gives no points without shared items', () => {
  expect(distributePoints([0, 0], 0)).toEqual([0, 0])
})

it('lists begin with the rarest artist or channel, which the match names', () => {
  const side = { overlap: 0.5, calibrated: 0.5, weight: 0.5 }
  const pair: Partial<PairMatch> = {
    isHidden: false,
    isCoarse: false,
    total: 0.5,
    music: side,
    video: side,
    users: 9,
    counts: { one: { artists: 3, tracks: 1, channels: 0 }, other: { artists: 3, tracks: 1, channels: 0 } },
    parts: { artists: 0.4, tracks: 0.1, genres: 0, channels: 0, topics: 0, listeners: 0 },
    shared: [
      { itemId: 'hit', kind: 'artist', amount: 0.2, rarity: 1, holders: 9 },
      { itemId: 'song', kind: 'track', amount: 0.1, rarity: 5, holders: 2 },
      { itemId: 'gem', kind: 'artist', amount: 0.2, rarity: 4, holders: 2 },
    ],
  }
  const item = (id: string) => ({ id, kind: 'artist', name: id, by: null })
  // Only the fields that a match is presented from.
  const items = new Map(['hit', 'song', 'gem'].map((id) => [id, item(id)])) as unknown as Parameters<typeof presentMatch>[1]['items']
  const match = presentMatch(pair as PairMatch, { items, sizes: new Map() }, 2)
  expect([match.rarest?.id, ...match.shared.map((shared) => shared.item.id)]).toEqual(['gem', 'gem', 'song'])
})
