import { useLingui } from '@lingui/react'
import type { PersonRow as Row } from '#contract/profiles.ts'
import { mutualBuddiesText } from '#web/features/connections/connections.messages.ts'
import { PersonActions } from '#web/features/matching/connect/PersonActions.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import type { More } from '#web/platform/query-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import './PeopleRows.css'

export type PeopleRowsProps = {
  people: readonly Row[]
  /** The next page; null after the last one. */
  more: More | null
  hasActions?: boolean
}

/** A list of people, each with their relationship to the viewer and action buttons. */
export function PeopleRows({ people, more, hasActions = true }: PeopleRowsProps) {
  const { i18n } = useLingui()
  const aboutText = ({ match_percent, mutual_count }: Row) =>
    [
      match_percent === null
        ? ''
        : i18n._({ id: 'people.match', message: '{percent}% match', values: { percent: i18n.number(match_percent) } }),
      mutualBuddiesText(i18n, mutual_count),
    ]
      .filter((part) => part !== '')
      .join(' · ')
  return (
    <>
      <ul className="wl-people">
        {people.map((person) => (
          <PersonRow
            key={person.uid}
            person={person}
            about={aboutText(person)}
            actions={hasActions ? <PersonActions person={person} relation={person.relation} mayAsk={person.may_ask} /> : undefined}
          />
        ))}
      </ul>
      {more && (
        <Button variant="default" className="wl-people-more" loading={more.isLoading} onClick={more.load}>
          {i18n._({ id: 'people.more', message: 'Show more people' })}
        </Button>
      )}
    </>
  )
}
