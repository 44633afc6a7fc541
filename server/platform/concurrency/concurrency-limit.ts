import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'

/** `maxWaiting`: the length of the queue. p-limit alone would queue without a limit. */
type Options = { maxWaiting: number }

/**
 * Runs at most `concurrency` tasks at once; the others wait.
 * For tasks that need a core or much memory (password hashes, pictures), so that a burst can't stall the server.
 * @example const limit = createConcurrencyLimit(2, { maxWaiting: 100 }); await limit(() => hash(password))
 * @throws AppError 'unavailable' when too many tasks are waiting
 */
export function createConcurrencyLimit(concurrency: number, { maxWaiting }: Options): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency)
  return async (task) => {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxWaiting)
      throw new AppError('unavailable', { waiting: limit.pendingCount })
    return limit(task)
  }
}

/**
 * The same for each key. Inside a common limit, it keeps one user from taking all slots.
 * @example const limit = createKeyedConcurrencyLimit(2, { maxWaiting: 100 }); await limit(uid, () => fetch(address))
 * @throws AppError 'unavailable' when too many tasks of this key are waiting
 */
export function createKeyedConcurrencyLimit(concurrency: number, options: Options): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, { limit: ReturnType<typeof createConcurrencyLimit>; tasks: number }>()
  return async (key, task) => {
    const entry = limits.get(key) ?? { limit: createConcurrencyLimit(concurrency, options), tasks: 0 }
    limits.set(key, entry)
    entry.tasks++
    try {
      return await entry.limit(task)
    } finally {
      if (--entry.tasks === 0) limits.delete(key)
    }
  }
}
