import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'

/** `maxWaiting`: how many tasks may wait for their turn. p-limit alone would queue them without end. */
type Options = { maxWaiting: number }

/**
 * Runs at most `concurrency` tasks at once; the others wait their turn.
 * For tasks that take a core or much memory (password hashes, pictures), so that a crowd can't stall everything else.
 * @example const limit = createConcurrencyLimit(2, { maxWaiting: 100 }); await limit(() => hash(password))
 * @throws AppError 'unavailable' when too many are waiting already
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
 * The same for each key. Inside a common limit it keeps one user's crowd from taking every place.
 * @example const limit = createKeyedConcurrencyLimit(2, { maxWaiting: 100 }); await limit(uid, () => fetch(address))
 * @throws AppError 'unavailable' when too many are waiting already under this key
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
