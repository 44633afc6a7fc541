import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { markRead, type NotificationList, useNotifications } from '#web/features/notifications/notifications.api.ts'
import { NotificationRow } from '#web/features/notifications/NotificationRow.tsx'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { RequestList } from '#web/features/matching/RequestList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'

/** All notifications. Leaving the page marks the visible ones as read. */
export function NotificationsPage() {
  const { i18n } = useLingui()
  const list = useNotifications()
  useReadWhenLeft(list.status === 'ready')
  const hasUnread = list.status === 'ready' && list.notifications.some((it) => it.is_unread)
  return (
    <>
      <PageHeader
        repeatsBar
        title={i18n._({ id: 'notifications.title', message: 'Notifications' })}
        lead={
          <Link className="wl-link" to="/settings#notifications">
            {i18n._({ id: 'notifications.choose', message: 'Notification settings' })}
          </Link>
        }
        {...(hasUnread
          ? {
              aside: (
                <Button variant="default" onClick={() => void markRead()}>
                  {i18n._({ id: 'notifications.mark-all', message: 'Mark all as read' })}
                </Button>
              ),
            }
          : {})}
      />
      <section className="wl-card wl-notification-requests">
        <RequestList />
      </section>
      <List list={list} />
    </>
  )
}

function List({ list }: { list: NotificationList }) {
  const { i18n } = useLingui()
  if (list.status === 'loading')
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'notifications.loading', message: 'Loading notifications' })} />
        <div className="wl-card wl-notifications">
          <ListSkeleton rows={6} />
        </div>
      </>
    )
  if (list.status === 'failed') return <ErrorState kind={list.failure.kind} onRetry={list.retry} />
  // Open requests have their own list above.
  const others = list.notifications.filter((it) => it.kind !== 'request_asked')
  if (list.notifications.length === 0)
    return (
      <EmptyState
        action={
          <Button component={Link} to="/find_buddies">
            {i18n._({ id: 'nav.buddies', message: 'Find buddies' })}
          </Button>
        }
      >
        {i18n._({ id: 'notifications.empty', message: 'No notifications yet. Find some buddies to get started.' })}
      </EmptyState>
    )
  return (
    <>
      {others.length > 0 && (
        <ul className="wl-card wl-notifications">
          {others.map((notification) => (
            <NotificationRow key={notification.key} notification={notification} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {i18n._({ id: 'notifications.more', message: 'Show earlier' })}
        </Button>
      )}
    </>
  )
}

function useReadWhenLeft(wasShown: boolean): void {
  useEffect(() => {
    if (!wasShown) return undefined
    return () => {
      if (useNotificationsStore.getState().unread > 0) void markRead()
    }
  }, [wasShown])
}
