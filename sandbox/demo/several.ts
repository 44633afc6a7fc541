import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'

/** Enough to keep both the database and this process busy. */
const CONCURRENCY = 12

/** Runs this for all of them, several at a time; the results are in the order of `all`. */
export function several<T, R>(all: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const limit = createConcurrencyLimit(CONCURRENCY, { maxWaiting: all.length })
  return Promise.all(all.map((value) => limit(() => work(value))))
}
