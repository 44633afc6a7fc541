import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

/** How often the store is read while the bus is down. */
const EVERY_MS = 10_000
/** How often we look whether it still is: this is how late people hear of something after it came back. */
const LOOK_EVERY_MS = 1_000
/** A connection can be dead for some seconds before anybody notices, and the clocks of servers differ a little. */
const MARGIN_MS = 15_000

export type WhileDownOptions = {
  bus: Pick<Bus, 'isUp' | 'onRejoined'>
  clock: Clock
  log: Log
  /** Reads the store for what happened since then and tells those who are connected here. Telling twice must be harmless. */
  poll: (since: Date) => Promise<void>
}

/**
 * Takes the place of the bus while it does not reach the other processes: polls every 10 s, and once more as soon as it is
 * back, for what happened on the way, and when another process is that was cut off. Gives what ends it.
 */
export function pollWhileDown({ bus, clock, log, poll }: WhileDownOptions): () => void {
  /** Until when everything is known to have been told; null while the bus is up. */
  let toldUntilMs: number | null = null
  /** What was read in place of the bus, also after it came back: nothing of that time is missing. */
  let covered = { fromMs: 0, untilMs: 0 }
  /** Since when something may be missing although we were not cut off ourselves, or too shortly to see it. */
  let missedSinceMs = Number.POSITIVE_INFINITY
  let lastPollMs = 0
  let isPolling = false

  function look(): void {
    const nowMs = clock.now().getTime()
    if (!bus.isUp()) {
      toldUntilMs ??= nowMs
      // A clock that was set back must not silence us.
      if (Math.abs(nowMs - lastPollMs) >= EVERY_MS) void pollSince(toldUntilMs, nowMs)
    } else if (toldUntilMs !== null || missedSinceMs < Number.POSITIVE_INFINITY) {
      void pollOnceMore(nowMs)
    }
  }

  async function pollOnceMore(nowMs: number): Promise<void> {
    const missed = missedSinceMs
    missedSinceMs = Number.POSITIVE_INFINITY
    const isDone = await pollSince(Math.min(toldUntilMs ?? nowMs, missed), nowMs)
    if (!isDone) missedSinceMs = Math.min(missed, missedSinceMs)
    else if (bus.isUp()) toldUntilMs = null
  }

  async function pollSince(sinceMs: number, nowMs: number): Promise<boolean> {
    if (isPolling) return false
    isPolling = true
    try {
      await poll(new Date(sinceMs - MARGIN_MS))
      lastPollMs = nowMs
      toldUntilMs = nowMs
      covered = { fromMs: sinceMs <= covered.untilMs ? Math.min(covered.fromMs, sinceMs) : sinceMs, untilMs: nowMs }
      return true
    } catch (error) {
      // The store may be away as well; what was not told is told by a later round.
      log.warn({ err: error }, 'the store could not be read in place of the bus')
      return false
    } finally {
      isPolling = false
    }
  }

  bus.onRejoined((since) => {
    const sinceMs = since.getTime()
    // Of an outage that was noticed here as well, most has been read already.
    const isCovered = sinceMs >= covered.fromMs - MARGIN_MS && sinceMs <= covered.untilMs
    missedSinceMs = Math.min(missedSinceMs, isCovered ? covered.untilMs : sinceMs)
  })
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
