import type { Clock } from '#server/platform/clock.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Expired data is deleted every six hours, and directories are read every quarter of an hour. */
export const mediaSchedules = {
  upkeep: { name: 'media.upkeep', everyMs: 6 * 3_600_000 },
  directories: { name: 'media.directories', everyMs: 15 * 60_000 },
} as const

/** A run ends in time, so that it does not count as lost and start again beside itself. */
const RUN_AT_MOST_MS = 5 * 60_000

/** A task that may take long stops once this is true; the next run continues it. */
export type IsTimeUp = () => boolean

/**
 * Runs `tasks` regularly. Each run has its own job name and schedules the next, so several servers run it once. Its time is up
 * after five minutes, or when the next one starts.
 */
export function createScheduledTasks({
  jobs,
  clock,
  schedule: { name, everyMs },
  tasks,
}: {
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  schedule: { name: string; everyMs: number }
  tasks: readonly ((isTimeUp: IsTimeUp) => Promise<void>)[]
}) {
  const nextRound = (nowMs: number) => Math.floor(nowMs / everyMs) + 1

  async function scheduleNext(): Promise<void> {
    const nowMs = clock.now().getTime()
    const next = nextRound(nowMs)
    await jobs.add(name, {}, { only: `round ${next}`, afterSeconds: Math.ceil((next * everyMs - nowMs) / 1_000) })
  }

  jobs.register({
    name,
    retries: 2,
    expireSeconds: 600,
    run: async () => {
      // Scheduled first, so that a failed run is not the last.
      await scheduleNext()
      const nowMs = clock.now().getTime()
      const endMs = Math.min(nowMs + RUN_AT_MOST_MS, nextRound(nowMs) * everyMs)
      for (const task of tasks) await task(() => clock.now().getTime() >= endMs)
    },
  })

  return { scheduleNext }
}
