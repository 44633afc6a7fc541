import type { Uid } from '#contract/base/ids.ts'

/**
 * Sends messages between server processes. Nothing depends on delivery: the database is written first, and clients repair
 * gaps with their next read (they resume by sequence number).
 */
export interface Bus {
  /** Records how many sockets of `uid` this process has. With zero, the process gets no more deliveries for that user. */
  setSocketCount(uid: Uid, sockets: number): void
  /**
   * Counts the sockets of `uid` on the other running processes, after this process's own counts have reached them. Zero while
   * the bus is down. Never throws.
   */
  countSocketsElsewhere(uid: Uid): Promise<number>
  /** Sends `payload` to every other process that has a socket of one of `uids`. Best effort; never throws. */
  deliver(uids: readonly Uid[], payload: string): void
  /** Calls `listener` with each delivery from another process. */
  onDelivery(listener: (uids: readonly Uid[], payload: string) => void): void
  /** Publishes an announcement to every process, including this one, such as "sessions of X were revoked". At most 7,800 bytes. Best effort. */
  announce(topic: string, payload: string): void
  /** Like `announce`, but without this process. */
  announceToOthers(topic: string, payload: string): void
  onAnnouncement(topic: string, listener: (payload: string) => void): void
  /**
   * Increments a counter that all processes share; it restarts from zero after `windowMs`. Missing when there is only one
   * process. Returns null while the bus is down.
   */
  incrementSharedCounter?(key: string, windowMs: number): Promise<{ count: number; resetInMs: number } | null>
  /** Whether other processes can exist. */
  readonly isShared: boolean
  /** Whether the bus is connected to the other processes right now. */
  isUp(): boolean
  /**
   * Calls `listener` when this process or another one has reconnected. Messages since `since` may be lost, so data that is kept
   * up to date only by announcements must be loaded again.
   */
  onReconnected(listener: (since: Date) => void): void
  close(): Promise<void>
}
