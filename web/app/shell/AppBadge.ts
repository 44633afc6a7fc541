import { useEffect } from 'react'
import { useUnreadMessages } from '#web/features/chat/runtime/current-chat.ts'
import { useConnectionsStore } from '#web/features/connections/connections.store.ts'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { useTitleCount } from '#web/ui/text/title-count.ts'

/** The count in the tab title and on the app icon: messages, requests and notifications. Renders nothing. */
export function AppBadge(): null {
  const messages = useUnreadMessages() ?? 0
  const requests = useConnectionsStore((state) => state.connectionRequestsCount)
  const news = useNotificationsStore((state) => state.unread)
  const count = messages + requests + news
  useEffect(() => showBadge(count), [count])
  // Signing out clears the badge.
  useEffect(() => () => showBadge(0), [])
  return null
}

function showBadge(count: number): void {
  useTitleCount.setState({ count })
  if (!('setAppBadge' in navigator)) return
  // Browsers reject this without an installed app, which has no icon to badge.
  navigator.setAppBadge(count).catch(() => undefined)
}
