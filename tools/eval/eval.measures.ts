import { trainLatentFactors, type LatentFactors } from '#server/features/matching/index/latent-factors.ts'
import { midpointOf } from '#server/features/matching/calibration.ts'
import { meanOverlaps } from '#server/features/matching/index/crowd.ts'
import { rarityOf } from '#server/features/matching/match.rarity.ts'
import { compare, rankOf } from '#server/features/matching/score.ts'
import { measure, tasteOf, type TasteItem, type Taste } from '#server/features/matching/index/taste-vector.ts'
import type { EvalData, Plays } from './eval.data.ts'
import type { Scores } from './eval.ranks.ts'

// Compares the product's ranking with three well-known measures.

/** `ours_explained`: without similar listeners. */
export type MeasureName = 'ours' | 'ours_explained' | 'jaccard' | 'cosine' | 'log_tf_idf'

/** Each measure as the scores of one user with all users. */
export function measuresOf(data: EvalData): Record<MeasureName, Scores> {
  const holders = new Map<number, number>()
  for (const own of data.plays) for (const item of own.keys()) holders.set(item, (holders.get(item) ?? 0) + 1)
  const idf = (item: number): number => Math.log(data.people.length / (holders.get(item) ?? 1))
  return {
    ours: ourScores(data, listenersOf),
    ours_explained: ourScores(data, () => null),
    jaccard: jaccard(data),
    cosine: cosineOf(data.plays, (count) => count),
    log_tf_idf: cosineOf(data.plays, (count, item) => Math.log(1 + count) * idf(item)),
  }
}

/** The product's: its weights, its rarity and its ranking score, without friendships. */
function ourScores({ people, items, plays }: EvalData, train: (tastes: readonly Taste[]) => LatentFactors | null): Scores {
  const holders = new Map<number, number>()
  for (const own of plays) for (const item of own.keys()) holders.set(item, (holders.get(item) ?? 0) + 1)
  const rarity = (item: number): number => rarityOf(holders.get(item) ?? 0, people.length)
  const tastes = plays.map((own) => tasteOf(lovedOf(own)))
  const listeners = train(tastes)
  const measures = tastes.map((taste) => measure(taste, rarity, listeners?.embed(taste)))
  const means = meanOverlaps(
    tastes.map((taste, person) => ({ taste, measure: measures[person]! })),
    rarity,
    items.length,
  )
  const middles = { music: midpointOf(means.music, people.length), video: midpointOf(means.video, people.length) }
  return (person) =>
    tastes.map((taste, other) => {
      const [mine, myMeasure] = [tastes[person], measures[person]]
      return mine && other !== person ? rankOf(compare(mine, taste, { rarity, midpoints: middles }, myMeasure, measures[other]), 'all') : 0
    })
}

/** Trains like the index, in one go. */
function listenersOf(tastes: readonly Taste[]): LatentFactors | null {
  const training = trainLatentFactors({ size: tastes.length, tasteOf: (person) => tastes[person] ?? tasteOf([]) })
  for (;;) {
    const step = training.next()
    if (step.done) return step.value
  }
}

/** Items weighted as in an import, relative to the user's most played item. */
export function lovedOf(plays: Plays): TasteItem[] {
  const most = Math.max(...plays.values())
  return [...plays].map(([item, count]) => ({ item, kind: 'artist', weight: count / most, bars: [] }))
}

const jaccard = (data: EvalData): Scores => {
  const { plays } = data
  const shared = overlaps(plays, () => 1)
  return (person) => {
    const own = plays[person]?.size ?? 0
    return shared(person).map((both, other) => both / Math.max(1, own + (plays[other]?.size ?? 0) - both))
  }
}

function cosineOf(plays: readonly Plays[], weigh: (count: number, item: number) => number): Scores {
  const lengths = plays.map((own) => Math.hypot(...[...own].map(([item, count]) => weigh(count, item))))
  const products = overlaps(plays, weigh)
  return (person) =>
    products(person).map((product, other) => {
      const length = (lengths[person] ?? 0) * (lengths[other] ?? 0)
      return length > 0 ? product / length : 0
    })
}

/** The dot product of the weights of one user and each other user. */
function overlaps(plays: readonly Plays[], weigh: (count: number, item: number) => number): (person: number) => Float64Array {
  const holders = new Map<number, [person: number, weight: number][]>()
  plays.forEach((own, person) => {
    for (const [item, count] of own) {
      const list = holders.get(item)
      if (list) list.push([person, weigh(count, item)])
      else holders.set(item, [[person, weigh(count, item)]])
    }
  })
  return (person) => {
    const sums = new Float64Array(plays.length)
    for (const [item, count] of plays[person] ?? []) {
      const own = weigh(count, item)
      for (const [other, weight] of holders.get(item) ?? []) sums[other] = (sums[other] ?? 0) + own * weight
    }
    return sums
  }
}
