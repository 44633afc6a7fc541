import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'

/** Jobs that run on demand, with the delay they requested, in seconds. */
export function heldJobs() {
  type Waiting = { name: string; data: object; only: string | undefined; afterSeconds: number }
  let waiting: Waiting[] = []
  const lost = new Set<string>()
  // A job is only ever given the data that was added under its name.
  const runs = new Map<string, { run(data: object): Promise<void> }>()
  return {
    async add(name, data, { only, afterSeconds = 0 } = {}) {
      if (only !== undefined && (lost.has(only) || waiting.some((job) => job.name === name && job.only === only))) return
      waiting.push({ name, data, only, afterSeconds })
    },
    register<T extends object>(job: JobDefinition<T>) {
      runs.set(job.name, job)
    },
    /** Runs what waits now, in order; what these add waits for the next call. Gives the waits that were asked for. */
    async runWaiting(): Promise<number[]> {
      const now = waiting
      waiting = []
      for (const { name, data } of now) await runs.get(name)?.run(data)
      return now.map(({ afterSeconds }) => afterSeconds)
    },
    /** As a crash would: what was running is gone, but counts as running until it expires, and refuses others of its name. */
    loseAll() {
      for (const { only } of waiting) if (only !== undefined) lost.add(only)
      waiting = []
    },
    /** As a crash just before they were added would. */
    forgetAll: () => void (waiting = []),
    count: () => waiting.length,
  } satisfies Pick<Jobs, 'add' | 'register'> & Record<string, unknown>
}
