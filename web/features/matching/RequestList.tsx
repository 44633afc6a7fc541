import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { IncomingRequest } from '#contract/connections.ts'
import { mutualBuddiesText } from '#web/features/connections/connections.messages.ts'
import { useOpenRequests } from '#web/features/connections/requests.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { RequestMatch } from './RequestMatch.tsx'
import './RequestList.css'

/** Open connection requests under a heading. The bell counts each of them, so each has the mark of a new entry. */
export function RequestList({ onPick }: { onPick?: () => void }) {
  const { i18n } = useLingui()
  const { open = [] } = useOpenRequests()
  if (open.length === 0) return null
  return (
    <>
      <h2>{i18n._({ id: 'bell.title', message: 'Requests' })}</h2>
      <ul className="wl-request-list">
        {open.map((request) => (
          <RequestRow key={request.person.uid} request={request} onPick={onPick} />
        ))}
      </ul>
    </>
  )
}

function RequestRow({ request, onPick }: { request: IncomingRequest; onPick: (() => void) | undefined }) {
  const { i18n } = useLingui()
  const { person, note } = request
  const about = note || mutualBuddiesText(i18n, request.mutual_count)
  return (
    <li>
      <Link className="wl-request-row" to={`/view-connection/${person.uid}`} onClick={onPick}>
        <Avatar person={person} size={44} />
        <span className="wl-request-text">
          <span>
            {i18n._({ id: 'notifications.request-asked', message: '{name} would like to connect', values: { name: person.name } })}
          </span>
          {about !== '' && <span className="wl-line wl-muted wl-small">{about}</span>}
          <RequestMatch uid={person.uid} />
        </span>
        <span className="wl-request-dot">
          <span className="wl-hidden">{i18n._({ id: 'notifications.unread', message: 'unread' })}</span>
        </span>
      </Link>
    </li>
  )
}
