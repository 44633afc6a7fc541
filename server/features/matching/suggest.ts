import type { LovedItem } from './index/match-index.ts'
import { printOf } from './taste-print.ts'

/** Something of one person that another would like, and its place among the things of its kind with the one who has it. */
export type Recommendation = { held: LovedItem; rank: number }

const MAX_RECOMMENDATIONS = 6
/** How much counts that it is loved and rare, even where nothing is known of what it is. */
const UNKNOWN_AFFINITY = 0.2

/**
 * What one person has that the other would like: loved there, rare, and in genres or topics that the other loves already.
 * Artists and channels only: with them the rest comes along.
 */
export function recommend(has: readonly LovedItem[], lacks: readonly LovedItem[], rarityOf: (itemId: string) => number): Recommendation[] {
  const known = new Set(lacks.map((held) => held.itemId))
  const print = printOf(lacks)
  const affinity = ({ bars }: LovedItem): number =>
    bars.length === 0 ? UNKNOWN_AFFINITY : UNKNOWN_AFFINITY + bars.reduce((sum, bar) => sum + (print[bar] ?? 0), 0) / bars.length
  return (['artist', 'channel'] as const)
    .flatMap((kind) => has.filter((held) => held.kind === kind).map((held, at) => ({ held, rank: at + 1 })))
    .filter(({ held }) => !known.has(held.itemId))
    .map((liking) => ({ ...liking, worth: liking.held.weight * rarityOf(liking.held.itemId) * affinity(liking.held) }))
    .toSorted((one, two) => two.worth - one.worth || one.rank - two.rank || (one.held.itemId < two.held.itemId ? -1 : 1))
    .slice(0, MAX_RECOMMENDATIONS)
    .map(({ held, rank }) => ({ held, rank }))
}
