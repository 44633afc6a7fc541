import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'

/** Jobs that run at once and are awaited: the demo world is complete when its last step returns. */
export function inlineJobs(): Jobs {
  const workers = new Map<string, (data: object) => Promise<void>>()
  return {
    register: <T extends object>(job: JobDefinition<T>) => {
      // Jobs of this name only get data of their definition.
      workers.set(job.name, job.run as (data: object) => Promise<void>)
    },
    async add(name, data) {
      const run = workers.get(name)
      if (!run) throw new Error(`No job is called ${name}`)
      await run(data)
    },
    forget: async () => {},
    waiting: async () => ({}),
    start: async () => {},
    stop: async () => {},
  }
}
