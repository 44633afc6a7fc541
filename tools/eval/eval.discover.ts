import { closenessOfBuddy, NEIGHBOURS, rarityExponentOf, relevanceOf } from '#server/features/discover/relevance.ts'
import { rarityOf } from '#server/features/matching/match.rarity.ts'
import type { EvalData, Plays } from './eval.data.ts'
import { lovedOf, measuresOf } from './eval.measures.ts'
import { seededRandom } from './eval.random.ts'

// How well discoveries find what was held out of each user's items, beside what is popular and a plain item-kNN.

export type DiscoverQuality = {
  /** Held-out items among the first ten (fifty), of all held-out items. */
  recallAt10: number
  recallAt50: number
  ndcgAt10: number
  /** Share of all items that are among the first ten of anyone. */
  coverage: number
  /** Of the first ten, the share that belongs to the hundred most popular items. */
  top100: number
}
/** `with_buddies`: with the friends of the data as buddies. */
export type DiscoverReport = Record<'ours' | 'with_buddies' | 'popularity' | 'item_knn', DiscoverQuality>

const HELD_OUT = 0.2
const SEED = 11
const LISTED = 50
const CHARTS = 100

type Ranker = (person: number) => Map<number, number>

export function discoverQuality(full: EvalData): DiscoverReport {
  const random = seededRandom(SEED)
  const held = full.plays.map((own) => new Set([...own.keys()].filter(() => random() < HELD_OUT)))
  const plays = full.plays.map((own, person): Plays => new Map([...own].filter(([item]) => !held[person]?.has(item))))
  const holders = new Map<number, number[]>()
  plays.forEach((own, person) => {
    for (const item of own.keys()) holders.set(item, [...(holders.get(item) ?? []), person])
  })
  const charts = [...holders].toSorted(([, one], [, two]) => two.length - one.length).map(([item]) => item)
  const top = new Set(charts.slice(0, CHARTS))
  const quality = (ranker: Ranker): DiscoverQuality => {
    const sum = { recallAt10: 0, recallAt50: 0, ndcgAt10: 0, top100: 0 }
    const listed = new Set<number>()
    let people = 0
    plays.forEach((own, person) => {
      const wanted = held[person] ?? new Set<number>()
      if (wanted.size === 0 || own.size === 0) return
      people++
      const list = [...ranker(person)]
        .filter(([item]) => !own.has(item))
        .toSorted(([itemOne, one], [itemTwo, two]) => two - one || itemOne - itemTwo)
        .slice(0, LISTED)
        .map(([item]) => item)
      const first = list.slice(0, 10)
      for (const item of first) listed.add(item)
      sum.recallAt10 += first.filter((item) => wanted.has(item)).length / wanted.size
      sum.recallAt50 += list.filter((item) => wanted.has(item)).length / wanted.size
      sum.ndcgAt10 += gain(first.map((item) => wanted.has(item))) / gain(Array.from({ length: Math.min(10, wanted.size) }, () => true))
      sum.top100 += first.filter((item) => top.has(item)).length / 10
    })
    return {
      recallAt10: sum.recallAt10 / people,
      recallAt50: sum.recallAt50 / people,
      ndcgAt10: sum.ndcgAt10 / people,
      coverage: listed.size / holders.size,
      top100: sum.top100 / people,
    }
  }
  const popular = new Map(charts.map((item, at) => [item, charts.length - at]))
  return {
    ours: quality(ourRanker({ ...full, plays, friends: full.plays.map(() => new Set()) }, holders)),
    with_buddies: quality(ourRanker({ ...full, plays }, holders)),
    popularity: quality(() => popular),
    item_knn: quality(itemKnn(plays, holders)),
  }
}

/** As the product does, over the closest users that it ranks. */
function ourRanker(data: EvalData, holders: ReadonlyMap<number, readonly number[]>): Ranker {
  const { ours } = measuresOf(data)
  const loves = data.plays.map(lovedOf)
  const rarity = (item: number): number => rarityOf(holders.get(item)?.length ?? 0, data.people.length)
  return (person) => {
    const found = new Map<number, number>()
    const isBuddy = (other: number) => data.friends[person]?.has(other) ?? false
    const inOrder = Array.from(ours(person), (score, other) => ({ score, other }))
      .filter(({ score, other }) => score > 0 && other !== person)
      .toSorted((one, two) => two.score - one.score)
    const exponent = rarityExponentOf(data.plays[person]?.size ?? 0)
    for (const { score, other } of [...inOrder.slice(0, NEIGHBOURS), ...inOrder.slice(NEIGHBOURS).filter((one) => isBuddy(one.other))]) {
      const closeness = isBuddy(other) ? closenessOfBuddy(score) : score
      for (const { item, weight } of loves[other] ?? [])
        found.set(item, (found.get(item) ?? 0) + relevanceOf(closeness, weight, rarity(item), exponent))
    }
    return found
  }
}

/** Cosine of items over who holds them, summed over what the user holds. */
function itemKnn(plays: readonly Plays[], holders: ReadonlyMap<number, readonly number[]>): Ranker {
  const size = (item: number): number => holders.get(item)?.length ?? 1
  return (person) => {
    const found = new Map<number, number>()
    for (const mine of plays[person]?.keys() ?? []) {
      for (const other of holders.get(mine) ?? []) {
        if (other === person) continue
        for (const item of plays[other]?.keys() ?? []) found.set(item, (found.get(item) ?? 0) + 1 / Math.sqrt(size(item) * size(mine)))
      }
    }
    return found
  }
}

const gain = (hits: readonly boolean[]): number => hits.reduce((sum, isHit, at) => sum + (isHit ? 1 / Math.log2(at + 2) : 0), 0)
