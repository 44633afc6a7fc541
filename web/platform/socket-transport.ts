import { SOCKET_PATH } from '#contract/socket.ts'

/** What happens on one socket. Nothing is called after `closed`. */
export type SocketEvents = { opened(): void; text(text: string): void; closed(code: number, reason: string): void }

/** One socket, open or on its way there. */
export type TransportSocket = { send(text: string): void; close(code: number, reason: string): void }

/** Opens sockets: the browser's in the app, a pair in memory in tests. */
export type SocketTransport = (address: string, events: SocketEvents) => TransportSocket

/** Sockets of the browser. */
export const browserTransport: SocketTransport = (address, events) => {
  const socket = new WebSocket(address)
  socket.onopen = () => events.opened()
  // Our server sends text only; anything else is not ours.
  socket.onmessage = ({ data }) => typeof data === 'string' && events.text(data)
  socket.onclose = ({ code, reason }) => events.closed(code, reason)
  return { send: (text) => socket.send(text), close: (code, reason) => socket.close(code, reason) }
}

/**
 * The socket's address at that origin: wss where the page is https.
 * @example socketAddress(location.origin)
 */
export function socketAddress(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}${SOCKET_PATH}`
}
