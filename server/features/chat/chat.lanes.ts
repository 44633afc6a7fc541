/**
 * Runs work of one key strictly in the order of the calls, each after the one before has ended; keys don't wait for each other.
 * A failure is its own caller's and stops nobody.
 */
export function createLanes(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<void>>()
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work)
    const tail = result.then(nothing, nothing).then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    tails.set(key, tail)
    return result
  }
}

function nothing(): void {}
