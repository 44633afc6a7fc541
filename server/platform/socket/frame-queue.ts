import type { Log } from '../observability/log.ts'

/** The limit of one socket: several of the largest frames, or seconds of small ones. */
const MAX_WAITING_BYTES = 256 * 1024
const MAX_WAITING_FRAMES = 100

export type FrameSource = { pause(): void; resume(): void }

/**
 * Handles the frames of one socket one at a time, in order; with nothing pending, at once. Waiting frames take memory: pauses the source
 * when there are too many, and resumes it when half of them are done.
 */
export class FrameQueue {
  readonly #source: FrameSource
  readonly #log: Log
  /** Ends with the last frame; null with nothing pending. */
  #last: Promise<void> | null = null
  #frames = 0
  #bytes = 0
  #isPaused = false

  constructor(source: FrameSource, log: Log) {
    this.#source = source
    this.#log = log
  }

  /** @param size bytes that the waiting frame takes in memory */
  add(size: number, handle: () => Promise<void> | void): void {
    if (!this.#last) return this.#follow(handle())
    this.#countIn(size)
    this.#follow(
      this.#last.then(() => {
        this.#countOut(size)
        return handle()
      }),
    )
  }

  #follow(handling: Promise<void> | void): void {
    if (!handling) return
    const settle = () => {
      if (this.#last === last) this.#last = null
    }
    const last: Promise<void> = handling.then(settle, (error: unknown) => {
      settle()
      this.#log.error({ err: error }, 'frame failed')
    })
    this.#last = last
  }

  #countIn(size: number): void {
    this.#frames++
    this.#bytes += size
    if (this.#isPaused || (this.#frames < MAX_WAITING_FRAMES && this.#bytes < MAX_WAITING_BYTES)) return
    this.#isPaused = true
    this.#source.pause()
  }

  #countOut(size: number): void {
    this.#frames--
    this.#bytes -= size
    if (!this.#isPaused || this.#frames > MAX_WAITING_FRAMES / 2 || this.#bytes > MAX_WAITING_BYTES / 2) return
    this.#isPaused = false
    this.#source.resume()
  }
}
