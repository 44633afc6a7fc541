import type { Uid } from '#contract/base/ids.ts'

/** The database schema of the job queue, separate from the installation's own tables. */
export const JOBS_SCHEMA = 'jobs'

/** Work that outlives a request: retried and scheduled; each job runs in one process. `data` must be plain JSON. */
export type JobDefinition<T extends object = object> = {
  name: string
  /** Attempts after the first failure. */
  retries: number
  /** Seconds until a running job counts as lost and is retried. */
  expireSeconds: number
  /** How many of them one process runs at once; 1 without it, in order. The embedded database gets at most 2. */
  concurrency?: number
  run: (data: T) => Promise<void>
}

export interface Jobs {
  /**
   * Adds a job. With `only`, it is not added while another one with the same name and key waits or runs. Urgent jobs run before others of
   * their name.
   * @throws Error when the name is not registered
   */
  add<T extends object>(name: string, data: T, options?: { only?: string; afterSeconds?: number; isUrgent?: boolean }): Promise<void>
  /** Registers the code for jobs of this name; call before `start`. */
  register<T extends object>(job: JobDefinition<T>): void
  /** Removes every job, waiting or done, whose data or key contains this user id. For account deletion. */
  forget(uid: Uid): Promise<void>
  /** The number of waiting jobs by name, over all processes. */
  waiting(): Promise<Record<string, number>>
  start(): Promise<void>
  stop(graceMs: number): Promise<void>
}
