import { notificationCalls, notificationFrames } from '#contract/notifications.ts'
import { platformFrames } from '#contract/socket.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { useNotificationsStore } from './notifications.store.ts'
import { pathOf, sentenceOf } from './notifications.words.ts'
import { followPush } from './push.ts'

export type NotificationsLiveOptions = {
  subscribe: SocketLink['subscribe']
  notify: typeof notifyPerson
  /** Opens a path of the app. */
  open: (path: string) => void
}

/** Keeps the bell's count true, tells of news in passing, and opens what was picked on a push. Returns a function that stops. */
export function startNotificationsLive({ subscribe, notify, open }: NotificationsLiveOptions): () => void {
  const { setUnread } = useNotificationsStore.getState()
  const stops = [
    // Some may have come, or were read elsewhere, while the socket was away.
    subscribe(platformFrames.authenticated, () => void count()),
    subscribe(notificationFrames.notifications_changed, ({ unread, latest }) => {
      setUnread(unread)
      void refreshCall(notificationCalls.getNotifications)
      if (!latest) return
      const path = pathOf(latest)
      const look = { label: i18n._({ id: 'connections.notice.look', message: 'Look' }), run: () => path && open(path) }
      notify('neutral', sentenceOf(i18n, latest), path === null ? {} : { action: look })
    }),
    followPush(open),
  ]
  return () => {
    for (const stop of stops) stop()
    setUnread(0)
  }
}

async function count(): Promise<void> {
  const result = await readApi(notificationCalls.getNotifications, { query: { limit: 1 } })
  if (result.ok) useNotificationsStore.getState().setUnread(result.value.unread)
  void refreshCall(notificationCalls.getNotifications)
}
