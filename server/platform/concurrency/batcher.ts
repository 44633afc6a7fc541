/**
 * Collects calls while an earlier batch is running, so that many calls cost one query. One batch runs at a time.
 * Calls with the same key become one, combined by `merge`. Each caller gets the answer for its key, or the error of its batch.
 * DataLoader has neither `merge` nor one batch at a time (decision 0034).
 */
export function createBatcher<T, R>(options: {
  keyOf: (item: T) => string
  merge?: (a: T, b: T) => T
  /** Handles items with different keys, and answers by key. */
  run: (items: readonly T[]) => Promise<ReadonlyMap<string, R>>
  maxBatch?: number
}) {
  const { keyOf, merge = (value: T) => value, run, maxBatch = 500 } = options
  let waiting = new Map<string, { item: T; done: PromiseWithResolvers<R | undefined> }>()
  let running: Promise<void> | null = null

  async function runBatches(): Promise<void> {
    while (waiting.size > 0) {
      const all = [...waiting]
      const batch = all.slice(0, maxBatch)
      // A new map: one that is emptied again and again keeps growing inside V8.
      waiting = new Map(all.slice(maxBatch))
      try {
        const results = await run(batch.map(([, { item }]) => item))
        for (const [key, { done }] of batch) done.resolve(results.get(key))
      } catch (error) {
        for (const [, { done }] of batch) done.reject(error)
      }
    }
    running = null
  }

  return function add(item: T): Promise<R | undefined> {
    const key = keyOf(item)
    const earlier = waiting.get(key)
    const entry = { item: earlier ? merge(earlier.item, item) : item, done: earlier?.done ?? Promise.withResolvers<R | undefined>() }
    waiting.set(key, entry)
    running ??= Promise.resolve().then(runBatches)
    return entry.done.promise
  }
}
