import type { SocketLink } from './socket-link.ts'

/**
 * A phone that slept, or changed networks, may have a socket that is dead without notice. Checks it at once when the page becomes visible
 * and when the browser is online again, and replaces a lost one. Otherwise the socket's own heartbeat checks it. Returns a function that
 * stops.
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
