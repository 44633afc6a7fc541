import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { connectionCalls, type IncomingRequest } from '#contract/connections.ts'
import { useNotifications } from '#web/features/notifications/notifications.api.ts'
import { NotificationRow } from '#web/features/notifications/NotificationRow.tsx'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'

const MAX_NOTIFICATIONS = 6

/** Open requests and the latest notifications. Each row links to its page. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  return (
    <section className="wl-bell-panel" aria-label={i18n._({ id: 'notifications.title', message: 'Notifications' })}>
      <WaitingRequests onPick={onClose} />
      <Latest onPick={onClose} />
      <Link className="wl-link wl-bell-all" to="/notifications" onClick={onClose}>
        {i18n._({ id: 'bell.all', message: 'All notifications' })}
      </Link>
    </section>
  )
}

function WaitingRequests({ onPick }: { onPick: () => void }) {
  const { i18n } = useLingui()
  const requests = useCall(connectionCalls.getRequests)
  if (!requests.data || requests.data.requests.length === 0) return null
  return (
    <>
      <h2>{i18n._({ id: 'bell.title', message: 'Requests' })}</h2>
      <ul>
        {requests.data.requests.map((request) => (
          <RequestRow key={request.person.uid} request={request} onPick={onPick} />
        ))}
      </ul>
    </>
  )
}

function Latest({ onPick }: { onPick: () => void }) {
  const { i18n } = useLingui()
  const list = useNotifications()
  // Requests have their own list above, where they can be answered.
  const latest = list.status === 'ready' ? list.notifications.filter((it) => it.kind !== 'request_asked').slice(0, MAX_NOTIFICATIONS) : []
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

function RequestRow({ request: { person, note, mutual_count: mutual }, onPick }: { request: IncomingRequest; onPick: () => void }) {
  const { i18n } = useLingui()
  const about =
    note ||
    i18n._({
      id: 'bell.mutual',
      message: '{count, plural, =0 {wants to connect} one {# mutual buddy} other {# mutual buddies}}',
      values: { count: mutual },
    })
  return (
    <li>
      <Link className="wl-bell-row" to={`/view-connection/${person.uid}`} onClick={onPick}>
        <Avatar person={person} size={44} />
        <span>
          <strong className="wl-line">{person.name}</strong>
          <span className="wl-line wl-muted wl-small">{about}</span>
        </span>
      </Link>
    </li>
  )
}
