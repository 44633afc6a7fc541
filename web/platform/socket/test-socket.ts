import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import type { SocketEvents, SocketTransport } from './socket-link.ts'

export type Frame = { event: string; data: unknown }

/** The server's end of one socket. */
export type ServerEnd = {
  /** Frames that the client sent, oldest first. */
  sent: Frame[]
  /** The client's close frame; null while open. */
  closedByClient: { code: number; reason: string } | null
  /** Completes the handshake. */
  accept(): void
  send<F extends FrameDefinition>(frame: F, data: FrameData<F>): void
  sendText(text: string): void
  close(code: number, reason?: string): void
}

/** An in-memory transport: the test plays the server. */
export function testTransport() {
  const sockets: ServerEnd[] = []
  let onFrame: ((frame: Frame, socket: ServerEnd) => void) | null = null
  const transport: SocketTransport = (_address, events) => {
    const socket = serverEnd(events)
    sockets.push(socket)
    return {
      send(text) {
        const frame: Frame = JSON.parse(text)
        socket.sent.push(frame)
        onFrame?.(frame, socket)
      },
      close: (code, reason) => void (socket.closedByClient ??= { code, reason }),
    }
  }
  return {
    transport,
    sockets,
    /** The newest socket. */
    last: (): ServerEnd => {
      const socket = sockets.at(-1)
      if (!socket) throw new Error('no socket was opened')
      return socket
    },
    /** Answers every frame of every socket from now on. */
    answerWith(answer: (frame: Frame, socket: ServerEnd) => void) {
      onFrame = answer
    },
  }
}

function serverEnd(events: SocketEvents): ServerEnd {
  return {
    sent: [],
    closedByClient: null,
    accept: () => events.opened(),
    send: (frame, data) => events.text(JSON.stringify({ event: frame.event, data })),
    sendText: (text) => events.text(text),
    close: (code, reason = '') => events.closed(code, reason),
  }
}

/** Accepts the socket and confirms its user. */
export function welcome(socket: ServerEnd, uid: string): void {
  socket.accept()
  signIn(socket, uid)
}

/** Answers `auth`. */
export function signIn(socket: ServerEnd, uid: string): void {
  socket.send(platformFrames.authenticated, { uid, expires_at: '2026-11-20T13:00:00.000Z' })
}
