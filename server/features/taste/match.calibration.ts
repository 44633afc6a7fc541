// From overlap to a figure people can read: first how far it is believed, then what it reads. Why these curves stands
// in docs/decisions/0006.

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
 * The score that reads 50 % where nobody shares much: of two strangers with fifty artists each it is mostly 0, of real
 * friends about 0.08.
 */
const SPARSE_MIDDLE = 0.01
/** Scores are skewed: most pairs stand well below the mean. */
const OF_MEAN = 1 / 3
/** So many people are needed before half of what they have in common is put down to the crowd, not to the few. */
const CROWD = 30

/**
 * The score that reads 50 % in this crowd. Where everybody shares a lot with everybody, sharing says less.
 * @param meanOverlap how much two people here have in common on average, 0 to 1
 */
export function middleOf(meanOverlap: number, people: number): number {
  return SPARSE_MIDDLE + (meanOverlap * OF_MEAN * people) / (people + CROWD)
}

/** Stretches a score from 0 to 1 the way percentiles would: it rises, 0 stays 0, 1 stays 1, and `middle` comes to the half. */
export const stretched = (score: number, middle: number): number => (score / (score + middle)) * (1 + middle)

/** The per cent that is shown for a score. */
export const percentOf = (score: number, middle: number): number => Math.round(100 * stretched(score, middle))
