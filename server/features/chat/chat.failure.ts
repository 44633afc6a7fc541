import { sqlState } from '#server/platform/db/query-error.ts'

/**
 * The cause of a failed commit.
 * `race`: another process stored the same message, or a deadlock; retry. `data`: the database can't store one of the messages.
 * `down`: everything else.
 */
export type FailureKind = 'race' | 'data' | 'down'

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

export function classifyFailure(error: unknown): FailureKind {
  const state = sqlState(error) ?? ''
  if (state === UNIQUE_VIOLATION || state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return 'race'
  return /^2[123]/.test(state) ? 'data' : 'down'
}
