import { AppError } from '#contract/errors.ts'

/**
 * Lets `running` pieces of work run at once; the next ones wait their turn, at most `waiting` of them.
 * For work that takes a core or much memory (password hashes, pictures), so that a crowd can't stall everything else.
 * @example const inTurn = atMost(2, { waiting: 100 }); await inTurn(() => hash(password))
 * @throws AppError 'unavailable' when too many wait already
 */
export function atMost(running: number, { waiting }: { waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let active = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (active < running) active++
    else {
      if (queue.length >= waiting) throw new AppError('unavailable', { waiting: queue.length })
      // Whoever finishes hands its place over, so `active` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active--
    }
  }
}

/**
 * The same for each `key` by itself. Around an `atMost` for everybody it keeps one person's crowd from taking all of its places:
 * whoever asks next waits behind `running` pieces of it at most.
 * @example const inTurn = atMostEach(2, { waiting: 100 }); await inTurn(uid, () => fetch(address))
 * @throws AppError 'unavailable' when too many wait already under this key
 */
export function atMostEach(running: number, { waiting }: { waiting: number }): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, { inTurn: ReturnType<typeof atMost>; inside: number }>()
  return async (key, work) => {
    const lane = lanes.get(key) ?? { inTurn: atMost(running, { waiting }), inside: 0 }
    lanes.set(key, lane)
    lane.inside++
    try {
      return await lane.inTurn(work)
    } finally {
      if (--lane.inside === 0) lanes.delete(key)
    }
  }
}
