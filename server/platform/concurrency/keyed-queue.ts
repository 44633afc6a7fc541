/**
 * Runs the tasks of one key one after the other, in the order of the calls; keys don't wait for each other.
 * A task that finds its queue empty runs at once, and its result is a promise only if the task returned one: a library's
 * promise would cost each chat message and socket frame a turn of the loop (decision 0034).
 * An error reaches its own caller only.
 */
export function createKeyedQueue(): <T>(key: string, task: () => T | Promise<T>) => T | Promise<T> {
  const tails = new Map<string, Promise<void>>()
  return (key, task) => {
    const before = tails.get(key)
    const running = before ? before.then(task) : task()
    if (!(running instanceof Promise)) return running
    const leave = () => {
      if (tails.get(key) === tail) tails.delete(key)
    }
    const tail: Promise<void> = running.then(leave, leave)
    tails.set(key, tail)
    return running
  }
}
