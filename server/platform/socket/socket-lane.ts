import type { Log } from '../observability/log.ts'

/** What may wait on one socket: several of the largest frames, or seconds of small ones. */
const MAX_WAITING_BYTES = 256 * 1024
const MAX_WAITING_FRAMES = 100

/**
 * Does one thing after the other, in the order given, and the first at once where nothing is under way. What waits is held in
 * memory, so `pause` is called when that becomes too much, and `resume` when half of it is done.
 */
export function createLane({ log, pause, resume }: { log: Log; pause: () => void; resume: () => void }) {
  /** What is under way, and behind it what came since. */
  let lane: Promise<void> | null = null
  let frames = 0
  let bytes = 0
  let isPaused = false

  function othersWaitFor(work: Promise<void> | void): void {
    if (!(work instanceof Promise)) return
    const mine = work
      .catch((error: unknown) => log.error({ err: error }, 'a frame failed'))
      .finally(() => {
        if (lane === mine) lane = null
      })
    lane = mine
  }

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

  /** @param size bytes that are held while the work waits */
  return function inTurn(size: number, work: () => Promise<void> | void): void {
    if (!lane) return othersWaitFor(work())
    hold(size)
    const before = lane
    othersWaitFor(
      before.then(() => {
        release(size)
        return work()
      }),
    )
  }
}
