/* Runs the live features of a signed-in user: the socket and its subscribers. Each feature brings its own subscriber; this module
   passes the dependencies. */
import type { Uid } from '#contract/base/ids.ts'
import { platformFrames } from '#contract/socket.ts'
import { startChatWhenNeeded } from '#web/features/chat/runtime/lazy-start.ts'
import { startConnectionsLive } from '#web/features/connections/connections.live.ts'
import { sendPageVisibility } from '#web/features/connections/page-visibility.live.ts'
import { startPresenceLive } from '#web/features/connections/presence.live.ts'
import { followAccountLanguage } from '#web/features/identity/language.ts'
import { confirmProfile } from '#web/features/identity/session.ts'
import { startContentMutesLive } from '#web/features/media/mutes/content-mutes.live.ts'
import { startNotificationsLive } from '#web/features/notifications/notifications.live.ts'
import { startSourcesLive } from '#web/features/sources/sources.live.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { checkSocketOnEvents } from '#web/platform/socket/socket-check.ts'
import type { LinkState, SocketLink } from '#web/platform/socket/socket-link.ts'
import { reportSocket } from '#web/platform/connectivity.ts'
import { logger } from '#web/platform/log.ts'
import { startOwnDataLive } from './own-data.live.ts'

/** By then the first page has loaded. The offline cache also stores the answers loaded so far. */
const LATER_MS = 4_000

/** Starts the offline cache and other parts for this user after a delay. Returns a function that stops it. */
function startLater(me: Uid): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  const begin = async () => {
    const { startAfterFirstPage } = await import('./after-first-page.ts')
    if (!isOver) stop = startAfterFirstPage(me)
  }
  const timer = setTimeout(() => {
    begin().catch((error: unknown) => logger('offline').warn('offline cache failed to start', { why: String(error) }))
  }, LATER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}

/** A lost socket is reported at once, before the next call fails. While it reconnects, the last report stays. */
function reportSocketState(state: LinkState): void {
  if (state.name === 'waiting') reportSocket(state.why === 'lost' || state.why === 'restarting')
  else if (state.name === 'open' || state.name === 'stopped') reportSocket(false)
}

const subscribe: SocketLink['subscribe'] = (frame, listener) => socketLink.subscribe(frame, listener)

/** Starts all live features for a user. `open` navigates to a path of the app. Returns a function that stops them. */
export function startLive({ me, open }: { me: Uid; open: (path: string) => void }): () => void {
  const chat = startChatWhenNeeded({ me, link: socketLink, notify, open })
  let isOver = false
  const stops = [
    startConnectionsLive({ subscribe, notify, queryClient, open }),
    startPresenceLive({ subscribe }),
    startNotificationsLive({ subscribe, open }),
    startSourcesLive({ subscribe, notify, queryClient }),
    startOwnDataLive({
      subscribe,
      onState: (listener) => socketLink.onState(listener),
      queryClient,
      followLanguage: followAccountLanguage,
      confirmProfile,
    }),
    startContentMutesLive({ subscribe, onState: (listener) => socketLink.onState(listener) }),
    chat.stop,
    startLater(me),
    checkSocketOnEvents(socketLink),
    sendPageVisibility(socketLink),
    // A socket error becomes an error notice with the server's message (spec, section 8). While servers are updated, one may not know an event
    // of this page yet.
    subscribe(platformFrames.error, ({ message, code }) => code !== 'unknown_event' && notify('error', errorMessage(code, message))),
    socketLink.onState(reportSocketState),
    // The server rejected a signed-in user: a new token or /check-user-exist says why.
    socketLink.onState(
      (state) => state.name === 'waiting' && state.why === 'unauthenticated' && void confirmProfile({ forceRefresh: true }),
    ),
  ]
  const begin = async () => {
    await chat.started
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
