import type { Clock } from '#server/platform/clock.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** What may not be kept any longer is removed every six hours, and the directories are asked every quarter of an hour. */
export const rounds = {
  upkeep: { name: 'media.upkeep', everyMs: 6 * 3_600_000 },
  directories: { name: 'media.directories', everyMs: 15 * 60_000 },
} as const

/** Does `acts` again and again. Each round has a name of its own and adds the next, so that however many servers start however often, there is one. */
export function createRounds({
  jobs,
  clock,
  round: { name, everyMs },
  acts,
}: {
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  round: { name: string; everyMs: number }
  acts: readonly (() => Promise<void>)[]
}) {
  async function plan(): Promise<void> {
    const nowMs = clock.now().getTime()
    const next = Math.floor(nowMs / everyMs) + 1
    await jobs.add(name, {}, { only: `round ${next}`, afterSeconds: Math.ceil((next * everyMs - nowMs) / 1_000) })
  }

  jobs.register({
    name,
    retries: 2,
    expireSeconds: 600,
    run: async () => {
      // First the next round: a failing one must not be the last.
      await plan()
      for (const act of acts) await act()
    },
  })

  return { plan }
}
