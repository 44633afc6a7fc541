import type { Clock } from './clock.ts'

/**
 * How often one person may have something costly done, counted in windows of `windowMs` in this process.
 * @example const mayAsk = createAllowance({ clock, most: 60, windowMs: 600_000 }); if (!mayAsk(uid)) throw new AppError('rate_limited')
 */
export function createAllowance({ clock, most, windowMs }: { clock: Clock; most: number; windowMs: number }): (key: string) => boolean {
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
    if (count > most) return false
    counts.set(key, count)
    return true
  }
}
