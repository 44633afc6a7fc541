import { createTaskTracker } from '#server/platform/concurrency/task-tracker.ts'
import type { Log } from '#server/platform/observability/log.ts'

/**
 * Tasks that an answer does not wait for: their duration would reveal whether an address has an account.
 * An error reaches the log only; the user can ask again.
 */
export function createBackground(log: Log) {
  const tasks = createTaskTracker()
  return {
    run(what: string, task: () => Promise<void>): void {
      void tasks.track(() => task().catch((err: unknown) => log.error({ err }, what)))
    },
    /** Resolves when no task is running. */
    idle: tasks.idle,
  }
}

export type Background = ReturnType<typeof createBackground>
