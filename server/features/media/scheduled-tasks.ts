import type { Clock } from '#server/platform/clock.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Expired data is deleted every six hours, and directories are read every quarter of an hour. */
export const mediaSchedules = {
  upkeep: { name: 'media.upkeep', everyMs: 6 * 3_600_000 },
  directories: { name: 'media.directories', everyMs: 15 * 60_000 },
} as const

/** Runs `tasks` regularly. Each run has its own job name and schedules the next, so several servers run it once. */
export function createScheduledTasks({
  jobs,
  clock,
  schedule: { name, everyMs },
  tasks,
}: {
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  schedule: { name: string; everyMs: number }
  tasks: readonly (() => Promise<void>)[]
}) {
  async function scheduleNext(): Promise<void> {
    const nowMs = clock.now().getTime()
    const next = Math.floor(nowMs / everyMs) + 1
    await jobs.add(name, {}, { only: `round ${next}`, afterSeconds: Math.ceil((next * everyMs - nowMs) / 1_000) })
  }

  jobs.register({
    name,
    retries: 2,
    expireSeconds: 600,
    run: async () => {
      // Scheduled first, so that a failed run is not the last.
      await scheduleNext()
      for (const task of tasks) await task()
    },
  })

  return { scheduleNext }
}
