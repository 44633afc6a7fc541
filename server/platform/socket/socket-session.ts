import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { AppError } from '#contract/errors.ts'
import { parseFrame, type FrameData, type FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { socketLimits, timings } from '#contract/limits.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import type { Clock } from '../clock.ts'
import type { Viewer } from '../http/route.ts'
import { isNestedTooDeep } from '../json-depth.ts'
import type { Log } from '../observability/log.ts'
import { TokenBucket, type TokenBucketOptions } from '../rate-limit/token-bucket.ts'
import { FrameQueue, type FrameSource } from './frame-queue.ts'
import { Heartbeat } from './heartbeat.ts'
import { frameText, type HubPeer, type LocalHub } from './socket-hub.ts'
import type { SocketRoute } from './socket-route.ts'

/** What all sockets of a server share. */
export type SessionOptions = {
  hub: LocalHub
  /** `recheck` checks the user and the session even when the token was verified a moment ago. */
  authenticate: (token: string, options?: { recheck: boolean }) => Promise<Viewer>
  /** Whether messages of other processes (a sign-out there) may not arrive right now. */
  isIsolated: () => boolean
  log: Log
  clock: Clock
  frameRate: TokenBucketOptions
  routes: ReadonlyMap<string, SocketRoute>
  onAuthenticated: (session: SocketSession) => void
  onClosed: (session: SocketSession) => void
}

export type Connection = {
  socket: WebSocket
  /** The connection under the socket. */
  stream: Pick<Duplex, 'cork' | 'uncork'>
  /** The client's address, as it is counted. */
  address: string
}

/** Sockets per user, over all devices. */
const MAX_SOCKETS_PER_USER = 20

type State =
  /** Waits for the first `auth` frame. */
  | { status: 'anonymous'; deadline: NodeJS.Timeout }
  /** Registered in the hub while the user's sockets are counted. */
  | { status: 'joining'; peer: HubPeer }
  | OpenState
  | { status: 'closed' }

type OpenState = {
  status: 'open'
  peer: HubPeer
  /** The latest valid token. */
  token: string
  expiresAtMs: number
  /** Sends `auth_expiring` at that time, and closes the socket a minute later. */
  expiryTimer: NodeJS.Timeout
  /** Whether the last check of the session failed, so that the next heartbeat repeats it. */
  needsRecheck: boolean
}

/** One socket from its upgrade to its end. Frames are handled one at a time, in order. Each object here takes memory 10,000 times. */
export class SocketSession implements FrameSource {
  readonly address: string
  readonly #options: SessionOptions
  readonly #socket: WebSocket
  readonly #stream: Connection['stream']
  readonly #frameRate: TokenBucket
  readonly #frames: FrameQueue
  readonly #heartbeat: Heartbeat
  #state: State
  #isCorked = false

  constructor(options: SessionOptions, { socket, stream, address }: Connection) {
    this.address = address
    this.#options = options
    this.#socket = socket
    this.#stream = stream
    this.#frameRate = new TokenBucket(options.frameRate)
    this.#frames = new FrameQueue(this, options.log)
    const deadline = setTimeout(() => socket.close(closeCodes.unauthenticated, 'auth expected'), timings.firstAuthFrameMs)
    this.#state = { status: 'anonymous', deadline }
    this.#heartbeat = new Heartbeat(socket, () => this.#recheckIfNeeded())

    socket.on('pong', () => this.#heartbeat.markAlive())
    socket.on('error', (error) => options.log.debug({ reason: error.message }, 'socket error'))
    socket.on('close', (code) => this.#end(code))
    socket.on('message', (raw, isBinary) => {
      this.#heartbeat.markAlive()
      if (!this.#frameRate.consume().isAllowed) return socket.close(closeCodes.tooFast, 'too many frames')
      this.#frames.add(sizeOf(raw), () => this.#handle(raw, isBinary))
    })
  }

  /** Closes a socket whose reader is too slow, because its frames would pile up in memory; it catches up after it reconnects. */
  sendText(text: string): void {
    if (!this.#isOpen()) return
    if (this.#socket.bufferedAmount > socketLimits.bufferedBytes) return this.close(closeCodes.slowReader, 'slow reader')
    // Frames of the same turn leave in one write: a separate write costs more than everything else about a small frame.
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#stream.cork()
      process.nextTick(uncork, this)
    }
    this.#socket.send(text)
  }

  uncork(): void {
    this.#isCorked = false
    this.#stream.uncork()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  closed(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('close', () => resolve()))
  }

  /** Ends the connection without waiting for the client. */
  terminate(): void {
    this.#socket.terminate()
  }

  /** While paused, the client's own buffers fill up and it notices that we are slow. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#heartbeat.markAlive()
    // The frames that were buffered during the pause arrive all at once.
    this.#frameRate.refillFully()
    this.#socket.resume()
  }

  /**
   * For the time after an outage of the bus, when frames and a sign-out elsewhere may be lost: checks the session and sends `authenticated`
   * again, which makes the client reload its data. Ignores anonymous sockets.
   */
  async catchUp(): Promise<void> {
    await this.#recheck()
    if (this.#state.status === 'open' && this.#isOpen()) sendAuthenticated(this.#state)
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #end(code: number): void {
    const state = this.#state
    this.#state = { status: 'closed' }
    this.#heartbeat.stop()
    if (state.status === 'anonymous') clearTimeout(state.deadline)
    if (state.status === 'open') clearTimeout(state.expiryTimer)
    const peer = state.status === 'open' || state.status === 'joining' ? state.peer : undefined
    if (peer) this.#options.hub.remove(peer)
    this.#options.onClosed(this)
    this.#options.log.debug({ uid: peer?.uid, code }, 'socket closed')
  }

  /** Never throws. Returns a promise only for a handler that is still running. */
  #handle(raw: RawData, isBinary: boolean): Promise<void> | void {
    if (!this.#isOpen()) return
    const frame = isBinary ? null : readFrame(raw)
    if (!frame) return this.#sendError(new AppError('invalid_input'), undefined)
    if (frame.event === platformFrames.auth.event) return this.#authenticate(frame.data)
    if (this.#state.status !== 'open') {
      this.#sendError(new AppError('unauthenticated'), undefined)
      return this.#socket.close(closeCodes.unauthenticated, 'auth expected')
    }
    if (frame.event === platformFrames.ping.event) return this.#state.peer.send(platformFrames.pong, {})
    return this.#route(frame, this.#state.peer)
  }

  #route({ event, data }: { event: string; data: unknown }, peer: HubPeer): Promise<void> | void {
    const route = this.#options.routes.get(event)
    const id = idOf(data)
    if (!route) return this.#sendError(new AppError('unknown_event'), id)
    const failed = (error: unknown) => {
      if (!(error instanceof AppError)) this.#options.log.error({ err: error, event }, 'frame failed')
      this.#sendError(error instanceof AppError ? error : new AppError('internal'), id)
    }
    try {
      const parsed = route.frame.data.safeParse(data)
      if (!parsed.success) return this.#sendError(new AppError('invalid_input', { event }), id)
      const work = route.handle(parsed.data, peer)
      return work instanceof Promise ? work.catch(failed) : undefined
    } catch (error) {
      return failed(error)
    }
  }

  async #authenticate(data: unknown): Promise<void> {
    const { hub, authenticate } = this.#options
    const socket = this.#socket
    const parsed = platformFrames.auth.data.safeParse(data)
    if (!parsed.success) return socket.close(closeCodes.unauthenticated, 'no token')
    // From here on the delay is the server's: when many clients reconnect at once, none is disconnected for waiting.
    if (this.#state.status === 'anonymous') clearTimeout(this.#state.deadline)
    let viewer: Viewer
    try {
      viewer = await authenticate(parsed.data.token)
    } catch (error) {
      const appError = error instanceof AppError ? error : new AppError('internal')
      this.#sendError(appError, undefined)
      return socket.close(appError.code === 'unauthenticated' ? closeCodes.unauthenticated : closeCodes.restarting, appError.code)
    }
    if (this.#state.status === 'open' && this.#state.peer.uid !== viewer.uid)
      return socket.close(closeCodes.unauthenticated, 'another person')
    if (viewer.isSuspended) return socket.close(closeCodes.unauthenticated, 'suspended')
    if (!viewer.hasProfile) return socket.close(closeCodes.unauthenticated, 'profile required')
    // Most frames change data.
    if (viewer.mustAcceptTerms) return socket.close(closeCodes.unauthenticated, 'terms changed')
    if (!this.#isOpen()) return
    const peer = this.#state.status === 'open' ? this.#state.peer : new Peer(this, viewer)
    if (this.#state.status !== 'open') {
      this.#state = { status: 'joining', peer }
      hub.add(peer)
      // Counted after adding: of many that arrive at once on several servers, not one too many stays.
      if ((await hub.countSockets(viewer.uid)) > MAX_SOCKETS_PER_USER) return socket.close(closeCodes.tooFast, 'too many sockets')
      if (!this.#isOpen()) return
    }
    this.#setOpen(peer, parsed.data.token, viewer)
    // The session may have ended between the lookup and `hub.add`, when nobody could find this socket to close it.
    await this.#check(parsed.data.token, false)
  }

  #setOpen(peer: HubPeer, token: string, { token: { authTimeMs, expiresAtMs } }: Viewer): void {
    this.#options.onAuthenticated(this)
    peer.authTimeMs = authTimeMs
    const previous = this.#state.status === 'open' ? this.#state : null
    if (previous) clearTimeout(previous.expiryTimer)
    const leftMs = Math.max(0, expiresAtMs - this.#options.clock.now().getTime())
    const open: OpenState = {
      status: 'open',
      peer,
      token,
      expiresAtMs,
      // Not `unref`ed: Node would keep a list of such timers until they are due.
      expiryTimer: setTimeout(() => this.#expire(open), leftMs),
      needsRecheck: previous?.needsRecheck ?? false,
    }
    this.#state = open
    sendAuthenticated(open)
  }

  #expire(open: OpenState): void {
    open.peer.send(platformFrames.auth_expiring, {})
    open.expiryTimer = setTimeout(() => this.#socket.close(closeCodes.unauthenticated, 'token expired'), timings.tokenGraceMs)
  }

  #recheckIfNeeded(): void {
    const needsRecheck = this.#state.status === 'open' && this.#state.needsRecheck
    if (this.#options.isIsolated() || needsRecheck) void this.#recheck()
  }

  /** Checks the session again, because its end may not have been announced here. Expired tokens have their own grace period. */
  async #recheck(): Promise<void> {
    if (this.#state.status === 'open' && this.#state.expiresAtMs > this.#options.clock.now().getTime())
      await this.#check(this.#state.token, true)
  }

  async #check(token: string, recheck: boolean): Promise<void> {
    try {
      const viewer = await this.#options.authenticate(token, { recheck })
      if (this.#state.status === 'open') this.#state.needsRecheck = false
      if (viewer.isSuspended) this.#socket.close(closeCodes.unauthenticated, 'suspended')
    } catch (error) {
      if (this.#state.status === 'open') this.#state.needsRecheck = true
      if (error instanceof AppError && error.code === 'unauthenticated') this.#socket.close(closeCodes.unauthenticated, 'signed out')
    }
  }

  #sendError(error: AppError, id: string | undefined): void {
    this.sendText(frameText(platformFrames.error, { message: error.message, code: error.code, ...(id ? { id } : {}) }))
  }
}

function uncork(session: SocketSession): void {
  session.uncork()
}

/** The authenticated session, as the hub and the features see it. */
class Peer implements HubPeer {
  readonly uid: Uid
  authTimeMs: number
  readonly #session: SocketSession

  constructor(session: SocketSession, { uid, token }: Viewer) {
    this.uid = uid
    this.authTimeMs = token.authTimeMs
    this.#session = session
  }

  send<F extends FrameDefinition>(frame: F, data: FrameData<F>): void {
    this.#session.sendText(frameText(frame, data))
  }

  sendText(text: string): void {
    this.#session.sendText(text)
  }

  close(code: number, reason: string): void {
    this.#session.close(code, reason)
  }
}

function sendAuthenticated({ peer, expiresAtMs }: OpenState): void {
  peer.send(platformFrames.authenticated, { uid: peer.uid, expires_at: new Date(expiresAtMs).toISOString() })
}

const sizeOf = (raw: RawData): number => (Array.isArray(raw) ? raw.reduce((sum, { byteLength }) => sum + byteLength, 0) : raw.byteLength)

/** `ws` passes a Buffer unless it is configured to keep fragments separate. */
const bytesOf = (raw: RawData): Buffer => (Buffer.isBuffer(raw) ? raw : Buffer.concat(Array.isArray(raw) ? raw : [Buffer.from(raw)]))

function readFrame(raw: RawData) {
  const bytes = bytesOf(raw)
  return isNestedTooDeep(bytes) ? null : parseFrame(bytes.toString('utf8'))
}

/** The client's id of the frame, or of the message in it, so that an error can name it. */
function idOf(data: unknown): string | undefined {
  const named = hasKey(data, 'message') ? data.message : data
  return hasKey(named, 'id') && typeof named.id === 'string' ? named.id.slice(0, 64) : undefined
}

function hasKey<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
