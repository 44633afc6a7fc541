import { sqlState } from '#server/platform/db/query-error.ts'

/**
 * What a failed commit means for the messages in it.
 * `race`: another process stored one of them at this moment, or the two waited for each other; trying again is right.
 * `data`: the store can't hold one of them. `down`: anything else.
 */
export type FailureKind = 'race' | 'data' | 'down'

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

export function kindOfFailure(error: unknown): FailureKind {
  const state = sqlState(error) ?? ''
  if (state === UNIQUE_VIOLATION || state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return 'race'
  return /^2[123]/.test(state) ? 'data' : 'down'
}
