import { connectionFrames } from '#contract/connections.ts'
import { presenceFrames } from '#contract/chat/presence.ts'
import { platformFrames } from '#contract/socket.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { refetchPresence, refetchAllPresence, clearPresence, applyPresence } from './presence.ts'

/** Updates presence from socket frames. Returns a function that stops and clears all presence. */
export function startPresenceLive({ subscribe }: { subscribe: SocketLink['subscribe'] }): () => void {
  const stops = [
    subscribe(platformFrames.authenticated, refetchAllPresence),
    subscribe(presenceFrames.presence_changed, applyPresence),
    subscribe(connectionFrames.new_connection_added, ({ person }) => refetchPresence([person.uid])),
    subscribe(connectionFrames.connection_changed, ({ uid }) => refetchPresence([uid])),
  ]
  return () => {
    for (const stop of stops) stop()
    clearPresence()
  }
}
