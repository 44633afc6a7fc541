/**
 * Runs work of one key strictly in the order of the calls, each after the one before has ended; keys don't wait for each other.
 * Work that has nothing to wait for runs at once, and what it gives is no promise if it gave none.
 * A failure is its own caller's and stops nobody.
 */
export function createLanes(): <T>(key: string, work: () => T | Promise<T>) => T | Promise<T> {
  const tails = new Map<string, Promise<void>>()
  return (key, work) => {
    const before = tails.get(key)
    const working = before ? before.then(work) : work()
    if (!(working instanceof Promise)) return working
    const leave = () => {
      if (tails.get(key) === tail) tails.delete(key)
    }
    const tail: Promise<void> = working.then(leave, leave)
    tails.set(key, tail)
    return working
  }
}
