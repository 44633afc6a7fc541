import { presenceFrames } from '#contract/chat/presence.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'

/**
 * Sends to the server whether this page is visible: while a user looks at the app on any device, they get no push. Every tab has its own
 * socket. Returns a function that stops.
 */
export function sendPageVisibility(link: Pick<SocketLink, 'state' | 'onState' | 'send'>): () => void {
  const isHidden = () => document.visibilityState === 'hidden'
  const send = () => {
    // `send` would connect a lost socket at once.
    if (link.state().name === 'open') link.send(presenceFrames.pageVisibility, { is_visible: !isHidden() })
  }
  // The server considers the page of a new socket visible.
  const stop = link.onState(({ name }) => name === 'open' && isHidden() && send())
  document.addEventListener('visibilitychange', send)
  return () => {
    document.removeEventListener('visibilitychange', send)
    stop()
  }
}
