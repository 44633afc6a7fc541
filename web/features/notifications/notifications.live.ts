/* The bell's count, kept true. Everything else about notifications is loaded when something has happened: this runs on every
   page, whose first weight is counted. */
import { notificationCountCalls, notificationFrames } from '#contract/notification-count.ts'
import { platformFrames } from '#contract/socket.ts'
import { readApi } from '#web/platform/api-client.ts'
import { logger } from '#web/platform/log.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { useNotificationsStore } from './notifications.store.ts'

const log = logger('notifications')

export type NotificationsLiveOptions = {
  subscribe: SocketLink['subscribe']
  /** Opens a path of the app. */
  open: (path: string) => void
}

/** Keeps the count true, tells of news in passing, and opens what was picked on a push. Returns a function that stops. */
export function startNotificationsLive({ subscribe, open }: NotificationsLiveOptions): () => void {
  const { setUnread } = useNotificationsStore.getState()
  let told = 0
  let isOver = false
  /** An answer on its way while news comes may be older than the news: then it is asked again. */
  const count = async (): Promise<void> => {
    const before = told
    const result = await readApi(notificationCountCalls.getUnreadNotifications)
    if (isOver) return undefined
    if (told !== before) return count()
    if (result.ok) setUnread(result.value.unread)
    return undefined
  }
  const stops = [
    // Some may have come, or were read elsewhere, while the socket was away.
    subscribe(platformFrames.authenticated, () => void count()),
    subscribe(notificationFrames.notifications_changed, ({ unread, latest }) => {
      told++
      setUnread(unread)
      void later(async () => (await import('./notifications.news.ts')).tellOfNews(latest, open))
    }),
    whenPicked(open),
  ]
  void later(async () => {
    if (await mayNotify()) await (await import('./push.ts')).renewPush()
  })
  return () => {
    for (const stop of stops) stop()
    isOver = true
    setUnread(0)
  }
}

/** Whether this browser was allowed to notify. Asked this way, for `Notification.permission` halts the page until the browser answers. */
async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await navigator.permissions.query({ name: 'notifications' })).state === 'granted'
}

/** Opens the page of a push that was picked; the service worker says which. Returns a function that stops listening. */
function whenPicked(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listen = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'openPath' in data && typeof data.openPath === 'string') open(data.openPath)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}

/** What is loaded late may not come (no network); the page goes on without it. */
async function later(run: () => Promise<void>): Promise<void> {
  await run().catch((error: unknown) => log.warn('could not be loaded', { why: String(error) }))
}
