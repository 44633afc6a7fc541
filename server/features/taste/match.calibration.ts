// From overlap to a figure people can read. Both curves are fixed, so a per cent means the same to everybody and
// tomorrow; they were chosen on made-up crowds whose structure is known (docs/decisions/0006).

/** Shared things, counted by how evenly they carry the score, from which on it is believed in full. */
const ENOUGH_CARRIERS = 10
/** Taken off before counting: what rests on one thing, be it on repeat with both, is a coincidence. */
const COINCIDENCE = 0.8

/** How far a score is believed that so many shared things carry, 0 to 1: one hardly, three a little, ten in full. */
export function believed(carriers: number): number {
  if (carriers <= 0) return 0
  return Math.min(1, (carriers - COINCIDENCE) / (ENOUGH_CARRIERS - COINCIDENCE)) ** 2
}

/**
 * The score that reads 50 %. Raw overlaps are tiny: of two strangers it is mostly nothing, of real friends with fifty
 * artists each about 0.08, and only a twin reaches 1.
 */
const MIDDLE = 0.01
const STEEPNESS = 0.8

/** Stretches a score from 0 to 1 the way percentiles would: it rises, 0 stays 0 and 1 stays 1. */
export function curve(score: number): number {
  const height = score ** STEEPNESS
  return (height / (height + MIDDLE ** STEEPNESS)) * (1 + MIDDLE ** STEEPNESS)
}

/** The per cent that is shown for a score. */
export const percentOf = (score: number): number => Math.round(100 * curve(score))
