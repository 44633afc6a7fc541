import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { RequestList } from '#web/features/matching/RequestList.tsx'
import { useNotifications } from '#web/features/notifications/notifications.api.ts'
import { NotificationRow } from '#web/features/notifications/NotificationRow.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'

/** Read notifications are shown up to this number; unread ones always, because the bell counts them. */
const MAX_NOTIFICATIONS = 6

/** Open requests and the latest notifications. Each row links to its page. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  return (
    <section className="wl-bell-panel" aria-label={i18n._({ id: 'notifications.title', message: 'Notifications' })}>
      <RequestList onPick={onClose} />
      <Latest onPick={onClose} />
      <Link className="wl-link wl-bell-all" to="/notifications" onClick={onClose}>
        {i18n._({ id: 'bell.all', message: 'All notifications' })}
      </Link>
    </section>
  )
}

function Latest({ onPick }: { onPick: () => void }) {
  const { i18n } = useLingui()
  const list = useNotifications()
  // Requests have their own list above, where they can be answered.
  const others = list.status === 'ready' ? list.notifications.filter((notification) => notification.kind !== 'request_asked') : []
  const latest = others.filter((other, index) => other.is_unread || index < MAX_NOTIFICATIONS)
  return (
    <>
      <h2>{i18n._({ id: 'bell.latest', message: 'Latest' })}</h2>
      {list.status === 'loading' && <ListSkeleton rows={3} />}
      {list.status === 'failed' && <ErrorState kind={list.failure.kind} onRetry={list.retry} />}
      {list.status === 'ready' && latest.length === 0 && (
        <p className="wl-muted wl-small wl-bell-empty">{i18n._({ id: 'bell.empty', message: 'Nothing new right now.' })}</p>
      )}
      {latest.length > 0 && (
        <ul>
          {latest.map((notification) => (
            <NotificationRow key={notification.key} notification={notification} onPick={onPick} />
          ))}
        </ul>
      )}
    </>
  )
}
