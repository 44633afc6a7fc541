import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'

export type SocketPeer = {
  readonly uid: Uid
  send<F extends FrameDefinition>(frame: F, data: FrameData<F>): void
}

export type SocketRoute = { frame: FrameDefinition; handle: (data: unknown, peer: SocketPeer) => Promise<void> | void }

/**
 * Binds a client frame to its handler. The socket server has parsed `data` and authenticated the sender.
 * A thrown AppError is sent back as an `error` frame.
 * @example on(chatFrames.typing, (data, peer) => chat.typing(peer.uid, data.chat_id))
 */
export function on<F extends FrameDefinition>(
  frame: F,
  handle: (data: FrameData<F>, peer: SocketPeer) => Promise<void> | void,
): SocketRoute {
  // The socket server parses with this frame's schema before it calls `handle`.
  return { frame, handle: handle as SocketRoute['handle'] }
}

/** Sends frames to users, on this process and over the bus on the others. */
export type SocketHub = {
  /** Sends to every socket of these users. `except` skips one socket (the sender's). Never throws. */
  send<F extends FrameDefinition>(uids: readonly Uid[], frame: F, data: FrameData<F>, except?: SocketPeer): void
  /** Whether this process has a socket of that user. */
  isConnectedHere(uid: Uid): boolean
  /** Closes the sockets of a user on all processes; with `authTimeMs`, only those of that session. */
  disconnect(uid: Uid, code: number, reason: string, authTimeMs?: number | null): void
}
