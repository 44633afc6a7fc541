import { sessionToken } from './session-token.ts'
import { createSocketLink, type Timers } from './socket-link.ts'
import { browserTransport, socketAddress } from './socket-transport.ts'

/** Timers of the browser, in the shape that the socket and the chat take. */
export const browserTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  // Only what `set` has given comes back here.
  clear: (timer) => clearTimeout(timer as number | undefined),
}

/** The one socket of the app. `live.ts` starts and stops it. */
export const socketLink = createSocketLink({
  address: socketAddress(location.origin),
  transport: browserTransport,
  getToken: sessionToken,
  nowMs: Date.now,
  timers: browserTimers,
  random: Math.random,
})
