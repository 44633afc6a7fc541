import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { AppError } from '#contract/errors.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { socketLimits, timings } from '#contract/limits.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import type { Clock } from '../clock.ts'
import type { Viewer } from '../http/route.ts'
import { isNestedTooDeep } from '../json-depth.ts'
import type { Log } from '../observability/log.ts'
import { createTokenBucket } from '../rate-limit/token-bucket.ts'
import { frameText, type HubPeer, type LocalHub } from './socket-hub.ts'
import { createFrameQueue } from './frame-queue.ts'
import type { SocketRoute } from './socket-route.ts'

/** What others may ask of an open session. */
export type OpenSession = {
  /**
   * Frames for this person, and a sign-out elsewhere, may have been lost: looks whether they are still welcome, and tells them again
   * that they are, upon which their page asks anew for what it shows. Nothing for a socket that nobody has signed in on.
   */
  catchUp(): Promise<void>
}

export type Session = {
  id: string
  hub: LocalHub
  /** `recheck` looks at the person and the sign-in even when the token was good a moment ago. */
  authenticate: (token: string, options?: { recheck: boolean }) => Promise<Viewer>
  /** Whether news of other processes (a sign-out there) may not arrive here right now. */
  isIsolated: () => boolean
  log: Log
  clock: Clock
  socket: WebSocket
  /** What the socket's frames travel over. */
  stream: Pick<Duplex, 'cork' | 'uncork'>
  routes: ReadonlyMap<string, SocketRoute>
  onAuthenticated: () => void
}

/** Sockets one person may hold at a time over all devices. */
const MAX_SOCKETS_OF_ONE = 20

/**
 * The life of one socket: waiting for `auth`, then open under one person, then closed.
 * Frames are handled one after the other, so that what a person sent first is done first.
 */
export function openSession(session: Session): OpenSession {
  const { socket, stream, log, clock, hub } = session
  let isCorked = false
  let peer: HubPeer | null = null
  let expiry: NodeJS.Timeout | undefined
  /** Whether anything arrived since it was last looked at. */
  let hasHeard = true
  let beats = 0
  let answerTimer: NodeJS.Timeout | undefined
  /** Whether they are still welcome could not be told when it was asked. */
  let owesLook = false
  /** The latest token that was good. */
  let good: { token: string; expiresAtMs: number } | null = null
  const frameRate = createTokenBucket({ perSecond: socketLimits.framesPerSecond, burst: socketLimits.framesPerSecond * 3, clock })
  // The client's own buffers fill up then, and it learns that we are slow.
  const enqueue = createFrameQueue({ log, pause: () => socket.pause(), resume: readOn })
  const deadline = setTimeout(() => socket.close(closeCodes.unauthenticated, 'auth expected'), timings.firstAuthFrameMs)
  const heartbeat = setInterval(beat, timings.heartbeatMs)
  heartbeat.unref()

  function beat(): void {
    // Twice as rare: it asks the database.
    if (++beats % 2 === 0 && (session.isIsolated() || owesLook)) void lookAgain()
    if (hasHeard) return void (hasHeard = false)
    // What it sends stays unread.
    if (socket.isPaused) return
    socket.ping()
    answerTimer = setTimeout(() => void (hasHeard || socket.isPaused || socket.terminate()), timings.heartbeatAnswerMs)
  }

  socket.on('pong', () => (hasHeard = true))
  socket.on('error', (error) => log.debug({ reason: error.message }, 'socket error'))
  socket.on('close', (code) => {
    clearTimeout(deadline)
    clearTimeout(expiry)
    clearTimeout(answerTimer)
    clearInterval(heartbeat)
    if (peer) hub.remove(peer)
    log.debug({ uid: peer?.uid, code }, 'socket closed')
  })
  socket.on('message', (raw, isBinary) => {
    hasHeard = true
    if (!frameRate.consume().isAllowed) return socket.close(closeCodes.tooFast, 'too many frames')
    enqueue(sizeOf(raw), () => take(raw, isBinary))
  })

  function readOn(): void {
    hasHeard = true
    // The frames that came while nothing was read arrive all at once.
    frameRate.refillFully()
    socket.resume()
  }

  /** Never throws. Gives a promise for what is not done yet. */
  function take(raw: RawData, isBinary: boolean): Promise<void> | void {
    if (socket.readyState !== socket.OPEN) return
    const frame = isBinary ? null : readFrame(raw)
    if (!frame) return refuse(new AppError('invalid_input'), undefined)
    if (frame.event === platformFrames.auth.event) return authenticate(frame.data)
    if (!peer) {
      refuse(new AppError('unauthenticated'), undefined)
      return socket.close(closeCodes.unauthenticated, 'auth expected')
    }
    if (frame.event === platformFrames.ping.event) return peer.send(platformFrames.pong, {})
    const found = session.routes.get(frame.event)
    const id = idOf(frame.data)
    if (!found) return refuse(new AppError('unknown_event'), id)
    const failed = (error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error, event: frame.event }, 'a frame failed')
      refuse(error instanceof AppError ? error : new AppError('internal'), id)
    }
    try {
      const parsed = found.frame.data.safeParse(frame.data)
      if (!parsed.success) return refuse(new AppError('invalid_input', { event: frame.event }), id)
      const work = found.handle(parsed.data, peer)
      return work instanceof Promise ? work.catch(failed) : undefined
    } catch (error) {
      return failed(error)
    }
  }

  async function authenticate(data: unknown): Promise<void> {
    const parsed = platformFrames.auth.data.safeParse(data)
    if (!parsed.success) return socket.close(closeCodes.unauthenticated, 'no token')
    // From here it is our own time that passes: when everybody comes back at once, nobody is sent away for waiting in line.
    clearTimeout(deadline)
    let viewer: Viewer
    try {
      viewer = await session.authenticate(parsed.data.token)
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('internal')
      refuse(known, undefined)
      return socket.close(known.code === 'unauthenticated' ? closeCodes.unauthenticated : closeCodes.restarting, known.code)
    }
    if (peer && peer.uid !== viewer.uid) return socket.close(closeCodes.unauthenticated, 'another person')
    if (viewer.isSuspended) return socket.close(closeCodes.unauthenticated, 'suspended')
    if (!viewer.hasProfile) return socket.close(closeCodes.unauthenticated, 'profile required')
    if (socket.readyState !== socket.OPEN) return
    if (!peer) {
      peer = createPeer(viewer)
      hub.add(peer)
      // Counted after it was added, so that of many that come at once on several servers not one too many stays.
      if ((await hub.socketsOf(viewer.uid)) > MAX_SOCKETS_OF_ONE) return socket.close(closeCodes.tooFast, 'too many sockets')
      if (socket.readyState !== socket.OPEN) return
    }
    welcome(peer, viewer)
    good = { token: parsed.data.token, expiresAtMs: viewer.token.expiresAtMs }
    // The sign-in may have ended between being looked up and the socket being known as its own: nobody would close it.
    await assertStillWelcome(parsed.data.token, false)
  }

  /** While nobody could tell us that a sign-in has ended, we look ourselves. */
  async function lookAgain(): Promise<void> {
    // A token that has run out has rules of its own, and a minute's grace.
    if (good && good.expiresAtMs > clock.now().getTime()) await assertStillWelcome(good.token, true)
  }

  async function assertStillWelcome(token: string, recheck: boolean): Promise<void> {
    try {
      const viewer = await session.authenticate(token, { recheck })
      owesLook = false
      if (viewer.isSuspended) socket.close(closeCodes.unauthenticated, 'suspended')
    } catch (error) {
      owesLook = true
      if (error instanceof AppError && error.code === 'unauthenticated') socket.close(closeCodes.unauthenticated, 'signed out')
    }
  }

  function welcome(known: HubPeer, viewer: Viewer): void {
    session.onAuthenticated()
    known.authTimeMs = viewer.token.authTimeMs
    watchExpiry(viewer.token.expiresAtMs)
    tellWelcome(known, viewer.token.expiresAtMs)
  }

  function tellWelcome(known: HubPeer, expiresAtMs: number): void {
    known.send(platformFrames.authenticated, { uid: known.uid, expires_at: new Date(expiresAtMs).toISOString() })
  }

  async function catchUp(): Promise<void> {
    await lookAgain()
    if (peer && good && socket.readyState === socket.OPEN) tellWelcome(peer, good.expiresAtMs)
  }

  function watchExpiry(expiresAtMs: number): void {
    clearTimeout(expiry)
    const left = Math.max(0, expiresAtMs - clock.now().getTime())
    // Not `unref`ed: Node keeps the list of such a timer until its time would have come, one for each number of milliseconds.
    expiry = setTimeout(() => {
      peer?.send(platformFrames.auth_expiring, {})
      expiry = setTimeout(() => socket.close(closeCodes.unauthenticated, 'token expired'), timings.tokenGraceMs)
    }, left)
  }

  function createPeer({ uid, token }: Viewer): HubPeer {
    return {
      id: session.id,
      uid,
      authTimeMs: token.authTimeMs,
      sendText,
      send: <F extends FrameDefinition>(frame: F, data: FrameData<F>) => sendText(frameText(frame, data)),
      close: (code, reason) => socket.close(code, reason),
    }
  }

  function refuse(error: AppError, id: string | undefined): void {
    sendText(frameText(platformFrames.error, { message: error.message, code: error.code, ...(id ? { id } : {}) }))
  }

  /** A reader that stands still is cut off: what is sent to it would pile up here. It catches up by sequence when it comes back. */
  function sendText(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > socketLimits.bufferedBytes) return socket.close(closeCodes.slowReader, 'slow reader')
    gatherFrames()
    socket.send(text)
  }

  /** What is sent in the same turn leaves in one piece: each write of its own costs more than all else about a small frame. */
  function gatherFrames(): void {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }

  return { catchUp }
}

const sizeOf = (raw: RawData): number => (Array.isArray(raw) ? raw.reduce((sum, { byteLength }) => sum + byteLength, 0) : raw.byteLength)

/** `ws` hands out a Buffer unless it is told to keep fragments apart. */
const bytesOf = (raw: RawData): Buffer => (Buffer.isBuffer(raw) ? raw : Buffer.concat(Array.isArray(raw) ? raw : [Buffer.from(raw)]))

function readFrame(raw: RawData): { event: string; data: unknown } | null {
  const bytes = bytesOf(raw)
  if (isNestedTooDeep(bytes)) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string') return null
    return { event: value.event, data: 'data' in value ? value.data : {} }
  } catch {
    // Not JSON, or nested too deeply: the caller answers with an error frame.
    return null
  }
}

/** The id a client gave its frame, or the message in it, so that the refusal can name it. */
function idOf(data: unknown): string | undefined {
  const named = hasKey(data, 'message') ? data.message : data
  return hasKey(named, 'id') && typeof named.id === 'string' ? named.id.slice(0, 64) : undefined
}

function hasKey<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
