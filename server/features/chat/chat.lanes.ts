/**
 * Runs work of one key strictly in the order of the calls, each after the one before has ended; keys don't wait for each other.
 * A failure is its own caller's and stops nobody.
 */
export function createLanes(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<void>>()
  return async (key, work) => {
    const before = tails.get(key)
    const { promise: mine, resolve: leave } = Promise.withResolvers<void>()
    tails.set(key, mine)
    await before
    try {
      return await work()
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
      leave()
    }
  }
}
