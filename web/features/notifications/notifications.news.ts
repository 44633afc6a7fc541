import { notificationCalls } from '#contract/notifications.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall } from '#web/platform/query.ts'
import { pathOf, sentenceOf } from './notifications.words.ts'

/** Something came, was read elsewhere or is gone: lists are read again, and the group `latest` is told in passing. */
export async function tellOfNews(latest: string | null, open: (path: string) => void): Promise<void> {
  void refreshCall(notificationCalls.getNotifications)
  if (latest === null) return
  const result = await readApi(notificationCalls.getNotifications, { query: { limit: 5 } })
  const news = result.ok ? result.value.notifications.find(({ key, is_unread: isUnread }) => key === latest && isUnread) : undefined
  if (!news) return
  const path = pathOf(news)
  const look = i18n._({ id: 'connections.notice.look', message: 'Look' })
  notify('neutral', sentenceOf(i18n, news), path === null ? {} : { action: { label: look, run: () => open(path) } })
}
