/**
 * Gathers wishes while the ones before are being carried out, so that many cost one act. Wishes with the same key become one.
 * Each caller gets the answer for its key, or the failure of the act it was part of.
 * @param options.atMost wishes in one act; the others wait for the next
 */
export function createGather<T, R>(options: {
  keyOf: (wish: T) => string
  join?: (one: T, another: T) => T
  /** Carries out wishes with different keys, and answers by key. */
  act: (wishes: readonly T[]) => Promise<ReadonlyMap<string, R>>
  atMost?: number
}) {
  const { keyOf, join = (one: T) => one, act, atMost = 500 } = options
  let waiting = new Map<string, { wish: T; done: PromiseWithResolvers<R | undefined> }>()
  let lane: Promise<void> | null = null

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const all = [...waiting]
      const round = all.slice(0, atMost)
      // A new one: a map that is emptied again and again leaves a trail of its earlier contents, which grows old with the first of them.
      waiting = new Map(all.slice(atMost))
      try {
        const answers = await act(round.map(([, { wish }]) => wish))
        for (const [key, { done }] of round) done.resolve(answers.get(key))
      } catch (error) {
        // Each caller hears of it and decides.
        for (const [, { done }] of round) done.reject(error)
      }
    }
    lane = null
  }

  return function gather(wish: T): Promise<R | undefined> {
    const key = keyOf(wish)
    const before = waiting.get(key)
    const entry = { wish: before ? join(before.wish, wish) : wish, done: before?.done ?? Promise.withResolvers<R | undefined>() }
    waiting.set(key, entry)
    lane ??= Promise.resolve().then(run)
    return entry.done.promise
  }
}
