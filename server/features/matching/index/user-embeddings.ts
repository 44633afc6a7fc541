import { DIMENSIONS, trainLatentFactors, MIN_TRAINING_USERS, type LatentFactors } from './latent-factors.ts'
import { createRetraining } from './retraining.ts'
import type { Embedding, Taste } from './taste-vector.ts'

export type UserEmbeddingsDeps = {
  /** The taste that a user shows to everyone. */
  tasteOf: (user: number) => Taste
  listUsers: () => number[]
  /** Counts changes of all users. */
  changes: () => number
}

/** Users without an embedding of any generation. */
const NEVER = 0
/** Users embedded per training step. A step takes a few milliseconds. */
const USERS_PER_STEP = 100

/** Latent factors and the users' embeddings: trained now and then. Users who change are embedded again when next read. */
export function createUserEmbeddings({ tasteOf, listUsers, changes }: UserEmbeddingsDeps) {
  let factors: LatentFactors | null = null
  let generation = NEVER
  let embeddings = new Int8Array(0)
  let generations = new Uint16Array(0)

  function* trainSteps(users: readonly number[]): Generator<void, void> {
    useFactors(yield* trainLatentFactors({ size: users.length, tasteOf: (index) => tasteOf(users[index] ?? -1) }))
    for (const [index, user] of users.entries()) {
      embeddingOf(user)
      if (index % USERS_PER_STEP === USERS_PER_STEP - 1) yield
    }
  }

  function useFactors(result: LatentFactors | null): void {
    factors = result
    // Generation numbers start again after the last one, so all embeddings become outdated.
    if (generation === 0xffff) generations.fill(NEVER)
    generation = (generation % 0xffff) + 1
  }

  function ensureCapacity(user: number): void {
    if (user < generations.length) return
    const length = Math.max(1_024, Math.ceil(user * 1.1))
    const [oldEmbeddings, oldGenerations] = [embeddings, generations]
    embeddings = new Int8Array(length * DIMENSIONS)
    generations = new Uint16Array(length)
    embeddings.set(oldEmbeddings)
    generations.set(oldGenerations)
  }

  /** @param taste what the user shows to everyone, if the caller has it */
  function embeddingOf(user: number, taste?: Taste): Embedding | null {
    if (!factors) return null
    ensureCapacity(user)
    const [from, to] = [user * DIMENSIONS, (user + 1) * DIMENSIONS]
    if (generations[user] !== generation) {
      embeddings.fill(0, from, to).set(factors.embed(taste ?? tasteOf(user)), from)
      generations[user] = generation
    }
    return embeddings.subarray(from, to)
  }

  return {
    /** The embedding of a user by what they show to everyone. Null without factors. */
    embeddingOf,

    /** The embedding of any taste. Null without factors. */
    ofTaste: (taste: Taste): Embedding | null => factors?.embed(taste) ?? null,

    /** Call after a user's rows were written. */
    forget(user: number): void {
      if (user < generations.length) generations[user] = NEVER
    },

    /** One training step, if due. @returns whether another step follows */
    train: createRetraining({
      listUsers,
      changes,
      minUsers: MIN_TRAINING_USERS,
      train: trainSteps,
      forget: () => (factors = null),
    }),

    bytes: (): number => embeddings.byteLength + generations.byteLength + (factors?.bytes ?? 0),
  }
}
