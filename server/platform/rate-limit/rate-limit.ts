import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'

export type AllowanceOptions = {
  clock: Clock
  most: number
  windowMs: number
  /**
   * Counts together with the other server processes, under a name that is the same on all of them. What was taken there is
   * known here a moment later; while the bus is down each process counts for itself.
   */
  shared?: { bus: Pick<Bus, 'announce' | 'onAnnouncement'>; name: string } | undefined
}

const taken = z.object({ key: z.string(), windowNo: z.number(), by: z.string() })

/**
 * How often one person may have something costly done, counted in windows of `windowMs`.
 * @example const mayAsk = createAllowance({ clock, most: 60, windowMs: 600_000 }); if (!mayAsk(uid)) throw new AppError('rate_limited')
 */
export function createAllowance(options: AllowanceOptions): (key: string) => boolean {
  const take = createWindow(options)
  return (key) => take(key) === 0
}

/**
 * The same, refusing by itself: the answer tells in `Retry-After` when the window ends.
 * @example const mayPost = createLimit({ clock, most: 30, windowMs: 600_000 }); mayPost(uid)
 * @returns a function that throws AppError 'rate_limited' once the allowance is used up
 */
export function createLimit(options: AllowanceOptions): (key: string) => void {
  const take = createWindow(options)
  return (key) => {
    const waitMs = take(key)
    if (waitMs > 0) throw new AppError('rate_limited', { who: key, retryAfterSeconds: Math.ceil(waitMs / 1_000) })
  }
}

/** Takes one; 0 when that was allowed, otherwise how many milliseconds are left of the window. */
function createWindow({ clock, most, windowMs, shared }: AllowanceOptions): (key: string) => number {
  const self = crypto.randomUUID()
  let counts = new Map<string, number>()
  /** Windows are parts of the day, the same on every server. */
  let current = 0

  function windowNow(): number {
    const windowNo = Math.floor(clock.now().getTime() / windowMs)
    // One window for everybody: nothing has to be swept, and nothing grows.
    if (windowNo !== current) counts = new Map()
    current = windowNo
    return windowNo
  }

  const topic = `allowance:${shared?.name ?? ''}`
  shared?.bus.onAnnouncement(topic, (payload) => {
    const { key, windowNo, by } = taken.parse(JSON.parse(payload))
    if (by !== self && windowNo === windowNow()) counts.set(key, (counts.get(key) ?? 0) + 1)
  })

  return (key) => {
    const windowNo = windowNow()
    const count = (counts.get(key) ?? 0) + 1
    if (count > most) return (windowNo + 1) * windowMs - clock.now().getTime()
    counts.set(key, count)
    shared?.bus.announce(topic, JSON.stringify({ key, windowNo, by: self } satisfies z.infer<typeof taken>))
    return 0
  }
}
