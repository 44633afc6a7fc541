import { expect, test } from 'vitest'
import { rarityOf } from '#server/features/matching/match.rarity.ts'
import { combinedRelevance, commonOf, FEW_ITEMS, relevanceByCommon } from './relevance.ts'

const none = { closeness: 0, common: 0, crowd: 0 }

test('an item in common counts by the root of its popularity', () => {
  const ofHolders = (holders: number): number => commonOf(rarityOf(holders, 1_000, 0))
  expect(ofHolders(4) / ofHolders(400)).toBeCloseTo(10)
})

test('popularity is divided out more for a user with few items', () => {
  const advantageOfRare = (known: number): number => relevanceByCommon(1, 4, known) / relevanceByCommon(1, 1, known)
  expect(advantageOfRare(FEW_ITEMS)).toBeGreaterThan(1)
  expect(advantageOfRare(5)).toBeGreaterThan(advantageOfRare(FEW_ITEMS))
  expect(advantageOfRare(200)).toBe(advantageOfRare(FEW_ITEMS))
})

test('each evidence counts relative to its best, on the scale of closeness', () => {
  const best = { closeness: 3, common: 50, crowd: 0.1 }
  expect(combinedRelevance({ ...none, closeness: 3 }, best)).toBeCloseTo(3)
  expect(combinedRelevance({ ...none, common: 50 }, best)).toBeCloseTo(6)
  expect(combinedRelevance({ ...none, crowd: 0.1 }, best)).toBeCloseTo(3)
  expect(combinedRelevance(best, best)).toBeCloseTo(12)
})

test('missing evidence adds nothing, and the crowd alone still gives an order', () => {
  expect(combinedRelevance({ ...none, closeness: 3 }, { ...none, closeness: 3 })).toBe(3)
  expect(combinedRelevance({ ...none, crowd: 0.1 }, { ...none, crowd: 0.2 })).toBe(0.5)
  expect(combinedRelevance(none, none)).toBe(0)
})
