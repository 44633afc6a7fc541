import { placeCharts } from '#server/features/discover/place-charts.ts'
import {
  closenessOfBuddy,
  combinedRelevance,
  commonOf,
  crowdRarityExponentOf,
  type Evidence,
  NEIGHBORS,
  rarityExponentOf,
  relevanceByCommon,
  relevanceOf,
} from '#server/features/discover/relevance.ts'
import { amountOf, createItemSuggestions, type ItemSuggestion } from '#server/features/matching/index/item-suggestions.ts'
import { tasteOf } from '#server/features/matching/index/taste-vector.ts'
import { rarityOf } from '#server/features/matching/match.rarity.ts'
import type { EvalData, Plays } from './eval.data.ts'
import { lovedOf, measuresOf } from './eval.measures.ts'
import { mulberry32 } from '#sandbox/kit/random.ts'
import type { Scores } from './eval.ranks.ts'

// How well discoveries find the held-out items of each user, compared with popularity and a plain item-kNN.

export type DiscoverQuality = {
  /** Held-out items among the first ten (fifty), of all held-out items. */
  recallAt10: number
  recallAt50: number
  ndcgAt10: number
  /** Share of all items that are among the first ten of anyone. */
  coverage: number
  /** The share of the hundred most popular items among the first ten. */
  top100: number
}
/**
 * `neighbors` and `ease` are the two parts of `ours`: what close users love, and a linear autoencoder trained on all users.
 * `with_buddies`: with the friends of the data as buddies. `charts_anywhere`: without the step that limits the charts. `jaccard` and
 * `cosine`: what the closest users by these measures love.
 */
export type DiscoverName =
  | 'ours'
  | 'with_buddies'
  | 'charts_anywhere'
  | 'neighbors'
  | 'ease'
  | 'item_knn'
  | 'jaccard'
  | 'cosine'
  | 'popularity'
export type DiscoverReport = Record<DiscoverName, DiscoverQuality> & {
  /** The same for users with only five known items, by this product, its neighbors and popularity. */
  five_picks: Pick<Record<DiscoverName, DiscoverQuality>, 'ours' | 'charts_anywhere' | 'neighbors' | 'popularity'>
}

const HELD_OUT = 0.2
const SEED = 11
const LISTED = 50
const CHARTS = 100

/** Every tenth user has only this many picks. */
const PICKS = 5
const NEW_USERS = 10

type Ranker = (person: number) => Map<number, number>
/** The items of each user, by number of holders, and the held-out ones. */
type Split = { plays: Plays[]; held: ReadonlySet<number>[]; holders: ReadonlyMap<number, readonly number[]> }

export function discoverQuality(full: EvalData): DiscoverReport {
  const random = mulberry32(SEED)
  const heldOut = full.plays.map((own) => new Set([...own.keys()].filter(() => random() < HELD_OUT)))
  const split = splitOf(full, heldOut)
  const data = { ...full, plays: split.plays }
  const alone = { ...data, friends: full.plays.map(() => new Set<number>()) }
  const quality = qualityOf(split)
  const crowd = crowdRanker(data, split.holders)
  const neighbors = neighborRanker(alone, split.holders)
  const { jaccard, cosine } = measuresOf(data)
  return {
    ours: quality(together(data, neighbors, crowd), true),
    with_buddies: quality(together(data, neighborRanker(data, split.holders), crowd), true),
    charts_anywhere: quality(together(data, neighbors, crowd)),
    neighbors: quality(together(data, neighbors)),
    ease: quality(crowd),
    item_knn: quality(itemKnn(split.plays, split.holders)),
    jaccard: quality(userKnn(split.plays, jaccard)),
    cosine: quality(userKnn(split.plays, cosine)),
    popularity: quality(popularity(split.holders)),
    five_picks: fivePicks(full),
  }
}

/** The picks of a new user are their most played items. */
function fivePicks(full: EvalData): DiscoverReport['five_picks'] {
  const isNew = (person: number): boolean => person % NEW_USERS === 0
  const byPlays = (own: Plays): number[] => [...own].toSorted(([, one], [, two]) => two - one).map(([item]) => item)
  const heldOut = full.plays.map((own, person) => new Set(isNew(person) ? byPlays(own).slice(PICKS) : []))
  const split = splitOf(full, heldOut)
  const data = { ...full, plays: split.plays, friends: full.plays.map(() => new Set<number>()) }
  const neighbors = neighborRanker(data, split.holders)
  const quality = qualityOf(split)
  const ours = together(data, neighbors, crowdRanker(data, split.holders))
  return {
    ours: quality(ours, true),
    charts_anywhere: quality(ours),
    neighbors: quality(together(data, neighbors)),
    popularity: quality(popularity(split.holders)),
  }
}

function splitOf(full: EvalData, held: ReadonlySet<number>[]): Split {
  const plays = full.plays.map((own, person): Plays => new Map([...own].filter(([item]) => !held[person]?.has(item))))
  const holders = new Map<number, number[]>()
  plays.forEach((own, person) => {
    for (const item of own.keys()) {
      const list = holders.get(item)
      if (list) list.push(person)
      else holders.set(item, [person])
    }
  })
  return { plays, held, holders }
}

function chartsOf(holders: Split['holders']): number[] {
  return [...holders].toSorted(([, one], [, two]) => two.length - one.length).map(([item]) => item)
}

function qualityOf({ plays, held, holders }: Split): (ranker: Ranker, inProduct?: boolean) => DiscoverQuality {
  const top = topOf(holders)
  /** @param inProduct after the step that limits the charts */
  return (ranker, inProduct = false) => {
    const sum = { recallAt10: 0, recallAt50: 0, ndcgAt10: 0, top100: 0 }
    const listed = new Set<number>()
    let people = 0
    plays.forEach((own, person) => {
      const relevant = held[person] ?? new Set<number>()
      if (relevant.size === 0 || own.size === 0) return
      people++
      const sorted = [...ranker(person)]
        .filter(([item]) => !own.has(item))
        .toSorted(([itemOne, one], [itemTwo, two]) => two - one || itemOne - itemTwo)
        .map(([item, worth]) => ({ item, worth }))
      const list = (inProduct ? placeCharts(sorted, ({ item }) => top.has(item), own.size) : sorted)
        .slice(0, LISTED)
        .map(({ item }) => item)
      const first = list.slice(0, 10)
      for (const item of first) listed.add(item)
      sum.recallAt10 += first.filter((item) => relevant.has(item)).length / relevant.size
      sum.recallAt50 += list.filter((item) => relevant.has(item)).length / relevant.size
      sum.ndcgAt10 += gain(first.map((item) => relevant.has(item))) / gain(Array.from({ length: Math.min(10, relevant.size) }, () => true))
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
}

const topOf = (holders: Split['holders']): ReadonlySet<number> => new Set(chartsOf(holders).slice(0, CHARTS))

function popularity(holders: Split['holders']): Ranker {
  const charts = chartsOf(holders)
  const popular = new Map(charts.map((item, index) => [item, charts.length - index]))
  return () => popular
}

type NeighborRanker = (person: number) => { closeness: Map<number, number>; common: Map<number, number> }

/** Like the product, over the closest users that it ranks. */
function neighborRanker(data: EvalData, holders: Split['holders']): NeighborRanker {
  const { ours } = measuresOf(data)
  const loves = data.plays.map(lovedOf)
  const rarity = (item: number): number => rarityOf(holders.get(item)?.length ?? 0, data.people.length)
  return (person) => {
    const own = data.plays[person] ?? new Map<number, number>()
    const [byCloseness, common] = [new Map<number, number>(), new Map<number, number>()]
    const isBuddy = (other: number) => data.friends[person]?.has(other) ?? false
    const inOrder = closestOf(person, ours)
    const exponent = rarityExponentOf(own.size)
    for (const { score, other } of [
      ...inOrder.slice(0, NEIGHBORS),
      ...inOrder.slice(NEIGHBORS).filter((neighbor) => isBuddy(neighbor.other)),
    ]) {
      const weigh = isBuddy(other) ? closenessOfBuddy : (closeness: number) => closeness
      const shared = weigh((loves[other] ?? []).reduce((sum, { item }) => (own.has(item) ? sum + commonOf(rarity(item)) : sum), 0))
      for (const { item, weight } of loves[other] ?? []) {
        byCloseness.set(item, (byCloseness.get(item) ?? 0) + relevanceOf(weigh(score), weight, rarity(item), exponent))
        common.set(item, (common.get(item) ?? 0) + shared)
      }
    }
    for (const [item, sum] of common) common.set(item, relevanceByCommon(sum, rarity(item), own.size))
    return { closeness: byCloseness, common }
  }
}

const closestOf = (person: number, scores: Scores) =>
  Array.from(scores(person), (score, other) => ({ score, other }))
    .filter(({ score, other }) => score > 0 && other !== person)
    .toSorted((a, b) => b.score - a.score)

/** Like the product: the autoencoder is trained on all users. */
function crowdRanker({ plays, people }: EvalData, holders: Split['holders']): Ranker {
  const tastes = plays.map((own) => tasteOf(lovedOf(own)))
  const holderCount = (item: number): number => holders.get(item)?.length ?? 0
  const suggestions = createItemSuggestions({
    tasteOf: (person) => tastes[person] ?? tasteOf([]),
    listUsers: () => people.map((_, person) => person),
    changes: () => 0,
    holders: holderCount,
    rarity: (item) => rarityOf(holderCount(item), people.length),
    isReason: () => true,
  })
  while (suggestions.train());
  const found = people.map((_, person): ItemSuggestion[] => {
    const own = new Map(lovedOf(plays[person] ?? new Map()).map(({ item, weight }) => [item, amountOf(weight, 0)]))
    return suggestions.suggest(own, crowdRarityExponentOf(own.size))
  })
  return (person) => new Map(found[person]?.map(({ item, score }) => [item, score]))
}

/** The highest score of an item that the user lacks. */
const highest = (all: ReadonlyMap<number, number>, own: Plays): number =>
  [...all].reduce((most, [item, score]) => (own.has(item) ? most : Math.max(most, score)), 0)

/** Adds all evidence like the product. */
function together({ plays }: EvalData, ofNeighbors: NeighborRanker, ofCrowd: Ranker = () => new Map()): Ranker {
  return (person) => {
    const [{ closeness, common }, crowd] = [ofNeighbors(person), ofCrowd(person)]
    const own = plays[person] ?? new Map<number, number>()
    const best: Evidence = { closeness: highest(closeness, own), common: highest(common, own), crowd: highest(crowd, own) }
    const relevance = (item: number): number =>
      combinedRelevance(
        { closeness: closeness.get(item) ?? 0, common: common.get(item) ?? 0, crowd: crowd.get(item) ?? 0 },
        best,
        plays.length,
      )
    return new Map([...closeness.keys(), ...crowd.keys()].map((item) => [item, relevance(item)]))
  }
}

/** Items that the closest users by a plain measure love. */
function userKnn(plays: readonly Plays[], scores: Scores): Ranker {
  return (person) => {
    const found = new Map<number, number>()
    for (const { score, other } of closestOf(person, scores).slice(0, NEIGHBORS))
      for (const item of plays[other]?.keys() ?? []) found.set(item, (found.get(item) ?? 0) + score)
    return found
  }
}

/** Cosine of items by their holders, summed over the user's items. */
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

const gain = (hits: readonly boolean[]): number => hits.reduce((sum, isHit, index) => sum + (isHit ? 1 / Math.log2(index + 2) : 0), 0)
