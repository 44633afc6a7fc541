import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#server/platform/clock.ts'

const MINUTE_MS = 60_000

/** A stopped clock, at its creation or in the past, so that the demo world has believable dates. */
export type DemoClock = Clock & {
  /** During `work`, the clock shows this long ago. */
  at<T>(minutesAgo: number, work: () => Promise<T>): Promise<T>
}

export function demoClock(): DemoClock {
  const start = Date.now()
  const shown = new AsyncLocalStorage<number>()
  return {
    now: () => new Date(shown.getStore() ?? start),
    at: (minutesAgo, work) => shown.run(start - Math.round(minutesAgo * MINUTE_MS), work),
  }
}
