/* Estimates the server's clock from round trips. It reads only the monotonic clock it is given (`performance.now`), so a changed wall
   clock has no effect. */

/** One round trip: the server's clock was `offset` ahead of ours, somewhere between these bounds. */
type Sample = { atMs: number; lowMs: number; highMs: number }

const KEPT = 64
/** How fast two clocks may drift apart before the drift is known. */
const UNKNOWN_DRIFT = 200e-6
const REMAINING_DRIFT = 40e-6
/** Drift is estimated over at least this time; a shorter span measures the network. */
const DRIFT_SPAN_MS = 120_000
const MAX_DRIFT = 500e-6

/** Round trips at a start, then until the drift is known, then now and again. */
const BURST = { count: 8, everyMs: 120 }
const DRIFTING = { count: BURST.count + DRIFT_SPAN_MS / 10_000 + 4, everyMs: 10_000 }
export const STEADY_PING_MS = 30_000

/** The time from this round trip to the next one. @param count how many there were since the start or the last connection */
export const pingDelayMs = (count: number): number =>
  count < BURST.count ? BURST.everyMs : count < DRIFTING.count ? DRIFTING.everyMs : STEADY_PING_MS

/**
 * Every round trip bounds the offset: the server answered after we sent and before we received. The intersection of all bounds is
 * tighter than the best single round trip, because the fastest request and the fastest response may be in different round trips.
 */
export function createServerClock(nowMs: () => number) {
  let samples: Sample[] = []
  let drift = 0
  let latest = Number.NEGATIVE_INFINITY

  /** The middle of all bounds at this local time, each widened by the drift that its age allows. */
  function offsetAt(atMs: number, from: readonly Sample[]): number {
    const unknown = drift === 0 ? UNKNOWN_DRIFT : REMAINING_DRIFT
    let low = Number.NEGATIVE_INFINITY
    let high = Number.POSITIVE_INFINITY
    for (const sample of from) {
      const age = atMs - sample.atMs
      low = Math.max(low, sample.lowMs + drift * age - unknown * Math.abs(age))
      high = Math.min(high, sample.highMs + drift * age + unknown * Math.abs(age))
    }
    return (low + high) / 2
  }

  function estimateDrift(): void {
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last || last.atMs - first.atMs < DRIFT_SPAN_MS) return
    const third = Math.floor(samples.length / 3)
    const [early, late] = [samples.slice(0, third), samples.slice(-third)]
    const [start, end] = [meanOf(early), meanOf(late)]
    if (third < 4 || end.atMs <= start.atMs) return
    drift = Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, (end.offset - start.offset) / (end.atMs - start.atMs)))
  }

  return {
    /** Adds a round trip. @param sentMs and receivedMs local times @param serverMs the server's time in the answer */
    add(sentMs: number, receivedMs: number, serverMs: number): void {
      const sample = { atMs: receivedMs, lowMs: serverMs - receivedMs, highMs: serverMs - sentMs }
      const offset = offsetAt(receivedMs, samples)
      // The server's clock was set, or another server answers: earlier round trips say nothing any more.
      const isClockJump = sample.lowMs > offset + 1_000 || sample.highMs < offset - 1_000
      if (samples.length > 0 && isClockJump) {
        samples = []
        drift = 0
        latest = Number.NEGATIVE_INFINITY
      }
      samples = [...samples, sample].slice(-KEPT)
      estimateDrift()
    },
    isKnown: () => samples.length > 0,
    count: () => samples.length,
    /** The server's time in milliseconds. It never runs backwards, except after the server's clock was set. */
    now(): number {
      const local = nowMs()
      latest = Math.max(latest, local + offsetAt(local, samples))
      return latest
    },
  }
}

/** The mean offset of these round trips, and the mean of their times. */
function meanOf(samples: readonly Sample[]): { atMs: number; offset: number } {
  const low = Math.max(...samples.map(({ lowMs }) => lowMs))
  const high = Math.min(...samples.map(({ highMs }) => highMs))
  return { atMs: samples.reduce((sum, { atMs }) => sum + atMs, 0) / samples.length, offset: (low + high) / 2 }
}
