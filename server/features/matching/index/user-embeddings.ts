import { DIMENSIONS, MIN_TRAINING_USERS, learnLatentFactors, type LatentFactors } from './latent-factors.ts'
import type { Embedding, Taste } from './taste-vector.ts'

export type UserEmbeddingsDeps = {
  /** What a person shows to everyone. */
  tasteOf: (person: number) => Taste
  everybody: () => number[]
  /** Counts changes of anybody. */
  changes: () => number
}

/** So much of the crowd has to have changed until it is learnt from anew. */
const RETRAIN_DRIFT = 0.25
/** Nobody was placed by this one yet. */
const NEVER = 0

/** People placed in one step of studying: a few milliseconds. */
const USERS_PER_STEP = 100

/** Who listens like whom, as the index keeps it: learnt now and then, with everybody placed by it; who changes since, when they are next asked for. */
export function createUserEmbeddings({ tasteOf, everybody, changes }: UserEmbeddingsDeps) {
  let listeners: LatentFactors | null = null
  let studying: Generator<void, void> | null = null
  let generation = NEVER
  let learntAt = Number.NEGATIVE_INFINITY
  let learntFrom = 0
  let standings = new Int8Array(0)
  let placedBy = new Uint16Array(0)

  const isDue = (people: number): boolean => changes() - learntAt >= Math.max(MIN_TRAINING_USERS, people) * RETRAIN_DRIFT

  function begin(): boolean {
    // Counted first, because listing everybody takes a while in a large crowd.
    if (listeners !== null && !isDue(learntFrom)) return false
    const people = everybody()
    if (people.length < MIN_TRAINING_USERS) {
      listeners = null
      return false
    }
    if (!isDue(people.length)) return false
    learntAt = changes()
    learntFrom = people.length
    studying = studyOf(people)
    return true
  }

  function* studyOf(people: readonly number[]): Generator<void, void> {
    learnt(yield* learnLatentFactors({ size: people.length, tasteOf: (place) => tasteOf(people[place] ?? -1) }))
    for (const [at, person] of people.entries()) {
      of(person)
      if (at % USERS_PER_STEP === USERS_PER_STEP - 1) yield
    }
  }

  function learnt(result: LatentFactors | null): void {
    listeners = result
    // After the last number the oldest come again: then everybody is placed anew.
    if (generation === 0xffff) placedBy.fill(NEVER)
    generation = (generation % 0xffff) + 1
  }

  function ensure(person: number): void {
    if (person < placedBy.length) return
    const length = Math.max(1_024, Math.ceil(person * 1.25))
    const [oldStandings, oldPlaced] = [standings, placedBy]
    standings = new Int8Array(length * DIMENSIONS)
    placedBy = new Uint16Array(length)
    standings.set(oldStandings)
    placedBy.set(oldPlaced)
  }

  function of(person: number, taste?: Taste): Embedding | null {
    if (!listeners) return null
    ensure(person)
    const [from, to] = [person * DIMENSIONS, (person + 1) * DIMENSIONS]
    if (placedBy[person] !== generation) {
      standings.fill(0, from, to).set(listeners.embed(taste ?? tasteOf(person)), from)
      placedBy[person] = generation
    }
    return standings.subarray(from, to)
  }

  const ofTaste = (taste: Taste): Embedding | null => listeners?.embed(taste) ?? null

  return {
    /** Where somebody stands who shows this; null while nothing is learnt. */
    ofTaste,

    /** Where a person stands, by what they show to everyone; `taste` is that, where it is at hand. */
    of,

    /** Call when somebody's rows were written. */
    forget(person: number): void {
      if (person < placedBy.length) placedBy[person] = NEVER
    },

    study(): boolean {
      if (!studying) return begin()
      const { done } = studying.next()
      if (done) studying = null
      return !done
    },

    bytes: (): number => standings.byteLength + placedBy.byteLength + (listeners?.bytes ?? 0),
  }
}
