import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PersonCard } from '#contract/people.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import './PersonRow.css'

export type PersonRowProps = {
  person: PersonCard
  /** After the user name: mutual buddies. */
  about?: string
  /** A text by the person, on separate lines. */
  note?: string
  /** A further line below the texts. */
  details?: ReactNode
  /** Buttons at the end of the row. */
  actions?: ReactNode
}

/** One person in a list. Put several into a `<ul className="wl-people">`. */
export function PersonRow({ person, about = '', note = '', details, actions }: PersonRowProps) {
  return (
    <li className="wl-person">
      <Link to={`/profile/${person.uid}`} tabIndex={-1} aria-hidden className="wl-person-face">
        <Avatar person={person} size={46} />
      </Link>
      <div className="wl-person-text">
        <Link to={`/profile/${person.uid}`} className="wl-line wl-person-name">
          {person.name}
        </Link>
        <span className="wl-line wl-dim wl-small">
          <bdi>@{person.user_name}</bdi>
          {about !== '' && ` · ${about}`}
        </span>
        {note !== '' && (
          <q className="wl-muted wl-person-note" dir="auto">
            {note}
          </q>
        )}
        {details}
      </div>
      {actions !== undefined && <div className="wl-person-end">{actions}</div>}
    </li>
  )
}
