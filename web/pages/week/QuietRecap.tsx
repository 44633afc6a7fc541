import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { formatPeriod, periodAround } from '#contract/taste/periods.ts'
import type { Recap } from '#contract/taste/recaps.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { Button } from '#web/ui/Button.tsx'
import { quietTitle } from './week.messages.ts'

/** A period with little in it: where plays are, what buddies play, or where to begin. */
export function QuietRecap({ recap: { kind, played, span, from, to, ideas } }: { recap: Recap }) {
  const { i18n } = useLingui()
  const isOutside = span !== null && (span.to < from || span.from > to)
  const nearest = span && periodAround(span.to < from ? span.to : span.from, kind === 'range' ? 'month' : kind)
  return (
    <section className="wl-card wl-week-section">
      <h2>{quietTitle(i18n, kind)}</h2>
      {isOutside && nearest && (
        <div className="wl-week-actions">
          <Button component={Link} to={`/week/${formatPeriod(nearest)}`}>
            {span.to < from
              ? i18n._({ id: 'week.quiet.last', message: 'See your last plays' })
              : i18n._({ id: 'week.quiet.first', message: 'See your first plays' })}
          </Button>
        </div>
      )}
      {ideas.length === 0 ? (
        <>
          <p className="wl-muted">
            {span === null || played === null
              ? i18n._({ id: 'week.quiet.none', message: 'Connect an account or import your history: your plays appear here.' })
              : i18n._({ id: 'week.quiet.few', message: 'There isn’t much to compare yet.' })}
          </p>
          <div className="wl-week-actions">
            <Button component={Link} to="/social_connect" variant={isOutside ? 'default' : 'filled'}>
              {i18n._({ id: 'week.quiet.connect', message: 'Connect an account' })}
            </Button>
            <Button component={Link} to="/discover_content" variant="default">
              {i18n._({ id: 'week.quiet.discover', message: 'Discover something new' })}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="wl-muted">{i18n._({ id: 'week.quiet.ideas', message: 'Here’s what your buddies are playing.' })}</p>
          <ul className="wl-week-list">
            {ideas.map(({ person, item }) => (
              <ItemRow key={person.uid} item={item} about={<bdi>{person.name}</bdi>} from={person.name} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
