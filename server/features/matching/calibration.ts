// From measured overlap to the percentage a user sees: how much of the overlap is believed, what it reads, and how music
// and video join. docs/decisions/0006 has the reasons, tools/eval/calibration.json the curve on held-out users.

/** Items of the smaller side from which on it is known well enough to be believed in full. */
const FULL_CONFIDENCE_ITEMS = 8
/** The strongest shared item counts at most this many times what all the others add together, and a trace of its own. */
const MAX_RATIO_TO_OTHERS = 64
const SINGLE_ITEM_TRACE = 0.000_4

/**
 * How much of an overlap is believed: all of it between users who share a handful of items. What rests on one item is a
 * coincidence, even when both play it on repeat: the other items have to support it.
 * @param overlap of all shared items, and of the one that adds most, 0 to 1
 * @param items how many the smaller side holds
 */
export function trustedOverlap(overlap: { all: number; most: number }, items: number): number {
  const others = Math.max(0, overlap.all - overlap.most)
  const most = Math.min(overlap.most, MAX_RATIO_TO_OTHERS * others + SINGLE_ITEM_TRACE * Math.log1p(overlap.most / SINGLE_ITEM_TRACE))
  return (others + most) * itemConfidence(items)
}

/** 0 to 1. */
const itemConfidence = (items: number): number => Math.min(1, items / FULL_CONFIDENCE_ITEMS) ** 2

/** What similar listeners add to a side at most: about as much as two rare items that both love. */
const MAX_LISTENERS_SCORE = 0.1
/** Where two users share something, similar listeners add at most this many times as much. */
const MAX_LISTENERS_RATIO = 3
/** Two users who share nothing read at most this. */
const MAX_LISTENERS_ONLY = 0.25

/**
 * What similar listeners add to one side. It orders users who share little, and never exceeds what the shared items support.
 * @param similarity of the two embeddings, 0 to 1
 * @param explained the believed overlap, 0 to 1
 */
export function similarListenersScore(
  similarity: number,
  { explained, items, midpoint }: { explained: number; items: number; midpoint: number },
): number {
  const most = Math.min(MAX_LISTENERS_SCORE * similarity, uncalibrate(MAX_LISTENERS_ONLY, midpoint) + MAX_LISTENERS_RATIO * explained)
  return most * itemConfidence(items) * (1 - explained)
}

/** The score that reads 50% where users have little in common. */
const SPARSE_MIDPOINT = 0.025
/** In a crowd, this many times what the average pair has in common reads 50%. */
const CROWD_FACTOR = 5
/** From this many users on, half of what they have in common is put down to the crowd. */
const CROWD = 30
/** x^0.75 in two roots. Below 1, so the curve is flatter than percentiles: low scores read higher, and the top is not crowded. */
const curved = (score: number): number => Math.sqrt(score * Math.sqrt(score))
const uncurved = (value: number): number => value * Math.cbrt(value)

/**
 * The score that reads 50% in this crowd. Where every pair shares a lot, sharing says less.
 * @param meanOverlap how much two users here have in common on average, 0 to 1
 */
export function midpointOf(meanOverlap: number, users: number): number {
  return SPARSE_MIDPOINT + (CROWD_FACTOR * meanOverlap * users) / (users + CROWD)
}

/** The score that reads 50%, for each side. */
export type Midpoints = { music: number; video: number }

/** What a score reads, 0 to 1: it rises, 0 stays 0, 1 stays 1, and `midpoint` comes close to a half. */
export function calibrate(score: number, midpoint: number): number {
  const [value, half] = [curved(score), curved(midpoint)]
  return Math.min(1, (value / (value + half)) * (1 + half))
}

/** The inverse of `readingOf`. */
export function uncalibrate(reading: number, midpoint: number): number {
  const half = curved(midpoint)
  return uncurved((reading * half) / (1 + half - reading))
}

/** Fewer items say nothing about a user: the side has no percentage. */
const MIN_ITEMS = 3
/** From about this many items on, more of them hardly change how much a side counts. */
const HALF_WEIGHT_ITEMS = 16

/** How much a side counts in the total, by the items of the user who has fewer; 0 where one of them lacks the side. */
export const sideWeight = (items: number): number => (items < MIN_ITEMS ? 0 : items / (items + HALF_WEIGHT_ITEMS))

/** The percentage that is shown for a reading. */
export const percentOf = (reading: number): number => Math.round(100 * reading)
