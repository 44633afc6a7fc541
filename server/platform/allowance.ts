import { AppError } from '#contract/errors.ts'
import type { Clock } from './clock.ts'

/**
 * How often one person may have something costly done, counted in windows of `windowMs` in this process.
 * @example const mayAsk = createAllowance({ clock, most: 60, windowMs: 600_000 }); if (!mayAsk(uid)) throw new AppError('rate_limited')
 */
export function createAllowance({ clock, most, windowMs }: { clock: Clock; most: number; windowMs: number }): (key: string) => boolean {
  const take = createWindow({ clock, most, windowMs })
  return (key) => take(key) === 0
}

/**
 * The same, refusing by itself: the answer tells in `Retry-After` when the window ends.
 * @example const mayPost = createLimit({ clock, most: 30, windowMs: 600_000 }); mayPost(uid)
 * @returns a function that throws AppError 'rate_limited' once the allowance is used up
 */
export function createLimit(options: { clock: Clock; most: number; windowMs: number }): (key: string) => void {
  const take = createWindow(options)
  return (key) => {
    const waitMs = take(key)
    if (waitMs > 0) throw new AppError('rate_limited', { who: key, retryAfterSeconds: Math.ceil(waitMs / 1_000) })
  }
}

/** Takes one; 0 when that was allowed, otherwise how many milliseconds are left of the window. */
function createWindow({ clock, most, windowMs }: { clock: Clock; most: number; windowMs: number }): (key: string) => number {
  let counts = new Map<string, number>()
  let endsAtMs = 0
  return (key) => {
    const nowMs = clock.now().getTime()
    if (nowMs >= endsAtMs) {
      // One window for everybody: nothing has to be swept, and nothing grows.
      counts = new Map()
      endsAtMs = nowMs + windowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    if (count > most) return endsAtMs - nowMs
    counts.set(key, count)
    return 0
  }
}
