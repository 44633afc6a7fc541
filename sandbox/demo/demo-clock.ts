import type { Clock } from '#server/platform/clock.ts'

const MINUTE_MS = 60_000

/** A clock that can stand in the past, so that what the demo world did has believable dates. */
export type DemoClock = Clock & {
  /** From now on the clock shows this long ago, and stands still. */
  goTo(minutesAgo: number): void
}

export function demoClock(): DemoClock {
  const start = Date.now()
  let shown = start
  return {
    now: () => new Date(shown),
    goTo: (minutesAgo) => {
      shown = start - Math.round(minutesAgo * MINUTE_MS)
    },
  }
}
