import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { connectionCalls, type IncomingRequest } from '#contract/connections.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'

/** Who waits for an answer. Each row leads to the page where it is given. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const requests = useCall(connectionCalls.getRequests)
  const title = i18n._({ id: 'bell.title', message: 'Waiting for you' })
  return (
    <section className="wl-bell-panel" aria-label={title}>
      <h2>{title}</h2>
      {requests.isPending && <ListSkeleton rows={3} />}
      {requests.isError && <ErrorState kind={requests.error.failure.kind} onRetry={() => void requests.refetch()} />}
      {requests.data?.requests.length === 0 && (
        <p className="wl-muted wl-small" style={{ padding: '0 6px 8px' }}>
          {i18n._({ id: 'bell.empty', message: 'No requests right now.' })}
        </p>
      )}
      {requests.data && requests.data.requests.length > 0 && (
        <ul>
          {requests.data.requests.map((request) => (
            <RequestRow key={request.person.uid} request={request} onPick={onClose} />
          ))}
        </ul>
      )}
    </section>
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
        <Avatar person={person} size={40} />
        <span>
          <strong className="wl-line">{person.name}</strong>
          <span className="wl-line wl-muted wl-small">{about}</span>
        </span>
      </Link>
    </li>
  )
}
