import { expect, test } from 'vitest'
import { rarityOf } from '#server/features/matching/match.rarity.ts'
import { combinedRelevance, commonOf, FEW_ITEMS, relevanceByCommon } from './relevance.ts'

const none = { closeness: 0, common: 0, crowd: 0 }

test('an item in common counts by the root of its popularity', () => {
  const ofHolders = (holders: number): number => commonOf(rarityOf(holders, 1_000, 0))
  expect(ofHolders(4) / ofHolders(400)).toBeCloseTo(10)
})

test('popularity is reduced more for a user with few items', () => {
  const advantageOfRare = (lovedCount: number): number => relevanceByCommon(1, 4, lovedCount) / relevanceByCommon(1, 1, lovedCount)
  expect(advantageOfRare(FEW_ITEMS)).toBeGreaterThan(1)
  expect(advantageOfRare(5)).toBeGreaterThan(advantageOfRare(FEW_ITEMS))
  expect(advantageOfRare(200)).toBe(advantageOfRare(FEW_ITEMS))
})

test('each kind of evidence counts relative to its best value, on the scale of closeness', () => {
  const best = { closeness: 3, common: 50, crowd: 0.1 }
  expect(combinedRelevance({ ...none, closeness: 3 }, best, 480)).toBeCloseTo(3)
  expect(combinedRelevance({ ...none, common: 50 }, best, 480)).toBeCloseTo(6)
  expect(combinedRelevance({ ...none, crowd: 0.1 }, best, 480)).toBeCloseTo(4.5)
  expect(combinedRelevance(best, best, 480)).toBeCloseTo(13.5)
})

test('a large crowd counts more than a small one, and an empty crowd does not count', () => {
  const best = { closeness: 1, common: 1, crowd: 1 }
  const ofCrowd = (users: number): number => combinedRelevance({ ...none, crowd: 1 }, best, users)
  expect([ofCrowd(0), ofCrowd(240), ofCrowd(480)].map((value) => Math.round(100 * value))).toEqual([0, 100, 150])
  expect(ofCrowd(20_000)).toBeGreaterThan(2.9)
})

test('missing evidence adds nothing, and the crowd alone still gives an order', () => {
  expect(combinedRelevance({ ...none, closeness: 3 }, { ...none, closeness: 3 }, 240)).toBe(3)
  expect(combinedRelevance({ ...none, crowd: 0.1 }, { ...none, crowd: 0.2 }, 240)).toBeCloseTo(0.5)
  expect(combinedRelevance(none, none, 240)).toBe(0)
})
