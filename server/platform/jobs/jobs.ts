import type { Uid } from '#contract/base/ids.ts'

/** Where waiting jobs stand in the database, apart from everything that is an installation's own. */
export const JOBS_SCHEMA = 'jobs'

/**
 * Work that outlives a request: retried, scheduled, each job run once across all processes.
 * `data` must be plain JSON.
 */
export type JobDefinition<T extends object = object> = {
  name: string
  /** Attempts after the first failure. */
  retries: number
  /** Seconds until a run counts as lost and is tried again. */
  expireSeconds: number
  run: (data: T) => Promise<void>
}

export interface Jobs {
  /**
   * Adds a job. With `only`, a second job of the same name and key is not added while one waits or runs.
   * @throws Error when the name was not registered.
   */
  add<T extends object>(name: string, data: T, options?: { only?: string; afterSeconds?: number }): Promise<void>
  /** Registers the code for jobs of this name; call before `start`. */
  register<T extends object>(job: JobDefinition<T>): void
  /** Removes every job, waiting or done, whose data or key names this person: their account is being deleted. */
  forget(uid: Uid): Promise<void>
  /** How many jobs wait, by name, of all processes together. */
  waiting(): Promise<Record<string, number>>
  start(): Promise<void>
  /** Waits for running jobs, at most `graceMs`. */
  stop(graceMs: number): Promise<void>
}
