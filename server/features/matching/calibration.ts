// From overlap to a figure people can read: first how far it is believed, then what it reads. Why these curves stands
// in docs/decisions/0006.

/** Shared things from which on they are no coincidence. */
const ENOUGH_SHARED = 3
/** Things of the smaller side from which on it is known well enough to be believed in full. */
const ENOUGH_THINGS = 8
/** The thing that carries most counts at most so many times what all the others carry together, and a trace of its own. */
const TIMES_THE_OTHERS = 4
const TRACE_OF_ONE = 0.001

/**
 * What of an overlap is believed, of the same size or less. Between people with long lists who share a handful of things
 * it takes nothing, so that their order is the measure's own. What rests on one thing, be it on repeat with both, is a
 * coincidence: the others have to bear it out.
 * @param overlap of all shared things, and of the one that adds most, 0 to 1
 * @param shared how many things they share, and how many the smaller side holds
 */
export function believed(overlap: { all: number; most: number }, { shared, things }: { shared: number; things: number }): number {
  const others = Math.max(0, overlap.all - overlap.most)
  const most = Math.min(overlap.most, TIMES_THE_OTHERS * others + TRACE_OF_ONE * Math.log1p(overlap.most / TRACE_OF_ONE))
  return (others + most) * sharedEnough(shared) * thingsEnough(things)
}

/** 0 to 1. */
export const thingsEnough = (things: number): number => Math.min(1, things / ENOUGH_THINGS) ** 2
/** 0 to 1. */
export const sharedEnough = (shared: number): number => Math.min(1, (1 + shared) / (1 + ENOUGH_SHARED))

/**
 * What the places of two people among listeners add at most: about what one rare thing adds that both love. It decides
 * between people who share little, and hardly anything where much is shared.
 */
export const LISTENERS_WORTH = 0.06

/**
 * The score that reads 50 % where nobody shares much: of two strangers with fifty artists each it is mostly 0, of real
 * friends about 0.08.
 */
const SPARSE_MIDDLE = 0.015
/** So many people are needed before half of what they have in common is put down to the crowd, not to the few. */
const CROWD = 30

/**
 * The score that reads 50 % in this crowd. Where everybody shares a lot with everybody, sharing says less.
 * @param meanOverlap how much two people here have in common on average, 0 to 1
 */
export function middleOf(meanOverlap: number, people: number): number {
  return SPARSE_MIDDLE + (meanOverlap * people) / (people + CROWD)
}

/** Stretches a score from 0 to 1 the way percentiles would: it rises, 0 stays 0, 1 stays 1, and `middle` comes to the half. */
export const stretched = (score: number, middle: number): number => (score / (score + middle)) * (1 + middle)

/** The per cent that is shown for a score. */
export const percentOf = (score: number, middle: number): number => Math.round(100 * stretched(score, middle))
