import type { LovedItem } from './index/match-index.ts'
import { printOf } from './taste-print.ts'

/** An item of one user that another may like, with its rank among the owner's items of its kind. */
export type Recommendation = { held: LovedItem; rank: number }

const MAX_RECOMMENDATIONS = 6
/** The base affinity of an item, also without known bars. */
const UNKNOWN_AFFINITY = 0.2

/**
 * Recommends items of one user to another: loved, rare, and in genres or topics that the other loves. Only artists and
 * channels, which bring their tracks and videos.
 */
export function recommend(
  has: readonly LovedItem[],
  lacks: readonly LovedItem[],
  rarityOf: (itemId: string) => number,
  excluded: ReadonlySet<string> = new Set(),
): Recommendation[] {
  const known = new Set([...lacks.map((held) => held.itemId), ...excluded])
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
