import type { EvalData } from './eval.data.ts'
import { harderListeners } from './eval.harder.ts'
import type { Scores } from './eval.ranks.ts'
import { syntheticListeners } from './eval.synthetic.ts'

// The percentages: their distribution over pairs, and how often two users with such a percentage are friends.

/** Percentages at these shares of the pairs, lowest first. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
const BUCKET = 10

export type Calibration = {
  pairs: number
  /** Percentages at `QUANTILES` of the pairs. */
  strangers: number[]
  friends: number[]
  /** The median user's best and tenth best match. */
  best: number
  tenth_best: number
  /** Share of all pairs that read 60% or more. */
  at_60: number
  /** By the percentage, in steps of ten: how many pairs, and which share of them are friends. */
  curve: { from: number; pairs: number; friends: number }[]
}

/**
 * Listeners of seeds that were not used to choose any constant: half of the curve's data has a sparse taste, half a dense one as in a small
 * installation.
 */
export const HELD_OUT = {
  sparse: () => harderListeners({ people: 400, perPerson: 50, items: 8_000, genres: 30, friendships: 2_400, seed: 97 }),
  dense: () => syntheticListeners({ people: 64, items: 240, perPerson: 30, scenes: 8, friendsEach: 6, seed: 98 }),
}

/** @param scores 0 to 1, from `measuresOf` for this product */
export function calibrationOf({ people, friends }: Pick<EvalData, 'people' | 'friends'>, scores: Scores): Calibration {
  const [ofStrangers, ofFriends, best, tenth]: number[][] = [[], [], [], []]
  const curve = Array.from({ length: 100 / BUCKET }, (_, index) => ({ from: index * BUCKET, pairs: 0, friends: 0 }))
  people.forEach((_, person) => {
    const percents = Array.from(scores(person), (score) => Math.round(100 * score))
    percents.splice(person, 1)
    const others = people.map((_other, other) => other).filter((other) => other !== person)
    percents.forEach((percent, index) => {
      const isFriend = friends[person]?.has(others[index] ?? -1) ?? false
      const bucket = curve[Math.min(curve.length - 1, Math.floor(percent / BUCKET))]
      if (bucket) {
        bucket.pairs++
        if (isFriend) bucket.friends++
      }
      if (isFriend) ofFriends?.push(percent)
      else ofStrangers?.push(percent)
    })
    const sorted = percents.toSorted((a, b) => b - a)
    best?.push(sorted[0] ?? 0)
    tenth?.push(sorted[9] ?? 0)
  })
  const all = [...(ofStrangers ?? []), ...(ofFriends ?? [])]
  return {
    pairs: all.length,
    strangers: QUANTILES.map((part) => quantile(ofStrangers ?? [], part)),
    friends: QUANTILES.map((part) => quantile(ofFriends ?? [], part)),
    best: quantile(best ?? [], 0.5),
    tenth_best: quantile(tenth ?? [], 0.5),
    at_60: rounded(all.filter((percent) => percent >= 60).length / all.length),
    curve: curve.map((bucket) => ({ ...bucket, friends: rounded(bucket.friends / Math.max(1, bucket.pairs)) })),
  }
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
