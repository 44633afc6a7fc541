import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { pointsOf } from './match-points.ts'

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 })

it('the points of the parts add up to the figure, each within one of its proportion', () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const whole = all.reduce((sum, one) => sum + one, 0)
      fc.pre(whole > 1e-6)
      const points = pointsOf(
        all.map((share) => ({ share })),
        percent,
      )
      expect(points.reduce((sum, one) => sum + one, 0)).toBe(percent)
      for (const [at, share] of all.entries()) expect(Math.abs((points[at] ?? 0) - (share / whole) * percent)).toBeLessThan(1)
    }),
  )
})

it('where nothing is shared nothing brings anything', () => {
  expect(pointsOf([{ share: 0 }, { share: 0 }], 0)).toEqual([0, 0])
})
