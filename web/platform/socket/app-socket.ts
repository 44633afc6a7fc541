import { SOCKET_PATH } from '#contract/socket.ts'
import { sessionToken } from '../session-token.ts'
import { browserTimers, createSocketLink, type SocketTransport } from './socket-link.ts'

const browserTransport: SocketTransport = (address, events) => {
  const socket = new WebSocket(address)
  socket.onopen = () => events.opened()
  // Our server only sends text frames.
  socket.onmessage = ({ data }) => typeof data === 'string' && events.text(data)
  socket.onclose = ({ code, reason }) => events.closed(code, reason)
  return { send: (text) => socket.send(text), close: (code, reason) => socket.close(code, reason) }
}

/** The app's single socket. `live.ts` starts and stops it. */
export const socketLink = createSocketLink({
  address: `${location.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`,
  transport: browserTransport,
  getToken: sessionToken,
  nowMs: Date.now,
  timers: browserTimers,
  random: Math.random,
})
