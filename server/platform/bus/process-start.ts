import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

const TOPIC = 'process.began'
/** The longest downtime of a crashed process that is covered. */
const LOOK_BACK_MS = 10 * 60_000

export type ProcessStartOptions = {
  bus: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  log: Log
  /** Loads what happened since then and sends it to the sockets of this process. Must be idempotent. */
  poll: (since: Date) => Promise<void>
}

/**
 * A process can crash between a commit and its notifications. So each process announces its start, and every process then
 * polls the database for its own users. Call it once, after all listeners are registered.
 */
export function pollOnProcessStart({ bus, clock, log, poll }: ProcessStartOptions): void {
  bus.onAnnouncement(TOPIC, () => {
    poll(new Date(clock.now().getTime() - LOOK_BACK_MS)).catch((error: unknown) =>
      // Clients load the same data when they reconnect.
      log.warn({ err: error }, 'polling after a process start failed'),
    )
  })
  bus.announce(TOPIC, '')
}
