import type { WorldSize } from '#server/features/media/media.types.ts'

// How rare an item is: first in the world, as providers and the starter catalogue report it, and, as their number grows,
// among the users here. docs/decisions/0006 has the reasons.

/** The world counts as much as this many users here. */
const PRIOR_USERS = 50
/** How many accounts there are that take part, by the unit in which a provider counts; orders of magnitude are enough. */
const POPULATION: Record<WorldSize['unit'], number> = {
  followers: 600_000_000,
  subscribers: 300_000_000,
  listeners: 40_000_000,
  listenbrainz_listeners: 50_000,
}
/** The share of the best known item, and the place in the starter catalogue where it has halved. */
const BEST_KNOWN_SHARE = 0.15
const HALF_AT_RANK = 15
/** Of an item that no provider has counted: most of them are little known. */
const UNKNOWN_SHARE = 0.000_3
/** Counts are of accounts, not of people: nobody reaches everyone. */
const MOST_SHARE = 0.5

/** Which share of the world loves an item, 0 to 1. */
export function worldShareOf({ size, knownRank }: { size?: WorldSize | null; knownRank?: number | null }): number {
  if (size) return Math.min(MOST_SHARE, size.count / POPULATION[size.unit])
  if (knownRank) return Math.max(UNKNOWN_SHARE, BEST_KNOWN_SHARE / (1 + knownRank / HALF_AT_RANK))
  return UNKNOWN_SHARE
}

/** The rarity of an item that `holders` of `users` here love. It rises as fewer love it, here or in the world, and is never 0. */
export const rarityOf = (holders: number, users: number, worldShare = UNKNOWN_SHARE): number =>
  Math.log(1 + (users + PRIOR_USERS) / (Math.max(1, holders) + PRIOR_USERS * worldShare))
