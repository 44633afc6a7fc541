import type { Timers } from './socket-link.ts'

/** Time for tests: stands still until told to pass. */
export function testClock(startMs = Date.UTC(2026, 10, 20, 12)) {
  let nowMs = startMs
  let wrongByMs = 0
  let nextKey = 1
  const waiting = new Map<number, { run: () => void; atMs: number }>()
  const timers: Timers = {
    set(run, ms) {
      const key = nextKey++
      waiting.set(key, { run, atMs: nowMs + Math.max(0, ms) })
      return key
    },
    // Only keys that `set` gave out come back; anything else is no timer.
    clear: (key) => void (typeof key === 'number' && waiting.delete(key)),
  }

  return {
    timers,
    nowMs: () => nowMs + wrongByMs,
    /** Somebody sets the clock of the machine; what waits is not moved by that. */
    jump: (byMs: number) => void (wrongByMs += byMs),
    /** Milliseconds until the next timer, or null when none waits. */
    next: () => (waiting.size === 0 ? null : Math.min(...[...waiting.values()].map(({ atMs }) => atMs)) - nowMs),
    /** Lets time pass, runs what falls due in order, and lets promises settle after each. */
    async pass(ms: number): Promise<void> {
      const untilMs = nowMs + ms
      await settle()
      for (;;) {
        const [due] = [...waiting].filter(([, { atMs }]) => atMs <= untilMs).toSorted(([, one], [, two]) => one.atMs - two.atMs)
        if (!due) break
        const [key, { run, atMs }] = due
        waiting.delete(key)
        nowMs = atMs
        run()
        await settle()
      }
      nowMs = untilMs
    },
  }
}

/** Lets every promise that is ready run, and what they make ready in turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
