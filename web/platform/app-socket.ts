import { sessionToken } from './session-token.ts'
import { createSocketLink, type Timers } from './socket-link.ts'
import { browserTransport, socketAddress } from './socket-transport.ts'

/** The browser's timers, as the socket and the chat expect them. */
export const browserTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  // Only values from `set` are passed here.
  clear: (timer) => clearTimeout(timer as number | undefined),
}

/** The app's single socket. `live.ts` starts and stops it. */
export const socketLink = createSocketLink({
  address: socketAddress(location.origin),
  transport: browserTransport,
  getToken: sessionToken,
  nowMs: Date.now,
  timers: browserTimers,
  random: Math.random,
})
