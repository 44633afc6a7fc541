import { connectionFrames } from '#contract/connections.ts'
import { presenceFrames } from '#contract/presence.ts'
import { platformFrames } from '#contract/socket.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { askAgain, askForAllAgain, forgetPresence, learn } from './presence.ts'

/** Updates presence from socket frames. Returns a function that stops and clears all presence. */
export function startPresenceLive({ subscribe }: { subscribe: SocketLink['subscribe'] }): () => void {
  const stops = [
    subscribe(platformFrames.authenticated, askForAllAgain),
    subscribe(presenceFrames.presence_changed, learn),
    subscribe(connectionFrames.new_connection_added, ({ person }) => askAgain([person.uid])),
    subscribe(connectionFrames.connection_changed, ({ uid }) => askAgain([uid])),
  ]
  return () => {
    for (const stop of stops) stop()
    forgetPresence()
  }
}
