import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

/** Servers reconnect within seconds of each other and each announces it. One run handles all of them. */
const DELAY_MS = 3_000
/** Spreads the servers over this time, so that they don't all query the database at once. */
const SPREAD_MS = 7_000

export type CatchUpOptions = {
  bus: Pick<Bus, 'onReconnected'>
  log: Log
  /** Names the data in the log. */
  what: string
  /** Loads the data again. Must be idempotent. */
  run: () => Promise<void>
}

/** Calls `run` some seconds after announcements may have been lost, once per group of reconnects, and retries until it succeeds. */
export function catchUpAfterReconnect({ bus, log, what, run: act }: CatchUpOptions): void {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  function soon(): void {
    timer ??= setTimeout(() => void run(), DELAY_MS + Math.random() * SPREAD_MS).unref()
  }

  async function run(): Promise<void> {
    timer = undefined
    // A loss after the start of this run may be missing in its result.
    if (isRunning) return soon()
    isRunning = true
    try {
      await act()
    } catch (error) {
      log.warn({ err: error, what }, 'catching up after a reconnect failed')
      soon()
    } finally {
      isRunning = false
    }
  }

  bus.onReconnected(soon)
}
