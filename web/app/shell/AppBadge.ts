import { useEffect } from 'react'
import { useUnreadMessages } from '#web/features/chat/runtime/current-chat.ts'
import { useConnectionsStore } from '#web/features/connections/connections.store.ts'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { useTitleCount } from '#web/ui/title-count.ts'

/** The count in the title of the tab and on the icon of the installed app: messages, requests and other news. Draws nothing here. */
export function AppBadge(): null {
  const messages = useUnreadMessages() ?? 0
  const requests = useConnectionsStore((state) => state.connectionRequestsCount)
  const news = useNotificationsStore((state) => state.unread)
  const count = messages + requests + news
  useEffect(() => showBadge(count), [count])
  // Whoever signs out leaves no count behind.
  useEffect(() => () => showBadge(0), [])
  return null
}

function showBadge(count: number): void {
  useTitleCount.setState({ count })
  if (!('setAppBadge' in navigator)) return
  // A browser may refuse it where nothing is installed; then there is no icon to count on.
  navigator.setAppBadge(count).catch(() => undefined)
}
