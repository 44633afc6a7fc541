import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { type WebSocket, WebSocketServer } from 'ws'
import { socketLimits, timings } from '#contract/limits.ts'
import { closeCodes, SOCKET_PATH } from '#contract/socket.ts'
import type { Bus } from '../bus/bus.ts'
import { catchUpWhenRejoined } from '../bus/catch-up.ts'
import { networkOf } from '../rate-limit/network.ts'
import { openSession, type OpenSession, type Session } from './socket-session.ts'
import type { SocketRoute } from './socket-route.ts'

export type SocketServerOptions = Pick<Session, 'hub' | 'authenticate' | 'log' | 'clock'> & {
  server: Server
  bus: Pick<Bus, 'isUp' | 'onRejoined'>
  routes: readonly SocketRoute[]
  isOwnHost: (host: string) => boolean
  /** Origins of pages that may open a socket; a request without Origin is no browser and may. */
  isOwnOrigin: (origin: string) => boolean
  /** Addresses and networks whose word counts on whom they pass on (`X-Forwarded-For`). */
  trustedProxies: readonly string[]
}

export type SocketServer = {
  /** Asks every client to come back later and waits for the last frame to leave, at most `graceMs`. */
  drain(graceMs: number): Promise<void>
  connections(): number
}

/** Each connection adds this to the time over which all come back after a restart, so that they don't all come at once. */
const SPREAD_MS_EACH = 0.5
const MAX_SPREAD_MS = 5_000
/** Unauthenticated sockets one network (`networkOf`) may hold at a time. */
const MAX_UNAUTHENTICATED = 50
/** After an outage of the bus so many sockets in so many milliseconds catch up: each then asks for half a dozen things. */
const CAUGHT_UP_AT_ONCE = 20
const CAUGHT_UP_EVERY_MS = 100

/**
 * The socket side of the server, on the HTTP server's `upgrade` event. A socket belongs to nobody until its first
 * `auth` frame was verified; then it gets the frames of that person and may send the frames that features registered.
 */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: socketLimits.frameBytes, perMessageDeflate: false })
  const routes = new Map(options.routes.map((it) => [it.frame.event, it]))
  const waiting = new Map<string, number>()
  const open = new Map<WebSocket, OpenSession>()
  const isTrusted = proxyAddr.compile([...options.trustedProxies])
  const isIsolated = (): boolean => !options.bus.isUp()
  let draining = false

  options.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node looks after this connection no more: one that breaks before it is a socket would end the process.
    stream.on('error', () => stream.destroy())
    const isOurs = request.url?.split('?')[0] === SOCKET_PATH
    // While developing the bundler has a socket of its own.
    if (!isOurs && options.server.listenerCount('upgrade') > 1) return
    const address = addressOf(request)
    const refusal = isOurs ? refuse(request, address) : '404 Not Found'
    if (refusal) return turnAway(stream, refusal)
    sockets.handleUpgrade(request, stream, head, (socket) => accept(socket, stream, address))
  })

  /** Whose connection it is: behind a proxy everybody's comes from the proxy. */
  const addressOf = (request: IncomingMessage) => (request.socket.remoteAddress ? networkOf(proxyAddr(request, isTrusted)) : '')

  function refuse(request: IncomingMessage, address: string): string | null {
    if (draining) return '503 Service Unavailable'
    if (!options.isOwnHost(request.headers.host ?? '')) return '421 Misdirected Request'
    if (request.headers.origin && !options.isOwnOrigin(request.headers.origin)) return '403 Forbidden'
    if ((waiting.get(address) ?? 0) >= MAX_UNAUTHENTICATED) return '429 Too Many Requests'
    return null
  }

  function accept(socket: WebSocket, stream: Duplex, address: string): void {
    waiting.set(address, (waiting.get(address) ?? 0) + 1)
    let counted = true
    const settle = () => {
      if (!counted) return
      counted = false
      const left = (waiting.get(address) ?? 1) - 1
      if (left > 0) waiting.set(address, left)
      else waiting.delete(address)
    }
    socket.once('close', () => {
      open.delete(socket)
      settle()
    })
    open.set(socket, openSession({ ...options, id: randomUUID(), socket, stream, routes, isIsolated, onAuthenticated: settle }))
  }

  async function catchUp(): Promise<void> {
    for (const [at, session] of [...open.values()].entries()) {
      if (at % CAUGHT_UP_AT_ONCE === 0) await new Promise<void>((resolve) => setTimeout(resolve, CAUGHT_UP_EVERY_MS).unref())
      void session.catchUp()
    }
  }
  catchUpWhenRejoined({ bus: options.bus, log: options.log, what: 'open sockets', act: catchUp })

  return {
    connections: () => open.size,
    async drain(graceMs) {
      draining = true
      const spreadMs = Math.min(MAX_SPREAD_MS, open.size * SPREAD_MS_EACH)
      for (const socket of open.keys()) socket.close(closeCodes.restarting, `restarting; retry-after-ms=${comeBackIn(spreadMs)}`)
      const closed = Promise.all([...open.keys()].map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))))
      const timer = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([closed, timer])
      for (const socket of open.keys()) socket.terminate()
    },
  }
}

function turnAway(stream: Duplex, refusal: string): void {
  // Whoever does not close their side of it must not keep ours.
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function comeBackIn(spreadMs: number): number {
  return timings.reconnectDelayMs + Math.round(Math.random() * spreadMs)
}
