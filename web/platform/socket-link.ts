/* The app's single socket: connects, authenticates, reconnects. It transports frames without knowing their meaning. Senders confirm
   delivery themselves: they wait for an answer. */
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import { closeCodes, platformFrames } from '#contract/socket.ts'
import { logger } from './log.ts'
import { USER_IS_NULL } from './session-token.ts'

/** Events of one socket. `closed` is always the last. */
export type SocketEvents = { opened(): void; text(text: string): void; closed(code: number, reason: string): void }

/** A socket that is open or connecting. */
export type TransportSocket = { send(text: string): void; close(code: number, reason: string): void }

/** Opens sockets: the browser's in the app, an in-memory pair in tests. */
export type SocketTransport = (address: string, events: SocketEvents) => TransportSocket

/** Why a socket closed, as far as reconnecting depends on it. */
export type LossReason = 'lost' | 'restarting' | 'slow_reader' | 'unauthenticated' | 'too_fast'

export type LinkState =
  | { name: 'stopped'; why: 'not_started' | 'signed_out' | 'refused' }
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
  /** Pings an open socket now, and drops it without an answer within seconds. */
  check(): void
  /** Connects at once without a socket, instead of after the delay. Returns the state before. */
  ensure(): 'open' | 'connecting' | 'no_socket'
  /** Sends now or not at all; nothing is queued. Without a socket it connects at once, like `ensure`. */
  send<F extends FrameDefinition>(frame: F, data: FrameData<F>): SendResult
  /** Calls `listener` for each frame of that kind, parsed. Returns an unsubscribe function. */
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

export function createSocketLink({ address, transport, getToken, nowMs, timers, random }: SocketLinkOptions): SocketLink {
  let state: LinkState = { name: 'stopped', why: 'not_started' }
  let socket: TransportSocket | null = null
  let timer: unknown
  let rejectedTokens = 0
  /** Increments with each connection, to drop late events of an earlier one. */
  let attempt = 0
  const stateListeners = new Set<(state: LinkState) => void>()
  const listeners = createFrameListeners()
  const drop = (reason: string) => handleClose(DROPPED, reason)
  const heartbeat = createHeartbeat({ timers, nowMs, ping: () => write(platformFrames.ping, {}), onDead: () => drop('no answer') })

  function enter(next: LinkState): void {
    log.debug(`${state.name} -> ${next.name}`, { ...next })
    timers.clear(timer)
    heartbeat.stop()
    state = next
    if (next.name === 'connecting' || next.name === 'authenticating') timer = timers.set(() => drop('no answer'), CONNECT_TIMEOUT_MS)
    if (next.name === 'waiting') timer = timers.set(connect, next.untilMs - nowMs())
    if (next.name === 'open') heartbeat.start()
    for (const listener of stateListeners) listener(next)
  }

  /** Fetches the token first: an open socket must authenticate within 5 s. */
  function connect(): void {
    const mine = ++attempt
    enter({ name: 'connecting' })
    getToken({ forceRefresh: rejectedTokens > 0 }).then(
      (token) => mine === attempt && openSocket(mine, token),
      (error: unknown) => mine === attempt && (isSignedOut(error) ? stopFor('signed_out') : drop('no token')),
    )
  }

  function openSocket(mine: number, token: string): void {
    const isLate = () => mine !== attempt
    socket = transport(address, {
      opened() {
        if (isLate()) return
        enter({ name: 'authenticating' })
        write(platformFrames.auth, { token })
      },
      text: (text) => void (isLate() || receive(text)),
      closed: (code, reason) => void (isLate() || handleClose(code, reason)),
    })
  }

  function handleClose(code: number, reason: string): void {
    closeSocket(code === DROPPED ? reason : '')
    const why = lossReasonOf(code)
    rejectedTokens = why === 'unauthenticated' ? rejectedTokens + 1 : 0
    if (rejectedTokens >= MAX_REJECTED_TOKENS) return stopFor('refused')
    enter({ name: 'waiting', why, untilMs: nowMs() + reconnectDelayMs(code, reason, random()) })
  }

  function stopFor(why: 'not_started' | 'signed_out' | 'refused'): void {
    closeSocket('bye')
    rejectedTokens = 0
    enter({ name: 'stopped', why })
  }

  function closeSocket(reason: string): void {
    attempt++
    socket?.close(DROPPED, reason)
    socket = null
  }

  function ensure(): 'open' | 'connecting' | 'no_socket' {
    if (state.name === 'open') return 'open'
    if (state.name === 'connecting' || state.name === 'authenticating') return 'connecting'
    if (state.name !== 'stopped' || state.why === 'refused') connect()
    return 'no_socket'
  }

  function write<F extends FrameDefinition>(frame: F, data: FrameData<F>): void {
    socket?.send(JSON.stringify({ event: frame.event, data }))
  }

  function receive(text: string): void {
    const frame = readFrame(text)
    heartbeat.handleFrame(frame?.event)
    if (!frame) return log.warn('not a frame')
    if (frame.event === platformFrames.pong.event) return
    if (frame.event === platformFrames.authenticated.event) handleAuthenticated(frame.data)
    if (frame.event === platformFrames.auth_expiring.event) renewToken()
    listeners.publish(frame)
  }

  function handleAuthenticated(data: unknown): void {
    const parsed = platformFrames.authenticated.data.safeParse(data)
    if (!parsed.success || state.name === 'open') return
    rejectedTokens = 0
    enter({ name: 'open', uid: parsed.data.uid })
  }

  function renewToken(): void {
    const mine = attempt
    getToken({ forceRefresh: true }).then(
      (token) => void (mine === attempt && write(platformFrames.auth, { token })),
      // The server will close the socket, and the next connection fetches a token again.
      () => log.warn('token refresh failed'),
    )
  }

  return {
    start: () => void (state.name === 'stopped' && connect()),
    stop: () => stopFor('not_started'),
    giveUp: () => void (state.name === 'open' && drop('no answer')),
    check: () => void (state.name === 'open' && heartbeat.check()),
    ensure,
    send(frame, data) {
      const found = ensure()
      if (found !== 'open') return found
      write(frame, data)
      return 'sent'
    },
    subscribe: listeners.subscribe,
    state: () => state,
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
  }
}

type HeartbeatOptions = Pick<SocketLinkOptions, 'timers' | 'nowMs'> & { ping: () => void; onDead: () => void }

/** Detects an open socket that is dead: pings after each interval without a frame. */
function createHeartbeat({ timers, nowMs, ping, onDead }: HeartbeatOptions) {
  let interval: unknown
  /** The timeout of a ping without an answer; null while none is pending. */
  let pending: { timer: unknown } | null = null
  let hasReceived = false

  /** Intervals count no time, so a clock that is set has no effect. */
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
    const dueMs = nowMs() + timings.heartbeatAnswerMs
    const timer = timers.set(() => {
      // After a suspension the answer may still be queued behind this timer: ping once more.
      if (mayBeLate && nowMs() - dueMs > LATE_MS) sendPing({ mayBeLate: false })
      else onDead()
    }, timings.heartbeatAnswerMs)
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

/** A method, so that it accepts a listener of narrower data: it is only called with data that this frame's schema parsed. */
type FrameListener = { frame: FrameDefinition; listener(this: void, data: unknown): void }

function createFrameListeners() {
  const byEvent = new Map<string, Set<FrameListener>>()
  return {
    subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
      const entry: FrameListener = { frame, listener }
      const listeners = byEvent.get(frame.event) ?? new Set()
      byEvent.set(frame.event, listeners.add(entry))
      return () => void listeners.delete(entry)
    },
    publish({ event, data }: { event: string; data: unknown }) {
      for (const { frame, listener } of byEvent.get(event) ?? []) {
        const parsed = frame.data.safeParse(data)
        if (parsed.success) listener(parsed.data)
        else log.warn('frame does not match the contract', { event })
      }
    },
  }
}

const isSignedOut = (error: unknown): boolean => error instanceof Error && error.message === USER_IS_NULL

function readFrame(text: string): { event: string; data: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string') return null
    return { event: value.event, data: 'data' in value ? value.data : {} }
  } catch {
    // Not JSON: the caller logs it.
    return null
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
