import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { bringBack } from './dismissals.ts'
import './DismissedPeople.css'

/** Dismissed people, behind a button; each can be restored. */
export function DismissedPeople() {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="wl-dismissed">
      <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {i18n._({ id: 'match.passed-on', message: 'People you passed on' })}
      </Button>
      {isOpen && <DismissedList />}
    </section>
  )
}

function DismissedList() {
  const { i18n } = useLingui()
  const dismissed = useCall(tasteCalls.getDismissed)
  if (dismissed.error) return <ErrorState kind={dismissed.error.failure.kind} onRetry={() => void dismissed.refetch()} />
  if (!dismissed.data) return <Skeleton height={44} />
  const { people } = dismissed.data
  if (people.length === 0) {
    return <p className="wl-muted">{i18n._({ id: 'match.passed-on.none', message: 'Nobody yet. People you pass on appear here.' })}</p>
  }
  return (
    <ul className="wl-dismissed-list">
      {people.map((person) => (
        <li key={person.uid}>
          <Avatar person={person} size={36} />
          <Link className="wl-line" to={`/profile/${person.uid}`}>
            {person.name}
          </Link>
          <Button
            variant="default"
            aria-label={i18n._({ id: 'match.bring-back.whom', message: 'Suggest {name} again', values: { name: person.name } })}
            onClick={() => void bringBack(person)}
          >
            {i18n._({ id: 'match.bring-back', message: 'Suggest again' })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
