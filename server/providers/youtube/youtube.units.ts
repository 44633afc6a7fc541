import type { Clock } from '#server/platform/clock.ts'
import type { DailyRateLimit } from '#server/platform/rate-limit/daily-rate-limit.store.ts'
import { ProviderError } from '#server/providers/provider-error.ts'

/** Called before each call of the Data API. @throws ProviderError 'quota' when the day's units are used up */
export type SpendUnit = (units?: number) => Promise<void>

/**
 * Every call that reads costs one unit, a write 50; search, which costs a bucket of its own, is never called.
 * @param reserved units for other callers: reading accounts leaves some for people who open a channel
 */
export function unitsOf(limit: Pick<DailyRateLimit, 'consume'>, clock: Clock, reserved = 0): SpendUnit {
  return async (units = 1) => {
    const { isAllowed, resetAt } = await limit.consume(units, reserved)
    if (isAllowed) return
    const seconds = Math.round((resetAt - clock.now().getTime()) / 1_000)
    throw new ProviderError('quota', 'the units of the day are used up', { by: 'our own budget' }, seconds)
  }
}
