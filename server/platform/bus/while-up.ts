import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

/** What is missing at two polls in a row was lost: twice this, and the time of a poll, is how late it is told. */
export const POLL_WHILE_UP_MS = 4_000
/** A commit ends later than the time in its rows, and the clocks of servers differ a little. */
const MARGIN_MS = 10_000

export type WhileUpOptions = {
  bus: Pick<Bus, 'isUp' | 'isShared'>
  clock: Clock
  log: Log
  /** Compares with the store what happened since then. Doing it twice must be harmless. */
  poll: (since: Date) => Promise<void>
}

/**
 * A bus that works may still lose single deliveries, and after the last one nothing tells of the gap. Polls every few seconds where
 * there is more than one process. Returns a function that stops.
 */
export function pollWhileUp({ bus, clock, log, poll }: WhileUpOptions): () => void {
  if (!bus.isShared) return () => undefined
  let polledMs = clock.now().getTime()
  let isPolling = false

  async function run(): Promise<void> {
    // While it is down, others read the store in its place (`pollWhileDown`).
    if (isPolling || !bus.isUp()) return
    isPolling = true
    const nowMs = clock.now().getTime()
    try {
      // A clock that was set back must not make us look ahead of what happens.
      await poll(new Date(Math.min(polledMs, nowMs) - MARGIN_MS))
      polledMs = nowMs
    } catch (error) {
      log.warn({ err: error }, 'what was delivered could not be compared with the store')
    } finally {
      isPolling = false
    }
  }

  const timer = setInterval(() => void run(), POLL_WHILE_UP_MS)
  timer.unref()
  return () => clearInterval(timer)
}
