import type { Uid } from '#contract/base/ids.ts'

/**
 * What server processes tell each other. Never the truth: everything that matters is in the store before it comes here,
 * and losing any of it is repaired by the next read (clients resume by sequence).
 */
export interface Bus {
  /** Notes how many sockets of `uid` this process holds; with none it is delivered nothing for them any more. */
  hold(uid: Uid, sockets: number): void
  /**
   * How many sockets of `uid` the other living processes hold, asked after what was noted here is known to them. While the bus
   * is down: none. Never throws.
   */
  heldElsewhere(uid: Uid): Promise<number>
  /** Hands `payload` to every other process that holds a socket of one of `uids`. Best effort, never throws. */
  deliver(uids: readonly Uid[], payload: string): void
  /** Called with what other processes deliver here. */
  onDelivery(listener: (uids: readonly Uid[], payload: string) => void): void
  /** Tells every process, this one included, a fact such as "sessions of X were revoked". Best effort. */
  announce(topic: string, payload: string): void
  /** As `announce`, without this process: for whoever has done here already what the others must do. */
  announceElsewhere(topic: string, payload: string): void
  onAnnouncement(topic: string, listener: (payload: string) => void): void
  /**
   * Counts one more under `key` over all processes, from zero after `windowMs`. Left out where one process runs. Null while the
   * bus is down.
   */
  countTogether?(key: string, windowMs: number): Promise<{ count: number; resetInMs: number } | null>
  /** Whether there may be other processes at all. */
  readonly isShared: boolean
  /** Whether the bus reaches the other processes right now. */
  isUp(): boolean
  /**
   * Calls `listener` each time this process, or another one, reaches the others again after it did not: what was told since then,
   * and in the seconds until that was noticed, may be lost. Whoever keeps something in memory by announcements alone reads it again.
   */
  onRejoined(listener: (since: Date) => void): void
  close(): Promise<void>
}
