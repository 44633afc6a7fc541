import { useRef, useState, type MouseEvent } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { PersonCard } from '#contract/people.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'
import { restorePerson } from './dismissals.ts'
import './DismissedPeople.css'

/** Dismissed people, behind a button; each can be restored. Renders nothing without any. */
export function DismissedPeople() {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const dismissed = useCall(tasteCalls.getDismissed)
  if (!dismissed.error && !dismissed.data?.people.length) return null
  const title = i18n._({ id: 'match.passed-on', message: 'People you passed on' })
  return (
    <section className="wl-dismissed">
      <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title}
      </Button>
      {isOpen &&
        (dismissed.data ? (
          <DismissedList title={title} people={dismissed.data.people} />
        ) : (
          dismissed.error && <ErrorState kind={dismissed.error.failure.kind} onRetry={() => void dismissed.refetch()} />
        ))}
    </section>
  )
}

function DismissedList({ title, people }: { title: string; people: readonly PersonCard[] }) {
  const { i18n } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  /** The row disappears with its pressed button. */
  const handleBringBack = async ({ currentTarget }: MouseEvent, person: PersonCard) => {
    const page = currentTarget.closest('main')
    await restorePerson(person)
    focusIfLost(list.current ?? page)
  }
  return (
    <ul ref={list} className="wl-dismissed-list" aria-label={title} tabIndex={-1}>
      {people.map((person) => (
        <li key={person.uid}>
          <Avatar person={person} size={36} />
          <Link className="wl-line" to={`/profile/${person.uid}`}>
            {person.name}
          </Link>
          <Button
            variant="default"
            aria-label={i18n._({ id: 'match.bring-back.whom', message: 'Suggest {name} again', values: { name: person.name } })}
            onClick={(event) => void handleBringBack(event, person)}
          >
            {i18n._({ id: 'match.bring-back', message: 'Suggest again' })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
