import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs.ts'

export const UPKEEP = 'media.upkeep'
const EVERY_MS = 6 * 3_600_000

/**
 * Removes every six hours what may not be kept any longer. Each round has a name of its own and adds the next, so that
 * however many servers start however often, there is one.
 */
export function createMediaUpkeep({
  jobs,
  clock,
  acts,
}: {
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  acts: readonly (() => Promise<void>)[]
}) {
  async function plan(): Promise<void> {
    const nowMs = clock.now().getTime()
    const round = Math.floor(nowMs / EVERY_MS) + 1
    await jobs.add(UPKEEP, {}, { only: `round ${round}`, afterSeconds: Math.ceil((round * EVERY_MS - nowMs) / 1_000) })
  }

  jobs.register({
    name: UPKEEP,
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
