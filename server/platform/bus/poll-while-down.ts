import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

const POLL_EVERY_MS = 10_000
/** How often the state of the bus is checked, and the delay of the last poll after it is back. */
const CHECK_EVERY_MS = 1_000
/** A dead connection is noticed after some seconds, and the clocks of servers differ slightly. */
const MARGIN_MS = 15_000

export type WhileDownOptions = {
  bus: Pick<Bus, 'isUp' | 'onReconnected'>
  clock: Clock
  log: Log
  /** Loads what happened since then and sends it to the sockets of this process. Must be idempotent. */
  poll: (since: Date) => Promise<void>
}

/**
 * Replaces the bus while it is down: polls every 10 s, and once more after this or another process has reconnected.
 * Returns a function that stops.
 */
export function pollWhileDown({ bus, clock, log, poll }: WhileDownOptions): () => void {
  /** The end of the time that is already polled; null while the bus is up. */
  let polledUntilMs: number | null = null
  /** The time range that was polled. Later reconnects within it need no second poll. */
  let covered = { fromMs: 0, untilMs: 0 }
  /** Start of a gap that was not noticed here: another process was disconnected, or this one very briefly. */
  let missedSinceMs = Number.POSITIVE_INFINITY
  let lastPollMs = 0
  let isPolling = false

  function check(): void {
    const nowMs = clock.now().getTime()
    if (!bus.isUp()) {
      polledUntilMs ??= nowMs
      // Math.abs: a clock that was set back must not stop the polling.
      if (Math.abs(nowMs - lastPollMs) >= POLL_EVERY_MS) void pollSince(polledUntilMs, nowMs)
    } else if (polledUntilMs !== null || missedSinceMs < Number.POSITIVE_INFINITY) {
      void pollOnceMore(nowMs)
    }
  }

  async function pollOnceMore(nowMs: number): Promise<void> {
    const missed = missedSinceMs
    missedSinceMs = Number.POSITIVE_INFINITY
    const isDone = await pollSince(Math.min(polledUntilMs ?? nowMs, missed), nowMs)
    if (!isDone) missedSinceMs = Math.min(missed, missedSinceMs)
    else if (bus.isUp()) polledUntilMs = null
  }

  async function pollSince(sinceMs: number, nowMs: number): Promise<boolean> {
    if (isPolling) return false
    isPolling = true
    try {
      await poll(new Date(sinceMs - MARGIN_MS))
      lastPollMs = nowMs
      polledUntilMs = nowMs
      covered = { fromMs: sinceMs <= covered.untilMs ? Math.min(covered.fromMs, sinceMs) : sinceMs, untilMs: nowMs }
      return true
    } catch (error) {
      // The database may be down too; a later poll retries from the same time.
      log.warn({ err: error }, 'polling in place of the bus failed')
      return false
    } finally {
      isPolling = false
    }
  }

  bus.onReconnected((since) => {
    const sinceMs = since.getTime()
    // Most of an outage that was noticed here has been polled already.
    const isCovered = sinceMs >= covered.fromMs - MARGIN_MS && sinceMs <= covered.untilMs
    missedSinceMs = Math.min(missedSinceMs, isCovered ? covered.untilMs : sinceMs)
  })
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
