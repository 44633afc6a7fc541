import { createKeyedQueue } from '../concurrency/keyed-queue.ts'
import type { Log } from '../observability/log.ts'

/** The queue limit of one socket: several of the largest frames, or seconds of small ones. */
const MAX_WAITING_BYTES = 256 * 1024
const MAX_WAITING_FRAMES = 100

/**
 * Handles the frames of one socket one at a time, in order. Waiting frames take memory: calls `pause` when there are too many,
 * and `resume` when half of them are done.
 */
export function createFrameQueue({ log, pause, resume }: { log: Log; pause: () => void; resume: () => void }) {
  const enqueue = createKeyedQueue()
  let frames = 0
  let bytes = 0
  let isPaused = false

  function hold(size: number): void {
    frames++
    bytes += size
    if (isPaused || (frames < MAX_WAITING_FRAMES && bytes < MAX_WAITING_BYTES)) return
    isPaused = true
    pause()
  }

  function release(size: number): void {
    frames--
    bytes -= size
    if (!isPaused || frames > MAX_WAITING_FRAMES / 2 || bytes > MAX_WAITING_BYTES / 2) return
    isPaused = false
    resume()
  }

  /** @param size bytes that the waiting frame takes in memory */
  return function add(size: number, handle: () => Promise<void> | void): void {
    let state: 'new' | 'waiting' | 'started' = 'new'
    const handling = enqueue('', () => {
      if (state === 'waiting') release(size)
      state = 'started'
      return handle()
    })
    if (state === 'new') {
      state = 'waiting'
      hold(size)
    }
    if (handling instanceof Promise) handling.catch((error: unknown) => log.error({ err: error }, 'frame failed'))
  }
}
