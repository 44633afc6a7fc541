import type { SocketLink } from './socket-link.ts'

/**
 * A phone that slept, or changed networks, may have a socket that is dead without notice. Checks it at once when the page becomes visible
 * and when the browser says that it is offline, or online again, and replaces a lost one. Otherwise the socket's own heartbeat checks it,
 * which takes up to half a minute. Returns a function that stops.
 */
export function checkSocketOnEvents(link: Pick<SocketLink, 'check'>): () => void {
  const check = () => link.check()
  const handleVisibility = () => void (document.visibilityState === 'visible' && check())
  document.addEventListener('visibilitychange', handleVisibility)
  addEventListener('offline', check)
  addEventListener('online', check)
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('offline', check)
    removeEventListener('online', check)
  }
}
