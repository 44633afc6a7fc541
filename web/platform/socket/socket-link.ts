/* The app's single socket: connects, authenticates, reconnects. It transports frames without knowing their meaning. Senders confirm
   delivery themselves: they wait for a response. */
import { parseFrame, type FrameData, type FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import { logger } from '../log.ts'
import { USER_IS_NULL } from '../session-token.ts'

/** Events of one socket. `closed` is always the last. */
export type SocketEvents = { opened(): void; text(text: string): void; closed(code: number, reason: string): void }

/** A socket that is open or connecting. */
export type TransportSocket = { send(text: string): void; close(code: number, reason: string): void }

/** Opens sockets: the browser's in the app, an in-memory pair in tests. */
export type SocketTransport = (address: string, events: SocketEvents) => TransportSocket

/** Why a socket closed, for deciding whether and when to reconnect. */
export type LossReason = 'lost' | 'restarting' | 'slow_reader' | 'unauthenticated' | 'too_fast'

export type LinkState =
  | { name: 'stopped'; why: 'not_started' | 'signed_out' | 'rejected' }
  /** Fetching a token, then opening a socket. */
  | { name: 'connecting' }
  /** The socket is open; `auth` was sent but not answered. */
  | { name: 'authenticating' }
  | { name: 'open'; uid: Uid }
  | { name: 'waiting'; why: LossReason; untilMs: number }

/** The result of a send: sent, or not sent because a socket is connecting or missing. */
type SendResult = 'sent' | 'connecting' | 'no_socket'

export type SocketLinkOptions = {
  address: string
  transport: SocketTransport
  /** The token for `auth`. @throws Error 'user is null' when signed out */
  getToken: (options: { forceRefresh: boolean }) => Promise<string>
  nowMs: () => number
  timers: Timers
  /** From 0 up to 1. */
  random: () => number
}

export type Timers = { set(run: () => void, ms: number): unknown; clear(timer: unknown): void }

export const browserTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  // Only values from `set` are passed here.
  clear: (timer) => clearTimeout(timer as number | undefined),
}

export type SocketLink = {
  /** Connects and stays connected until `stop`. Idempotent. */
  start(): void
  /** Closes the socket and stays disconnected until `start`. */
  stop(): void
  /** Drops a socket that looks open but is dead, and reconnects after the usual delay. */
  giveUp(): void
  /** Pings an open socket now, and drops it without a response within seconds. Replaces a lost one at once, instead of after the delay. */
  check(): void
  /** Connects at once without a socket, instead of after the delay. Returns the state before. */
  ensure(): 'open' | 'connecting' | 'no_socket'
  /** Sends now or not at all; nothing is queued. Without a socket it connects at once, like `ensure`. */
  send<F extends FrameDefinition>(frame: F, data: FrameData<F>): SendResult
  /** Calls `listener` for each frame of that kind. Returns an unsubscribe function. */
  subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void): () => void
  state(): LinkState
  /** Calls `listener` after each change of state. Returns an unsubscribe function. */
  onState(listener: (state: LinkState) => void): () => void
}

/** A socket that is not authenticated within this time is closed. */
const CONNECT_TIMEOUT_MS = 15_000
/** A timer that fires later than this was delayed: the page was suspended or in the background. */
const LATE_MS = 1_000
/** After this number of consecutively rejected tokens, each a fresh one, the link stops. */
const MAX_REJECTED_TOKENS = 3
/** Close code of a socket that the client drops. */
const DROPPED = 4000

const log = logger('socket')

type Link = SocketLinkOptions & {
  state: LinkState
  socket: TransportSocket | null
  /** The timeout of connecting, or the delay before reconnecting. */
  timer: unknown
  rejectedTokens: number
  /** Increments with each connection, to drop late events of an earlier one. */
  attempt: number
  stateListeners: Set<(state: LinkState) => void>
  frameListeners: FrameListeners
  heartbeat: Heartbeat
}

export function createSocketLink(options: SocketLinkOptions): SocketLink {
  const frameListeners = createFrameListeners()
  const link: Link = {
    ...options,
    state: { name: 'stopped', why: 'not_started' },
    socket: null,
    timer: undefined,
    rejectedTokens: 0,
    attempt: 0,
    stateListeners: new Set(),
    frameListeners,
    heartbeat: createHeartbeat({
      ...options,
      ping: () => write(link, platformFrames.ping, {}),
      onDead: () => handleClose(link, DROPPED, 'no answer'),
    }),
  }
  return {
    start: () => void (link.state.name === 'stopped' && connect(link)),
    stop: () => stopFor(link, 'not_started'),
    giveUp: () => void (link.state.name === 'open' && handleClose(link, DROPPED, 'no answer')),
    check: () => checkNow(link),
    ensure: () => ensure(link),
    send(frame, data) {
      const found = ensure(link)
      if (found !== 'open') return found
      write(link, frame, data)
      return 'sent'
    },
    subscribe: frameListeners.subscribe,
    state: () => link.state,
    onState(listener) {
      link.stateListeners.add(listener)
      return () => void link.stateListeners.delete(listener)
    },
  }
}

function enter(link: Link, next: LinkState): void {
  const { timers, heartbeat } = link
  log.debug(`${link.state.name} -> ${next.name}`, { ...next })
  timers.clear(link.timer)
  heartbeat.stop()
  link.state = next
  if (next.name === 'connecting' || next.name === 'authenticating')
    link.timer = timers.set(() => handleClose(link, DROPPED, 'no answer'), CONNECT_TIMEOUT_MS)
  if (next.name === 'waiting') link.timer = timers.set(() => connect(link), next.untilMs - link.nowMs())
  if (next.name === 'open') heartbeat.start()
  for (const listener of link.stateListeners) listener(next)
}

/** Fetches the token first: an open socket must authenticate within 5 s. */
function connect(link: Link): void {
  const attempt = ++link.attempt
  enter(link, { name: 'connecting' })
  link.getToken({ forceRefresh: link.rejectedTokens > 0 }).then(
    (token) => attempt === link.attempt && openSocket(link, token),
    (error: unknown) => {
      if (attempt !== link.attempt) return
      if (error instanceof Error && error.message === USER_IS_NULL) stopFor(link, 'signed_out')
      else handleClose(link, DROPPED, 'no token')
    },
  )
}

function openSocket(link: Link, token: string): void {
  const attempt = link.attempt
  const isLate = () => attempt !== link.attempt
  link.socket = link.transport(link.address, {
    opened() {
      if (isLate()) return
      enter(link, { name: 'authenticating' })
      write(link, platformFrames.auth, { token })
    },
    text: (text) => void (isLate() || receive(link, text)),
    closed: (code, reason) => void (isLate() || handleClose(link, code, reason)),
  })
}

function handleClose(link: Link, code: number, reason: string): void {
  closeSocket(link, code === DROPPED ? reason : '')
  const why = lossReasonOf(code)
  link.rejectedTokens = why === 'unauthenticated' ? link.rejectedTokens + 1 : 0
  if (link.rejectedTokens >= MAX_REJECTED_TOKENS) return stopFor(link, 'rejected')
  enter(link, { name: 'waiting', why, untilMs: link.nowMs() + reconnectDelayMs(code, reason, link.random()) })
}

function stopFor(link: Link, why: 'not_started' | 'signed_out' | 'rejected'): void {
  closeSocket(link, 'bye')
  link.rejectedTokens = 0
  enter(link, { name: 'stopped', why })
}

function closeSocket(link: Link, reason: string): void {
  link.attempt++
  link.socket?.close(DROPPED, reason)
  link.socket = null
}

function checkNow(link: Link): void {
  if (link.state.name === 'open') link.heartbeat.check()
  else if (link.state.name === 'waiting' && link.state.why === 'lost') connect(link)
}

function ensure(link: Link): 'open' | 'connecting' | 'no_socket' {
  const { state } = link
  if (state.name === 'open') return 'open'
  if (state.name === 'connecting' || state.name === 'authenticating') return 'connecting'
  if (state.name !== 'stopped' || state.why === 'rejected') connect(link)
  return 'no_socket'
}

function write<F extends FrameDefinition>({ socket }: Link, frame: F, data: FrameData<F>): void {
  socket?.send(JSON.stringify({ event: frame.event, data }))
}

function receive(link: Link, text: string): void {
  const frame = parseFrame(text)
  link.heartbeat.handleFrame(frame?.event)
  if (!frame) return log.warn('invalid frame')
  if (frame.event === platformFrames.pong.event) return
  if (frame.event === platformFrames.authenticated.event) handleAuthenticated(link, frame.data)
  if (frame.event === platformFrames.auth_expiring.event) renewToken(link)
  link.frameListeners.publish(frame)
}

function handleAuthenticated(link: Link, data: unknown): void {
  if (link.state.name === 'open') return
  link.rejectedTokens = 0
  // Frames come from our server, which writes them by the contract.
  enter(link, { name: 'open', uid: (data as FrameData<typeof platformFrames.authenticated>).uid })
}

function renewToken(link: Link): void {
  const attempt = link.attempt
  link.getToken({ forceRefresh: true }).then(
    (token) => void (attempt === link.attempt && write(link, platformFrames.auth, { token })),
    // The server will close the socket, and the next connection fetches a token again.
    () => log.warn('token refresh failed'),
  )
}

type HeartbeatOptions = Pick<SocketLinkOptions, 'timers' | 'nowMs'> & { ping: () => void; onDead: () => void }

type Heartbeat = ReturnType<typeof createHeartbeat>
type FrameListeners = ReturnType<typeof createFrameListeners>

/** Detects an open socket that is dead: pings after each interval without a frame. */
function createHeartbeat({ timers, nowMs, ping, onDead }: HeartbeatOptions) {
  let interval: unknown
  /** The timeout of a ping without a response; null while none is pending. */
  let pending: { timer: unknown } | null = null
  let hasReceived = false

  /** Timers count intervals, not clock time, so changes of the clock have no effect. */
  function start(): void {
    hasReceived = false
    interval = timers.set(() => {
      if (!hasReceived) check()
      start()
    }, timings.heartbeatMs)
  }

  function check(): void {
    if (!pending) sendPing({ mayBeLate: true })
  }

  function sendPing({ mayBeLate }: { mayBeLate: boolean }): void {
    const dueMs = nowMs() + timings.pongTimeoutMs
    const timer = timers.set(() => {
      // After a suspension the response may still be queued behind this timer: ping once more.
      if (mayBeLate && nowMs() - dueMs > LATE_MS) sendPing({ mayBeLate: false })
      else onDead()
    }, timings.pongTimeoutMs)
    pending = { timer }
    ping()
  }

  function endCheck(): void {
    timers.clear(pending?.timer)
    pending = null
  }

  return {
    start,
    check,
    stop() {
      timers.clear(interval)
      endCheck()
    },
    /** Only a pong answers a ping: any other frame may have been buffered for long. */
    handleFrame(event: string | undefined) {
      hasReceived = true
      if (event === platformFrames.pong.event) endCheck()
    },
  }
}

/** A method, so that it accepts a listener of narrower data: it is only called with the data of its frame. */
type FrameListener = { listener(this: void, data: unknown): void }

function createFrameListeners() {
  const byEvent = new Map<string, Set<FrameListener>>()
  return {
    subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
      const entry: FrameListener = { listener }
      const listeners = byEvent.get(frame.event) ?? new Set()
      byEvent.set(frame.event, listeners.add(entry))
      return () => void listeners.delete(entry)
    },
    publish({ event, data }: { event: string; data: unknown }) {
      for (const { listener } of byEvent.get(event) ?? []) listener(data)
    },
  }
}

const reasonOfCode: Record<number, LossReason> = {
  [closeCodes.restarting]: 'restarting',
  [closeCodes.slowReader]: 'slow_reader',
  [closeCodes.unauthenticated]: 'unauthenticated',
  [closeCodes.tooFast]: 'too_fast',
}

/** The reason for a close code; unknown codes are plain connection losses. */
function lossReasonOf(code: number): LossReason {
  return reasonOfCode[code] ?? 'lost'
}

/** Extra delay after the server rejected too many requests. */
const TOO_FAST_EXTRA_MS = 10_000
const MAX_HINT_MS = 5 * 60_000

/**
 * The delay before reconnecting, in milliseconds: 5,000 plus up to 2,500 of jitter, never less (spec, section 9).
 * A restarting server may request a longer delay with `retry-after-ms=20000` in the reason of close code 1012; jitter is added.
 * @param random a number from 0 up to 1
 */
function reconnectDelayMs(code: number, closeReason: string, random: number): number {
  const jitterMs = random * timings.reconnectJitterMs
  const hintMs = code === closeCodes.restarting ? Math.min(readHint(closeReason), MAX_HINT_MS) : 0
  const extraMs = code === closeCodes.tooFast ? TOO_FAST_EXTRA_MS : 0
  return Math.max(timings.reconnectDelayMs, hintMs) + extraMs + jitterMs
}

function readHint(closeReason: string): number {
  return Number(/retry-after-ms=(\d+)/.exec(closeReason)?.[1] ?? 0)
}
