import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'

/** One open socket of a person. */
export type SocketPeer = {
  readonly id: string
  readonly uid: Uid
  send<F extends FrameDefinition>(frame: F, data: FrameData<F>): void
}

export type SocketRoute = { frame: FrameDefinition; handle: (data: unknown, peer: SocketPeer) => Promise<void> | void }

/**
 * Binds a client frame to the code that takes it. The socket server has parsed `data` and knows who sent it.
 * A thrown AppError goes back as an `error` frame.
 * @example on(chatFrames.typing, (data, peer) => chat.typing(peer.uid, data.chat_id))
 */
export function on<F extends FrameDefinition>(
  frame: F,
  handle: (data: FrameData<F>, peer: SocketPeer) => Promise<void> | void,
): SocketRoute {
  // The socket server parses with this very frame's schema before it calls `handle`.
  return { frame, handle: handle as SocketRoute['handle'] }
}

/** Sends frames to people wherever their sockets are: this process and, by the bus, the others. */
export type SocketHub = {
  /** To every socket of these people. `except` leaves one socket out (the one that caused it). Never throws. */
  send<F extends FrameDefinition>(uids: readonly Uid[], frame: F, data: FrameData<F>, except?: SocketPeer): void
  /** Whether this process holds a socket of that person. */
  isHere(uid: Uid): boolean
  /** Closes every socket of a person on all processes, or those of the one sign-in that began at `authTimeMs`. */
  disconnect(uid: Uid, code: number, reason: string, authTimeMs?: number | null): void
}
