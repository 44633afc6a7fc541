/* Batches the link cards of a page: a feed of twenty links sends one request. */

type Waiting<T> = { resolve: (found: T | null) => void; reject: (error: unknown) => void }

export type BatchOptions<T> = {
  /** Requests several at once; missing ones become null. */
  ask: (links: string[]) => Promise<readonly (T & { link: string })[]>
  most: number
  /** How long to wait for more requests, in milliseconds. */
  waitMs: number
}

/** Returns a function that requests one item; calls within `waitMs` are batched without duplicates. */
export function createBatch<T>({ ask, most, waitMs }: BatchOptions<T>): (link: string) => Promise<T | null> {
  let waiting = new Map<string, Waiting<T>[]>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function leave(): void {
    const now = [...waiting]
    waiting = new Map()
    if (timer !== null) clearTimeout(timer)
    timer = null
    for (let at = 0; at < now.length; at += most) void settle(now.slice(at, at + most))
  }

  async function settle(asked: [link: string, waiting: Waiting<T>[]][]): Promise<void> {
    try {
      const found = new Map((await ask(asked.map(([link]) => link))).map((one) => [one.link, one]))
      for (const [link, them] of asked) for (const { resolve } of them) resolve(found.get(link) ?? null)
    } catch (error) {
      for (const [, them] of asked) for (const { reject } of them) reject(error)
    }
  }

  return (link) =>
    new Promise((resolve, reject) => {
      waiting.set(link, [...(waiting.get(link) ?? []), { resolve, reject }])
      if (waiting.size >= most) leave()
      else timer ??= setTimeout(leave, waitMs)
    })
}
