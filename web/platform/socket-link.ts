/* The app's single socket: connects, authenticates, reconnects. It transports frames without knowing their meaning. Senders confirm
   delivery themselves: they wait for an answer. */
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import { platformFrames } from '#contract/socket.ts'
import { logger } from './log.ts'
import { lossReasonOf, reconnectDelayMs, type LossReason } from './reconnect.ts'
import { USER_IS_NULL } from './session-token.ts'
import type { SocketTransport, TransportSocket } from './socket-transport.ts'

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

export type SocketLink = {
  /** Connects and stays connected until `stop`. Idempotent. */
  start(): void
  /** Closes the socket and stays disconnected until `start`. */
  stop(): void
  /** Closes a socket that looks open but is dead, and reconnects after the usual delay. */
  giveUp(): void
  /** Asks now whether an open socket still leads anywhere, and gives it up when no answer comes within seconds. */
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

/** A method, so that it accepts a listener of narrower data: it is only called with data that this frame's schema parsed. */
type FrameListener = { frame: FrameDefinition; listener(this: void, data: unknown): void }

/** A socket that is not authenticated within this time is given up. */
const CONNECT_TIMEOUT_MS = 15_000
/** A timer that fires later than this was held up: the page slept, or is in the background. */
const LATE_MS = 1_000
/** So many refused tokens in a row, each a fresh one, and we stop asking. */
const MAX_REJECTED_TOKENS = 3
const GIVEN_UP = 4000

const log = logger('socket')

export function createSocketLink({ address, transport, getToken, nowMs, timers, random }: SocketLinkOptions): SocketLink {
  let state: LinkState = { name: 'stopped', why: 'not_started' }
  let socket: TransportSocket | null = null
  let timer: unknown
  /** The timer of the sign of life that was asked for; null while none is wanted. */
  let checking: { timer: unknown } | null = null
  /** Whether anything arrived since it was last looked at. */
  let hasHeard = false
  let rejectedTokens = 0
  /** Increments with each connection, to drop late events of an earlier one. */
  let attempt = 0
  const stateListeners = new Set<(state: LinkState) => void>()
  const frameListeners = new Map<string, Set<FrameListener>>()

  function enter(next: LinkState): void {
    log.debug(`${state.name} -> ${next.name}`, { ...next })
    timers.clear(timer)
    endCheck()
    state = next
    if (next.name === 'connecting' || next.name === 'authenticating')
      timer = timers.set(() => lose(GIVEN_UP, 'no answer'), CONNECT_TIMEOUT_MS)
    if (next.name === 'waiting') timer = timers.set(connect, next.untilMs - nowMs())
    if (next.name === 'open') beat()
    for (const listener of stateListeners) listener(next)
  }

  /** Fetches the token first: an open socket must authenticate within 5 s. */
  function connect(): void {
    const mine = ++attempt
    enter({ name: 'connecting' })
    getToken({ forceRefresh: rejectedTokens > 0 }).then(
      (token) => mine === attempt && openSocket(mine, token),
      (error: unknown) => mine === attempt && withoutToken(error),
    )
  }

  function withoutToken(error: unknown): void {
    if (error instanceof Error && error.message === USER_IS_NULL) stopFor('signed_out')
    else lose(GIVEN_UP, 'no token')
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
      closed: (code, reason) => void (isLate() || lose(code, reason)),
    })
  }

  /** Handles the loss of the socket. */
  function lose(code: number, reason: string): void {
    dropSocket(code === GIVEN_UP ? reason : '')
    const why = lossReasonOf(code)
    rejectedTokens = why === 'unauthenticated' ? rejectedTokens + 1 : 0
    if (rejectedTokens >= MAX_REJECTED_TOKENS) return stopFor('refused')
    enter({ name: 'waiting', why, untilMs: nowMs() + reconnectDelayMs(code, reason, random()) })
  }

  function stopFor(why: 'not_started' | 'signed_out' | 'refused'): void {
    dropSocket('bye')
    rejectedTokens = 0
    enter({ name: 'stopped', why })
  }

  function dropSocket(reason: string): void {
    attempt++
    socket?.close(GIVEN_UP, reason)
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
    hasHeard = true
    if (!frame) return log.warn('not a frame')
    // Nothing else is an answer: what arrives now may have been on its way for long.
    if (frame.event === platformFrames.pong.event) return endCheck()
    if (frame.event === platformFrames.authenticated.event) welcomed(frame.data)
    if (frame.event === platformFrames.auth_expiring.event) renew()
    for (const { frame: definition, listener } of frameListeners.get(frame.event) ?? []) {
      const parsed = definition.data.safeParse(frame.data)
      if (parsed.success) listener(parsed.data)
      else log.warn('frame does not match the contract', { event: frame.event })
    }
  }

  function welcomed(data: unknown): void {
    const parsed = platformFrames.authenticated.data.safeParse(data)
    if (!parsed.success || state.name === 'open') return
    rejectedTokens = 0
    enter({ name: 'open', uid: parsed.data.uid })
  }

  function renew(): void {
    const mine = attempt
    getToken({ forceRefresh: true }).then(
      (token) => void (mine === attempt && write(platformFrames.auth, { token })),
      // The server will close the socket, and the next connection fetches a token again.
      () => log.warn('token refresh failed'),
    )
  }

  /** Looks again and again whether anything was heard. It counts no time, so that a clock that is set changes nothing. */
  function beat(): void {
    hasHeard = false
    timer = timers.set(() => {
      if (!hasHeard) check()
      beat()
    }, timings.heartbeatMs)
  }

  function check(): void {
    if (state.name === 'open' && !checking) askForSign({ mayBeLate: true })
  }

  function askForSign({ mayBeLate }: { mayBeLate: boolean }): void {
    const dueMs = nowMs() + timings.heartbeatAnswerMs
    checking = {
      timer: timers.set(() => {
        // The answer may wait behind this very timer: the page asks once more.
        if (mayBeLate && nowMs() - dueMs > LATE_MS) askForSign({ mayBeLate: false })
        else lose(GIVEN_UP, 'no answer')
      }, timings.heartbeatAnswerMs),
    }
    write(platformFrames.ping, {})
  }

  function endCheck(): void {
    timers.clear(checking?.timer)
    checking = null
  }

  return {
    start: () => void (state.name === 'stopped' && connect()),
    stop: () => stopFor('not_started'),
    giveUp: () => void (state.name === 'open' && lose(GIVEN_UP, 'no answer')),
    check,
    ensure,
    send(frame, data) {
      const found = ensure()
      if (found !== 'open') return found
      write(frame, data)
      return 'sent'
    },
    subscribe<F extends FrameDefinition>(frame: F, listener: (data: FrameData<F>) => void) {
      const entry: FrameListener = { frame, listener }
      const listeners = frameListeners.get(frame.event) ?? new Set()
      frameListeners.set(frame.event, listeners.add(entry))
      return () => void listeners.delete(entry)
    },
    state: () => state,
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
  }
}

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
