import type { Clock } from '#server/platform/clock.ts'
import type { DailyRateLimit } from '#server/platform/rate-limit/daily-rate-limit.store.ts'
import { ProviderError } from '#server/providers/provider-error.ts'

/** Called before each call of the Data API. @throws ProviderError 'quota' when the day's units are used up */
export type SpendUnit = (units?: number) => Promise<void>

/**
 * Every reading call costs one unit, a write 50; search, which has a separate quota, is never called.
 * @param reserved units for other callers: syncs leave some for users who open a channel
 */
export function unitsOf(limit: Pick<DailyRateLimit, 'consume'>, clock: Clock, reserved = 0): SpendUnit {
  return async (units = 1) => {
    const { isAllowed, resetAt } = await limit.consume(units, reserved)
    if (isAllowed) return
    const seconds = Math.round((resetAt - clock.now().getTime()) / 1_000)
    throw new ProviderError('quota', 'the daily units are used up', { by: 'our own budget' }, seconds)
  }
}
