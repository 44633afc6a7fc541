import { WORLD_POPULATION } from '#contract/taste/world-population.ts'
import type { WorldSize } from '#server/features/media/media.types.ts'

// How rare an item is: first in the world, by the counts of providers and the starter catalog, then increasingly among
// the users here. docs/decisions/0006 has the reasons.

/** The world counts as much as this many users here. */
const PRIOR_USERS = 200
/** The share of the best-known item, and the rank in the starter catalog at which it has halved. */
const BEST_KNOWN_SHARE = 0.15
const HALF_AT_RANK = 15
/** The default for items without a count; most of them are little known. */
const UNKNOWN_SHARE = 0.000_3
/** Counts are of accounts, not of people, so the share is capped. */
const MAX_SHARE = 0.5

/** The share of the world that loves an item, 0 to 1. */
export function worldShareOf({ size, knownRank }: { size?: WorldSize | null; knownRank?: number | null }): number {
  if (size) return Math.min(MAX_SHARE, size.count / WORLD_POPULATION[size.unit])
  if (knownRank) return Math.max(UNKNOWN_SHARE, BEST_KNOWN_SHARE / (1 + knownRank / HALF_AT_RANK))
  return UNKNOWN_SHARE
}

/** An item's popularity: its holders here, plus those estimated from its share of the world. */
export const popularityOf = (holders: number, worldShare = UNKNOWN_SHARE): number => Math.max(1, holders) + PRIOR_USERS * worldShare

/** The rarity of an item with `holders` of `users` here. Falls as more users love it, here or in the world; always above 0. */
export const rarityOf = (holders: number, users: number, worldShare = UNKNOWN_SHARE): number =>
  Math.log(1 + (users + PRIOR_USERS) / popularityOf(holders, worldShare))
