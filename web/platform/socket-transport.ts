import { SOCKET_PATH } from '#contract/socket.ts'

/** Events of one socket. `closed` is always the last. */
export type SocketEvents = { opened(): void; text(text: string): void; closed(code: number, reason: string): void }

/** A socket that is open or connecting. */
export type TransportSocket = { send(text: string): void; close(code: number, reason: string): void }

/** Opens sockets: the browser's in the app, an in-memory pair in tests. */
export type SocketTransport = (address: string, events: SocketEvents) => TransportSocket

/** The browser's sockets. */
export const browserTransport: SocketTransport = (address, events) => {
  const socket = new WebSocket(address)
  socket.onopen = () => events.opened()
  // Our server only sends text frames.
  socket.onmessage = ({ data }) => typeof data === 'string' && events.text(data)
  socket.onclose = ({ code, reason }) => events.closed(code, reason)
  return { send: (text) => socket.send(text), close: (code, reason) => socket.close(code, reason) }
}

/**
 * The socket address of an origin: wss where the page is https.
 * @example socketAddress(location.origin)
 */
export function socketAddress(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}${SOCKET_PATH}`
}
