import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { distributePoints } from './match.present.ts'

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 })

it('the points of the parts add up to the percentage, each within one of its share', () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const whole = all.reduce((sum, one) => sum + one, 0)
      fc.pre(whole > 1e-6)
      const points = distributePoints(all, percent)
      expect(points.reduce((sum, one) => sum + one, 0)).toBe(percent)
      for (const [at, share] of all.entries()) {
        const smaller = all.flatMap((other, place) => (other <= share ? [points[place] ?? 0] : []))
        expect(Math.max(...smaller)).toBeLessThanOrEqual(
          (points[at] ?? 0) + (all.some((other, place) => place !== at && other === share) ? 1 : 0),
        )
      }
      for (const [at, share] of all.entries()) expect(Math.abs((points[at] ?? 0) - (share / whole) * percent)).toBeLessThan(1)
    }),
  )
})

it('gives no points without shared items', () => {
  expect(distributePoints([0, 0], 0)).toEqual([0, 0])
})
