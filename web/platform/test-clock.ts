import type { Timers } from './socket/socket-link.ts'

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
    // Only keys from `set` identify timers.
    clear: (key) => void (typeof key === 'number' && waiting.delete(key)),
  }

  return {
    timers,
    nowMs: () => nowMs + wrongByMs,
    /** Changes the wall clock without running timers. */
    jump: (byMs: number) => void (wrongByMs += byMs),
    /** Milliseconds until the next timer, or null if there is none. */
    next: () => (waiting.size === 0 ? null : Math.min(...[...waiting.values()].map(({ atMs }) => atMs)) - nowMs),
    /** Advances the time, runs due timers in order, and settles promises after each. */
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

/** Settles all promises, including those they create. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
