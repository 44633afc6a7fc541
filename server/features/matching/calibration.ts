// Turns a measured overlap into the percentage that users see: the trusted part, its calibration, and the combination of music and video.
// docs/decisions/0006 has the reasons, tools/eval/calibration.json the curve on held-out users.

/** From this many items of the smaller side on, the overlap is trusted in full. */
const FULL_CONFIDENCE_ITEMS = 8
/** The strongest shared item counts at most this many times as much as all others together, plus a trace. */
const MAX_RATIO_TO_OTHERS = 64
const SINGLE_ITEM_TRACE = 0.000_4

/**
 * The trusted part of an overlap: all of it between users who share a handful of items. A single shared item is a
 * coincidence, even when both play it on repeat: other items have to support it.
 * @param overlap of all shared items, and of the strongest one, 0 to 1
 * @param items of the smaller side
 */
export function trustedOverlap(overlap: { all: number; strongest: number }, items: number): number {
  const others = Math.max(0, overlap.all - overlap.strongest)
  const capped = Math.min(
    overlap.strongest,
    MAX_RATIO_TO_OTHERS * others + SINGLE_ITEM_TRACE * Math.log1p(overlap.strongest / SINGLE_ITEM_TRACE),
  )
  return (others + capped) * itemConfidence(items)
}

const itemConfidence = (items: number): number => Math.min(1, items / FULL_CONFIDENCE_ITEMS) ** 2

/** The most that similar listeners add to a side: about as much as two rare favorites. */
const MAX_LISTENERS_SCORE = 0.1
/** With shared items, similar listeners add at most this many times as much. */
const MAX_LISTENERS_RATIO = 3
/** Without shared items, the calibrated score is at most this. */
const MAX_LISTENERS_ONLY = 0.25

/**
 * What similar listeners add to one side. Orders users who share little, and never exceeds what the shared items
 * support.
 * @param similarity of the two embeddings, 0 to 1
 * @param explained the trusted overlap, 0 to 1
 */
export function similarListenersScore(
  similarity: number,
  { explained, items, midpoint }: { explained: number; items: number; midpoint: number },
): number {
  const most = Math.min(MAX_LISTENERS_SCORE * similarity, uncalibrate(MAX_LISTENERS_ONLY, midpoint) + MAX_LISTENERS_RATIO * explained)
  return most * itemConfidence(items) * (1 - explained)
}

/** The score shown as 50% where users have little in common. */
const SPARSE_MIDPOINT = 0.025
/** In a large crowd, this many times the mean overlap is shown as 50%. */
const CROWD_FACTOR = 5
/** At this many users the crowd's overlap counts half. */
const CROWD = 30
/** x^0.75, computed with two roots. Low scores are shown higher, and the top is not crowded. */
const curved = (score: number): number => Math.sqrt(score * Math.sqrt(score))
const uncurved = (value: number): number => value * Math.cbrt(value)

/** The score shown as 50% in this crowd. Where every pair shares a lot, sharing says less. @param meanOverlap of two users here, 0 to 1 */
export function midpointOf(meanOverlap: number, users: number): number {
  return SPARSE_MIDPOINT + (CROWD_FACTOR * meanOverlap * users) / (users + CROWD)
}

/** The score shown as 50%, for each side. */
export type Midpoints = { music: number; video: number }

/** Calibrates a score to 0 to 1: rising, 0 stays 0, 1 stays 1, and `midpoint` becomes about a half. */
export function calibrate(score: number, midpoint: number): number {
  const [value, half] = [curved(score), curved(midpoint)]
  return Math.min(1, (value / (value + half)) * (1 + half))
}

/** The inverse of `calibrate`. */
export function uncalibrate(reading: number, midpoint: number): number {
  const half = curved(midpoint)
  return uncurved((reading * half) / (1 + half - reading))
}

/** With fewer items a side has no percentage. */
const MIN_ITEMS = 3
/** The number of items at which a side has half of its weight. */
const HALF_WEIGHT_ITEMS = 16

/** The weight of a side in the total, by the items of the user with fewer; 0 when one of them lacks the side. */
export const sideWeight = (items: number): number => (items < MIN_ITEMS ? 0 : items / (items + HALF_WEIGHT_ITEMS))

export const percentOf = (reading: number): number => Math.round(100 * reading)
