import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'

/** Servers notice within some seconds of each other that they are joined again, and each says so: that is one reading. */
const GATHER_MS = 3_000
/** Over so long the servers spread, so that not all of them ask the store at one moment. */
const SPREAD_MS = 7_000

export type CatchUpOptions = {
  bus: Pick<Bus, 'onRejoined'>
  log: Log
  /** For the log: what is read again. */
  what: string
  /** Makes true again what is kept in memory. Doing it twice must be harmless. */
  act: () => Promise<void>
}

/** Does `act` some seconds after announcements may have been lost, once for all that come back together, and again until it works. */
export function catchUpWhenRejoined({ bus, log, what, act }: CatchUpOptions): void {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  function soon(): void {
    timer ??= setTimeout(() => void run(), GATHER_MS + Math.random() * SPREAD_MS).unref()
  }

  async function run(): Promise<void> {
    timer = undefined
    // What was lost after it began may be missing in what it has read already.
    if (isRunning) return soon()
    isRunning = true
    try {
      await act()
    } catch (error) {
      log.warn({ err: error, what }, 'what may have been missed could not be read again')
      soon()
    } finally {
      isRunning = false
    }
  }

  bus.onRejoined(soon)
}
