import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changePoints, erasOf } from './months.ts'

const series = (min: number, max: number) =>
  fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }), { minLength: min, maxLength: max })

function costOf(points: readonly number[][], starts: readonly number[], penalty: number): number {
  return starts.reduce(
    (sum, from, index) => {
      const part = points.slice(from, starts[index + 1] ?? points.length)
      const mean = [0, 1, 2].map((axis) => part.reduce((all, point) => all + (point[axis] ?? 0), 0) / part.length)
      return sum + part.reduce((all, point) => all + point.reduce((total, value, axis) => total + (value - (mean[axis] ?? 0)) ** 2, 0), 0)
    },
    penalty * (starts.length - 1),
  )
}

/** All partitions into segments of at least this length, by their starts. */
function partitions(length: number, least: number, from = 0): number[][] {
  const rest = Array.from({ length: Math.max(0, length - from - 2 * least + 1) }, (_, index) => from + least + index)
  return [[from], ...rest.flatMap((next) => partitions(length, least, next).map((starts) => [from, ...starts]))]
}

test('eras cover all months once, in order, and none is too short', () => {
  fc.assert(
    fc.property(series(3, 40), (points) => {
      const eras = erasOf(points)
      expect(eras[0]?.from).toBe(0)
      expect(eras.at(-1)?.to).toBe(points.length - 1)
      for (const { from, to } of eras) expect(to - from + 1).toBeGreaterThanOrEqual(3)
      expect(eras.slice(1).map(({ from }) => from)).toEqual(eras.slice(0, -1).map(({ to }) => to + 1))
    }),
  )
})

test('no other partition has a lower cost', () => {
  fc.assert(
    fc.property(series(2, 9), fc.double({ min: 0.01, max: 1, noNaN: true }), (points, penalty) => {
      const found = costOf(points, changePoints(points, { penalty, minLength: 2 }), penalty)
      for (const starts of partitions(points.length, 2)) expect(found).toBeLessThanOrEqual(costOf(points, starts, penalty) + 1e-9)
    }),
  )
})

test('equal months form one era, and a lasting change starts a new one', () => {
  const month = fc.constantFrom([1, 0, 0], [0, 1, 0], [0, 0, 1])
  fc.assert(
    fc.property(month, month, fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 20 }), (a, b, before, after) => {
      const points = [...Array.from({ length: before }, () => a), ...Array.from({ length: after }, () => b)]
      const isSame = a.every((value, axis) => value === b[axis])
      expect(erasOf(points).map(({ from }) => from)).toEqual(isSame ? [0] : [0, before])
    }),
  )
})

test('the order of the bars does not matter, and a higher penalty never creates more eras', () => {
  fc.assert(
    fc.property(series(3, 30), (points) => {
      const turned = points.map((point) => point.toReversed())
      expect(erasOf(turned)).toEqual(erasOf(points))
      const [many, few] = [0.05, 0.5].map((penalty) => changePoints(points, { penalty, minLength: 3 }).length)
      expect(few).toBeLessThanOrEqual(many ?? 0)
    }),
  )
})

test('rounding does not decide between two partitions with the same cost', () => {
  const points = Array.from({ length: 16 }, () => [0, 0, 0])
  points[1] = [0, 0.9999999999999978, 0]
  points[2] = [0.999999999999997, 0, 0]
  points[4] = [0.9999999999999979, 0.0022574851520732464, 0.9999999999999989]
  points[8] = [0, 0.999999999999999, 0.999999999999995]
  expect(erasOf(points.map((point) => point.toReversed()))).toEqual(erasOf(points))
})

test('a single unusual month does not start an era', () => {
  const points = Array.from({ length: 12 }, (_, index) => (index === 6 ? [0, 1, 0] : [1, 0, 0]))
  expect(erasOf(points)).toEqual([{ from: 0, to: 11 }])
  expect(erasOf([])).toEqual([])
  expect(erasOf([[1, 0, 0]])).toEqual([{ from: 0, to: 0 }])
})
