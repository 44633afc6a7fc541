import type { WebSocket } from 'ws'
import { timings } from '#contract/limits.ts'

/** Pings a silent client and terminates a connection that does not answer. */
export class Heartbeat {
  readonly #socket: WebSocket
  readonly #timer: NodeJS.Timeout
  #isAlive = true
  #beats = 0
  #responseTimer: NodeJS.Timeout | undefined

  /** @param onSecondBeat called at half the rate, because it queries the database */
  constructor(socket: WebSocket, onSecondBeat: () => void) {
    this.#socket = socket
    this.#timer = setInterval(() => {
      if (++this.#beats % 2 === 0) onSecondBeat()
      this.#beat()
    }, timings.heartbeatMs).unref()
  }

  markAlive(): void {
    this.#isAlive = true
  }

  stop(): void {
    clearTimeout(this.#responseTimer)
    clearInterval(this.#timer)
  }

  #beat(): void {
    if (this.#isAlive) return void (this.#isAlive = false)
    // The frames of a paused socket are not read.
    if (this.#socket.isPaused) return
    this.#socket.ping()
    const check = () => void (this.#isAlive || this.#socket.isPaused || this.#socket.terminate())
    this.#responseTimer = setTimeout(check, timings.pongTimeoutMs)
  }
}
