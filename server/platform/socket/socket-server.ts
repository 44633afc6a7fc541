import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { type WebSocket, WebSocketServer } from 'ws'
import { socketLimits, timings } from '#contract/limits.ts'
import { closeCodes, SOCKET_PATH } from '#contract/socket.ts'
import type { Bus } from '../bus/bus.ts'
import { catchUpAfterReconnect } from '../bus/catch-up.ts'
import { networkOf } from '../rate-limit/network.ts'
import { type SessionOptions, SocketSession } from './socket-session.ts'
import type { SocketRoute } from './socket-route.ts'

export type SocketServerOptions = Pick<SessionOptions, 'hub' | 'authenticate' | 'log' | 'clock'> & {
  server: Server
  bus: Pick<Bus, 'isUp' | 'onReconnected'>
  routes: readonly SocketRoute[]
  isOwnHost: (host: string) => boolean
  /** Origins of pages that may open a socket. Clients without Origin are not browsers and may. */
  isOwnOrigin: (origin: string) => boolean
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[]
}

export type SocketServer = {
  /** Asks every client to reconnect later and waits at most `graceMs` for the last frames to leave. */
  drain(graceMs: number): Promise<void>
  connections(): number
}

/** Each connection adds this to the time over which clients reconnect after a restart, so that they don't all come at once. */
const SPREAD_MS_EACH = 0.5
const MAX_SPREAD_MS = 5_000
/** Unauthenticated sockets per network (`networkOf`). */
const MAX_UNAUTHENTICATED = 50
/** After an outage of the bus, this many sockets at a time catch up: each client then sends half a dozen requests. */
const CAUGHT_UP_AT_ONCE = 20
const CAUGHT_UP_EVERY_MS = 100

/**
 * The WebSocket server, on the HTTP server's `upgrade` event. A socket is anonymous until its first `auth` frame is verified.
 * Then it receives the frames of that user, and may send the frames that features registered.
 */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  /** How many sockets of a network are unauthenticated. */
  const waiting = new Map<string, number>()
  const unauthenticated = new Set<SocketSession>()
  const open = new Set<SocketSession>()
  const isTrusted = proxyAddr.compile([...options.trustedProxies])
  let draining = false
  const forSessions: SessionOptions = {
    hub: options.hub,
    authenticate: options.authenticate,
    log: options.log,
    clock: options.clock,
    frameRate: { perSecond: socketLimits.framesPerSecond, burst: socketLimits.framesPerSecond * 3, clock: options.clock },
    routes: new Map(options.routes.map((route) => [route.frame.event, route])),
    isIsolated: () => !options.bus.isUp(),
    onAuthenticated: stopCounting,
    onClosed(session) {
      open.delete(session)
      stopCounting(session)
    },
  }

  options.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node no longer handles errors of this connection: without a listener they would end the process.
    stream.on('error', destroy)
    const isOurs = request.url?.split('?')[0] === SOCKET_PATH
    // In development, the bundler has its own socket.
    if (!isOurs && options.server.listenerCount('upgrade') > 1) return
    const address = addressOf(request)
    const rejection = isOurs ? checkUpgrade(request, address) : '404 Not Found'
    if (rejection) return rejectUpgrade(stream, rejection)
    sockets.handleUpgrade(request, stream, head, (socket) => accept(socket, stream, address))
  })

  /** The client's address; behind a trusted proxy, the address that it forwards. */
  const addressOf = (request: IncomingMessage) => (request.socket.remoteAddress ? networkOf(proxyAddr(request, isTrusted)) : '')

  /** Returns the HTTP status line of a rejection, or null. */
  function checkUpgrade(request: IncomingMessage, address: string): string | null {
    if (draining) return '503 Service Unavailable'
    if (!options.isOwnHost(request.headers.host ?? '')) return '421 Misdirected Request'
    if (request.headers.origin && !options.isOwnOrigin(request.headers.origin)) return '403 Forbidden'
    if ((waiting.get(address) ?? 0) >= MAX_UNAUTHENTICATED) return '429 Too Many Requests'
    return null
  }

  function accept(socket: WebSocket, stream: Duplex, address: string): void {
    // `ws` listens from here on.
    stream.off('error', destroy)
    const session = new SocketSession(forSessions, { socket, stream, address })
    open.add(session)
    unauthenticated.add(session)
    waiting.set(address, (waiting.get(address) ?? 0) + 1)
  }

  function stopCounting(session: SocketSession): void {
    if (!unauthenticated.delete(session)) return
    const left = (waiting.get(session.address) ?? 1) - 1
    if (left > 0) waiting.set(session.address, left)
    else waiting.delete(session.address)
  }

  async function catchUp(): Promise<void> {
    for (const [index, session] of [...open].entries()) {
      if (index % CAUGHT_UP_AT_ONCE === 0) await new Promise<void>((resolve) => setTimeout(resolve, CAUGHT_UP_EVERY_MS).unref())
      void session.catchUp()
    }
  }
  catchUpAfterReconnect({ bus: options.bus, log: options.log, what: 'open sockets', run: catchUp })

  return {
    connections: () => open.size,
    async drain(graceMs) {
      draining = true
      const spreadMs = Math.min(MAX_SPREAD_MS, open.size * SPREAD_MS_EACH)
      for (const session of open) session.close(closeCodes.restarting, `restarting; retry-after-ms=${reconnectDelay(spreadMs)}`)
      const closed = Promise.all([...open].map((session) => session.closed()))
      const timer = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([closed, timer])
      for (const session of open) session.terminate()
    },
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}

function rejectUpgrade(stream: Duplex, status: string): void {
  // A client that does not close its side must not keep ours open.
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function reconnectDelay(spreadMs: number): number {
  return timings.reconnectDelayMs + Math.round(Math.random() * spreadMs)
}
