import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

/** A change that is missing in two polls in a row was lost. So it is repaired after at most twice this time plus a poll. */
export const POLL_WHILE_UP_MS = 4_000
/** A commit ends later than the time in its rows, and the clocks of servers differ slightly. */
const MARGIN_MS = 10_000

export type WhileUpOptions = {
  bus: Pick<Bus, 'isUp' | 'isShared'>
  clock: Clock
  log: Log
  /** Compares the sockets' state with what happened since then. Must be idempotent. */
  poll: (since: Date) => Promise<void>
}

/**
 * Repairs single lost deliveries of a working bus, which nothing else reveals after the last message. Polls every few seconds
 * when there are several processes. Returns a function that stops.
 */
export function pollWhileUp({ bus, clock, log, poll }: WhileUpOptions): () => void {
  if (!bus.isShared) return () => undefined
  let polledMs = clock.now().getTime()
  let isPolling = false

  async function run(): Promise<void> {
    // While the bus is down, `pollWhileDown` polls instead.
    if (isPolling || !bus.isUp()) return
    isPolling = true
    const nowMs = clock.now().getTime()
    try {
      // A clock that was set back must not skip events.
      await poll(new Date(Math.min(polledMs, nowMs) - MARGIN_MS))
      polledMs = nowMs
    } catch (error) {
      log.warn({ err: error }, 'comparing deliveries with the database failed')
    } finally {
      isPolling = false
    }
  }

  const timer = setInterval(() => void run(), POLL_WHILE_UP_MS)
  timer.unref()
  return () => clearInterval(timer)
}
