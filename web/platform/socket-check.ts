import type { SocketLink } from './socket-link.ts'

/**
 * A phone that slept, or has gone from one network to another, may hold a socket that is dead without a word: nothing arrives and
 * nothing says so. Checks at once when the page comes back to the front and when the browser says that there is a network again.
 * A lost socket is replaced at once. In between the socket's own heartbeat checks. Returns a function that stops.
 */
export function checkSocketOnReturn(link: Pick<SocketLink, 'check'>): () => void {
  const check = () => link.check()
  const handleVisibility = () => void (document.visibilityState === 'visible' && check())
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('online', check)
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('online', check)
  }
}
