import { expect, test } from 'vitest'
import { trainAutoencoder, type Autoencoder, type AutoencoderLimits } from './linear-autoencoder.ts'
import { tasteOf, type Taste } from './taste-vector.ts'

const LIMITS: AutoencoderLimits = { items: 100, minHolders: 2, users: 1_000, regularization: 1, smallCrowd: 0 }
const loves = (...items: number[]): Taste => tasteOf(items.map((item) => ({ item, kind: 'artist', weight: 1, bars: [] })))

function train(crowd: readonly Taste[], limits: Partial<AutoencoderLimits> = {}): { model: Autoencoder; steps: number } {
  const training = trainAutoencoder({ size: crowd.length, tasteOf: (user) => crowd[user]! }, { ...LIMITS, ...limits })
  for (let steps = 0; ; steps++) {
    const { done, value } = training.next()
    if (done) return { model: value, steps }
  }
}

test('weights equal the closed-form solution', () => {
  // Every user has two items, so each product counts 1/√2: two users have both, and one more has each.
  const { model } = train([loves(7, 3), loves(3, 7), loves(3, 9), loves(7, 8)], { minHolders: 3 })
  expect([...model.items]).toEqual([3, 7])
  const [together, own] = [2 / Math.SQRT2, 3 / Math.SQRT2 + 1]
  expect(model.weight(0, 1)).toBeCloseTo(together / own, 5)
  expect(model.weight(1, 0)).toBeCloseTo(together / own, 5)
  expect(model.weight(0, 0)).toBe(0)
})

test('a small crowd is regularized more', () => {
  const { model } = train([loves(7, 3), loves(3, 7), loves(3, 9), loves(7, 8)], { minHolders: 3, smallCrowd: 8 })
  // Four users: 1 x (1 + 8 / 4).
  expect(model.users).toBe(4)
  expect(model.weight(0, 1)).toBeCloseTo(2 / Math.SQRT2 / (3 / Math.SQRT2 + 3), 5)
})

test('predicts no item from itself: the inverse is exact for many items', () => {
  const random = (user: number): number => (Math.imul(user + 1, 0x9e3779b1) >>> 0) / 2 ** 32
  const crowd = Array.from({ length: 300 }, (_, user) =>
    loves(...new Set(Array.from({ length: 12 }, (_item, index) => Math.floor(40 * random(user * 12 + index) ** 2)))),
  )
  const { model } = train(crowd)
  const size = model.items.length
  // With G the regularized matrix and P its inverse, the weights are B = I - P / diag(P), so G x B is diagonal times -1 plus G.
  const matrix = Array.from({ length: size }, () => new Float64Array(size))
  for (const { items } of crowd) {
    for (const item of items)
      for (const second of items) {
        const [row, column] = [model.items.indexOf(item), model.items.indexOf(second)]
        if (row >= 0 && column >= 0) matrix[row]![column]! += 1 / Math.sqrt(items.length)
      }
  }
  for (let index = 0; index < size; index++) matrix[index]![index]! += LIMITS.regularization
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (row === column) continue
      let rebuilt = 0
      for (let index = 0; index < size; index++) rebuilt += matrix[row]![index]! * model.weight(index, column)
      expect(rebuilt).toBeCloseTo(matrix[row]![column]!, 3)
    }
  }
})

test('trains only on items that enough users have, the most common ones first', () => {
  const crowd = [loves(1, 2, 3), loves(1, 2, 3), loves(1, 2), loves(1, 4)]
  expect([...train(crowd).model.items]).toEqual([1, 2, 3])
  expect([...train(crowd, { items: 2 }).model.items]).toEqual([1, 2])
})

test('trains on the first of items with equally many holders', () => {
  const crowd = [loves(9, 8, 7, 6), loves(9, 8, 7, 6), loves(9, 5), loves(3, 4), loves(4, 3)]
  expect([...train(crowd, { items: 3 }).model.items]).toEqual([3, 4, 9])
  expect([...train(crowd, { items: 50 }).model.items]).toEqual([3, 4, 6, 7, 8, 9])
})

test('trains in steps, and the same crowd gives the same weights', () => {
  const crowd = Array.from({ length: 600 }, (_, user) =>
    loves(...Array.from({ length: 30 }, (_item, index) => (user * 7 + index * index) % 400)),
  )
  const [first, second] = [train(crowd, { items: 400 }), train(crowd, { items: 400 })]
  expect(first.steps).toBeGreaterThan(5)
  expect([second.steps, second.model.weight(3, 5)]).toEqual([first.steps, first.model.weight(3, 5)])
})
