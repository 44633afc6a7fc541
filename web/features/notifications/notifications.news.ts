import { connectionCalls } from '#contract/connections.ts'
import { type Notification, notificationCalls } from '#contract/notifications.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { type NoticeAnswer, notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'
import { isKnown, markRead } from './notifications.api.ts'
import { notificationPath, notificationText } from './notifications.messages.ts'

/**
 * Handles a notification event: refetches lists and shows a notice for the group `latest`. When its target is on screen, marks it as read
 * instead.
 */
export async function handleNotification(latest: string | null, open: (path: string) => void): Promise<void> {
  void refreshCall(notificationCalls.getNotifications)
  if (latest === null) return
  const result = await readApi(notificationCalls.getNotifications, { query: { limit: 5 } })
  const news = result.ok
    ? result.value.notifications.filter(isKnown).find(({ key, is_unread: isUnread }) => key === latest && isUnread)
    : undefined
  if (!news) return
  const path = notificationPath(news)
  if (isOnScreen(path)) return markRead(news.key)
  const viewLabel = i18n._({ id: 'connections.notice.look', message: 'View' })
  notify('neutral', notificationText(i18n, news), {
    // A stranger's first message also causes a chat notice: with the same subject they are one notice, dismissed with the conversation.
    ...(news.subject === '' ? {} : { about: news.subject }),
    action: { label: viewLabel, run: () => open(path) },
    ...(news.kind === 'request_asked' ? { answer: acceptanceNotice(news.subject, () => open(path)) } : {}),
  })
}

/** Accepts the request of `uid` without opening the app; a request that can't be accepted is opened instead. */
function acceptanceNotice(uid: Notification['subject'], show: () => void): NoticeAnswer {
  const accept = async () => {
    const response = await readApi(connectionCalls.acceptRequest, { params: { uid } })
    if (!response.ok) show()
  }
  return { kind: 'accept', label: i18n._({ id: 'connections.accept', message: 'Accept' }), run: () => void accept() }
}

/** Whether the user is looking at that page; a moment may be open over any feed. */
function isOnScreen(path: string): boolean {
  const { pathname, searchParams } = new URL(path, location.origin)
  const here = new URLSearchParams(location.search)
  const isHere = location.pathname.startsWith(pathname) && [...searchParams].every(([name, value]) => here.get(name) === value)
  return isHere && document.visibilityState === 'visible'
}
