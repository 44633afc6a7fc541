/** Counts tasks that are not awaited, so that a shutdown or a test can wait until none is running. */
export function createTaskTracker() {
  let running = 0
  const waiting: (() => void)[] = []
  const isBusy = (): boolean => running > 0

  return {
    async track<T>(task: () => Promise<T>): Promise<T> {
      running++
      try {
        return await task()
      } finally {
        running--
        if (!isBusy()) for (const resolve of waiting.splice(0)) resolve()
      }
    },

    /** Resolves when no task is running. */
    async idle(): Promise<void> {
      while (isBusy()) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
