import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { notificationFilters, type NotificationFilterName } from '#contract/notifications.ts'
import { markRead, type NotificationList, useNotifications } from '#web/features/notifications/notifications.api.ts'
import { NotificationRow } from '#web/features/notifications/NotificationRow.tsx'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { RequestList } from '#web/features/matching/RequestList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'

type Filter = NotificationFilterName | undefined

/** All notifications, or a part of them. Leaving the page marks the visible ones as read. */
export function NotificationsPage() {
  const { i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const filter = notificationFilters.find((name) => name === search.get('filter'))
  const pick = (next: Filter) => setSearch(next === undefined ? {} : { filter: next }, { replace: true })
  const list = useNotifications(filter)
  // A filtered list does not mark the other notifications as read.
  useReadWhenLeft(list.status === 'ready' && filter === undefined)
  const hasUnread = list.status === 'ready' && list.notifications.some((notification) => notification.is_unread)
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
      <Filters filter={filter} onPick={pick} />
      {(filter === undefined || filter === 'people') && (
        <section className="wl-card wl-notification-requests">
          <RequestList />
        </section>
      )}
      <List list={list} filter={filter} onShowAll={() => pick(undefined)} />
    </>
  )
}

function Filters({ filter, onPick }: { filter: Filter; onPick: (filter: Filter) => void }) {
  const { i18n } = useLingui()
  const filters: readonly [Filter, string][] = [
    [undefined, i18n._({ id: 'notifications.filter.all', message: 'All' })],
    ['unread', i18n._({ id: 'notifications.filter.unread', message: 'Unread' })],
    ['mentions', i18n._({ id: 'notifications.filter.mentions', message: 'Mentions and replies' })],
    ['moments', i18n._({ id: 'notifications.filter.moments', message: 'Moments' })],
    ['people', i18n._({ id: 'notifications.filter.people', message: 'People' })],
    ['music', i18n._({ id: 'notifications.filter.music', message: 'Music and accounts' })],
  ]
  return (
    <ChipRow label={i18n._({ id: 'notifications.filter', message: 'Show notifications' })}>
      {filters.map(([name, label]) => (
        <FilterChip key={label} isOn={filter === name} onPick={() => onPick(name)}>
          {label}
        </FilterChip>
      ))}
    </ChipRow>
  )
}

function List({ list, filter, onShowAll }: { list: NotificationList; filter: Filter; onShowAll: () => void }) {
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
  const others = list.notifications.filter((notification) => notification.kind !== 'request_asked')
  if (list.notifications.length === 0 && filter !== undefined)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={onShowAll}>
            {i18n._({ id: 'notifications.filter.show-all', message: 'Show all notifications' })}
          </Button>
        }
      >
        {i18n._({ id: 'notifications.filter.empty', message: 'Nothing here right now.' })}
      </EmptyState>
    )
  if (list.notifications.length === 0)
    return (
      <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'nav.buddies', message: 'Find buddies' }) }}>
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
