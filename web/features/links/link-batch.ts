/* Cards of one page are asked for together: a feed of twenty links is one request. */

type Waiting<T> = { resolve: (found: T | null) => void; reject: (error: unknown) => void }

export type BatchOptions<T> = {
  /** Asks for several at once; what it leaves out is null. */
  ask: (links: string[]) => Promise<readonly (T & { link: string })[]>
  most: number
  /** How long to wait for others, in milliseconds. */
  waitMs: number
}

/** Gives a function that asks for one; those asked for within `waitMs` go together, each once. */
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
