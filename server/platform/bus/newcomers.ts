import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

const TOPIC = 'process.began'
/** How long a process may have been away before it is back. */
const LOOK_BACK_MS = 10 * 60_000

export type NewcomerOptions = {
  bus: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  log: Log
  /** Reads the store for what happened since then and tells those who are connected here. Telling twice must be harmless. */
  poll: (since: Date) => Promise<void>
}

/**
 * A process that begins may have died before, between committing something and telling of it: it says so, and every process
 * then looks into the store for its own people. Call it once, when everything else listens.
 */
export function pollForNewcomers({ bus, clock, log, poll }: NewcomerOptions): void {
  bus.onAnnouncement(TOPIC, () => {
    poll(new Date(clock.now().getTime() - LOOK_BACK_MS)).catch((error: unknown) =>
      // People find it when they come back, as they would without us.
      log.warn({ err: error }, 'the store could not be read when another process began'),
    )
  })
  bus.announce(TOPIC, '')
}
