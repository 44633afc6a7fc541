/* Updates the bell's count. Everything else about notifications loads on the first event: this module is part of every page. */
import { notificationCalls, notificationFrames } from '#contract/notifications.ts'
import { platformFrames } from '#contract/socket.ts'
import { readApi } from '#web/platform/api-client.ts'
import { logger } from '#web/platform/log.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { useNotificationsStore } from './notifications.store.ts'

const log = logger('notifications')

export type NotificationsLiveOptions = {
  subscribe: SocketLink['subscribe']
  open: (path: string) => void
}

/** Updates the count, shows notices, and opens clicked push messages. Returns a function that stops. */
export function startNotificationsLive({ subscribe, open }: NotificationsLiveOptions): () => void {
  const { setUnread } = useNotificationsStore.getState()
  let eventCount = 0
  let isOver = false
  /** A response requested before an event may be outdated: then it is fetched again. */
  const count = async (): Promise<void> => {
    const before = eventCount
    const result = await readApi(notificationCalls.getUnreadNotifications)
    if (isOver) return undefined
    if (eventCount !== before) return count()
    if (result.ok) setUnread(result.value.unread)
    return undefined
  }
  const stops = [
    // Notifications may have arrived or been read elsewhere while the socket was disconnected.
    subscribe(platformFrames.authenticated, () => void count()),
    subscribe(notificationFrames.notifications_changed, ({ unread, latest }) => {
      eventCount++
      setUnread(unread)
      void ignoreLoadFailure(async () => (await import('./notifications.news.ts')).handleNotification(latest, open))
    }),
    answerServiceWorker(open),
  ]
  void ignoreLoadFailure(async () => {
    if (await mayNotify()) await (await import('./push.ts')).renewPush()
  })
  return () => {
    for (const stop of stops) stop()
    isOver = true
    setUnread(0)
  }
}

/** Whether this browser has push permission. Async, because `Notification.permission` blocks the page until the browser answers. */
async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await navigator.permissions.query({ name: 'notifications' })).state === 'granted'
}

/** Opens the page of a clicked push message, and reports the shown page to the service worker. Returns an unsubscribe function. */
function answerServiceWorker(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listen = ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return
    if ('openPath' in data && typeof data.openPath === 'string') open(data.openPath)
    if ('askPath' in data) port?.postMessage(location.pathname + location.search)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}

/** Late-loaded code may be unavailable offline; the page works without it. */
async function ignoreLoadFailure(run: () => Promise<void>): Promise<void> {
  await run().catch((error: unknown) => log.warn('notifications code failed to load', { why: String(error) }))
}
