import { AppError } from '#contract/errors.ts'

/** `total`: the bytes of all tasks together; `each`: those of one key, so that one user can't take everything. */
type Options = { total: number; each: number }

/**
 * Limits how many bytes running tasks use in memory. Nothing waits: a task that doesn't fit isn't started.
 * @example const limit = createByteLimit({ total: 64 * MB, each: 16 * MB }); await limit(uid, length, () => readFile(request))
 * @throws AppError 'rate_limited' when the tasks of this key use too much; 'unavailable' when all together do
 */
export function createByteLimit({ total, each }: Options): <T>(key: string, bytes: number, task: () => Promise<T>) => Promise<T> {
  const usedBytes = new Map<string, number>()
  let sum = 0
  return async (key, bytes, task) => {
    const own = usedBytes.get(key) ?? 0
    if (own + bytes > each) throw new AppError('rate_limited', { bytes: own })
    if (sum + bytes > total) throw new AppError('unavailable', { bytes: sum })
    sum += bytes
    usedBytes.set(key, own + bytes)
    try {
      return await task()
    } finally {
      sum -= bytes
      const left = (usedBytes.get(key) ?? 0) - bytes
      if (left > 0) usedBytes.set(key, left)
      else usedBytes.delete(key)
    }
  }
}
