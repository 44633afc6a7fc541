import type { Log } from '#server/platform/observability/log.ts'

/**
 * Work that must not show in the time of an answer: whether there is an account behind an address would be told by it.
 * A failure reaches the log; whoever asked simply asks again.
 */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>()
  return {
    run(what: string, work: () => Promise<void>): void {
      const done: Promise<void> = work()
        .catch((err: unknown) => log.error({ err }, what))
        .finally(() => running.delete(done))
      running.add(done)
    },
    /** Resolves when nothing runs any more. */
    async idle(): Promise<void> {
      while (running.size) await Promise.all(running)
    },
  }
}

export type Background = ReturnType<typeof createBackground>
