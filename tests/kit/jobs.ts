import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'

/** Jobs that run on demand, with the delay they requested, in seconds. */
export function manualJobs() {
  type Waiting = { name: string; data: object; only: string | undefined; afterSeconds: number; isUrgent: boolean }
  let waiting: Waiting[] = []
  const lost = new Set<string>()
  // A job only gets the data that was added under its name.
  const runs = new Map<string, { run(data: object): Promise<void> }>()
  return {
    async add(name, data, { only, afterSeconds = 0, isUrgent = false } = {}) {
      if (only !== undefined && (lost.has(only) || waiting.some((job) => job.name === name && job.only === only))) return
      waiting.push({ name, data, only, afterSeconds, isUrgent })
    },
    register<T extends object>(job: JobDefinition<T>) {
      runs.set(job.name, job)
    },
    /** Runs the waiting jobs in order, urgent ones first; jobs that they add wait for the next call. Returns the requested delays. */
    async runWaiting(): Promise<number[]> {
      const now = waiting.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent))
      waiting = []
      for (const { name, data } of now) await runs.get(name)?.run(data)
      return now.map(({ afterSeconds }) => afterSeconds)
    },
    /** Simulates a crash: running jobs are lost, but count as running until they expire, and block others of their name. */
    loseAll() {
      for (const { only } of waiting) if (only !== undefined) lost.add(only)
      waiting = []
    },
    /** Simulates a crash just before they were added. */
    forgetAll: () => void (waiting = []),
    count: () => waiting.length,
  } satisfies Pick<Jobs, 'add' | 'register'> & Record<string, unknown>
}
