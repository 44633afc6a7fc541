import { useId } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { useDismissals } from '#web/features/matching/dismissals.ts'
import { useMatches } from '#web/features/matching/taste.api.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import './MomentsAside.css'

const MOST = 4

/** Beside the feed on wide screens: whose moments one might like to hear, too. */
export function MomentsAside() {
  const { i18n } = useLingui()
  const titleId = useId()
  const matches = useMatches(
    { filter: 'all' },
    useDismissals((state) => state.hidden),
  )
  const people = matches.status === 'ready' ? matches.people.slice(0, MOST) : []
  if (people.length === 0) return null
  return (
    <aside className="wl-card wl-moments-aside" aria-labelledby={titleId}>
      <SectionHeader titleId={titleId} title={i18n._({ id: 'home.matches', message: 'On your wavelength' })}>
        <Link to="/find_buddies" className="wl-muted wl-small">
          {i18n._({ id: 'moments.aside.all', message: 'All' })}
        </Link>
      </SectionHeader>
      <ul className="wl-people">
        {people.map(({ person, match }) => (
          <PersonRow
            key={person.uid}
            person={person}
            about={i18n._({
              id: 'moments.aside.common',
              message: '{count, number} in common',
              values: { count: match.shared_artists + match.shared_channels },
            })}
            actions={<MatchFigure percent={match.percent} size="small" />}
          />
        ))}
      </ul>
    </aside>
  )
}
