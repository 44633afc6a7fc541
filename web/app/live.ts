/* What happens by itself while somebody is signed in: the socket, and the features that listen to it. Each feature brings its
   own listener; here they only get what they need. */
import type { Uid } from '#contract/base/ids.ts'
import { platformFrames } from '#contract/socket.ts'
import { startChatLate } from '#web/features/chat/runtime/lazy-start.ts'
import { startConnectionsLive } from '#web/features/connections/connections.live.ts'
import { startPresenceLive } from '#web/features/connections/presence.live.ts'
import { followAccountLanguage } from '#web/features/identity/language.ts'
import { confirmProfile } from '#web/features/identity/session.ts'
import { startNotificationsLive } from '#web/features/notifications/notifications.live.ts'
import { startTasteLive } from '#web/features/matching/taste.live.ts'
import { socketLink } from '#web/platform/app-socket.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { wordsOfCode } from '#web/platform/words-of-code.ts'
import { checkSocketOnReturn } from '#web/platform/socket-check.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { logger } from '#web/platform/log.ts'

/** The first page comes first: what it has read is still there by then. */
const QUIET_AFTER_MS = 4_000

/** Keeps what that person reads for a time without a network, from a little later on. Returns a function that stops. */
function keepWhenQuiet(me: string): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  const begin = async () => {
    const { keepForOffline } = await import('./offline.ts')
    if (!isOver) stop = keepForOffline(me)
  }
  const timer = setTimeout(() => {
    begin().catch((error: unknown) => logger('offline').warn('nothing is kept for later', { why: String(error) }))
  }, QUIET_AFTER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}

const subscribe: SocketLink['subscribe'] = (frame, listener) => socketLink.subscribe(frame, listener)

/** Starts everything live for that person. `open` goes to a path of the app. Returns a function that stops it all. */
export function startLive({ me, open }: { me: Uid; open: (path: string) => void }): () => void {
  const chat = startChatLate({ me, link: socketLink, notify, open })
  let isOver = false
  const stops = [
    startConnectionsLive({ subscribe, notify, queryClient, open }),
    startPresenceLive({ subscribe }),
    startNotificationsLive({ subscribe, open }),
    startTasteLive({ subscribe, notify, queryClient }),
    chat.stop,
    keepWhenQuiet(me),
    checkSocketOnReturn(socketLink),
    // An error of the socket is an error notice with the server's message (spec, section 8).
    subscribe(platformFrames.error, ({ message, code }) => notify('error', wordsOfCode(code, message))),
    // Turned away although signed in: the server says why.
    socketLink.onState((state) => state.name === 'waiting' && state.why === 'unauthenticated' && void confirmProfile()),
  ]
  const begin = async () => {
    await chat.begun
    if (!isOver) socketLink.start()
  }
  void begin()
  void followAccountLanguage()
  return () => {
    isOver = true
    socketLink.stop()
    for (const stop of stops) stop()
  }
}
