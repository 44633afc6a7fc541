import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'

export type Pace = {
  /** Takes one from this person's allowance; false when it is used up. */
  take(uid: Uid): boolean
}

/** From this many people on, those with a full allowance are forgotten, which changes nothing for them. */
const TIDY_FROM = 10_000

/** So many at once and so many a second after that, for each person. */
export function createPace({ perSecond, burst, clock }: { perSecond: number; burst: number; clock: Clock }): Pace {
  const allowances = new Map<Uid, { left: number; atMs: number }>()
  let tidyAt = TIDY_FROM

  function leftNow({ left, atMs }: { left: number; atMs: number }, nowMs: number): number {
    // A clock that was set back gives nothing and takes nothing.
    return Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond)
  }

  function forgetFull(nowMs: number): void {
    for (const [uid, allowance] of allowances) if (leftNow(allowance, nowMs) >= burst) allowances.delete(uid)
    tidyAt = Math.max(TIDY_FROM, allowances.size * 2)
  }

  return {
    take(uid) {
      const nowMs = clock.now().getTime()
      if (allowances.size >= tidyAt) forgetFull(nowMs)
      const left = leftNow(allowances.get(uid) ?? { left: burst, atMs: nowMs }, nowMs)
      allowances.set(uid, { left: left < 1 ? left : left - 1, atMs: nowMs })
      return left >= 1
    },
  }
}
