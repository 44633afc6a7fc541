import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Listening } from '#contract/taste/listening.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { Button } from '#web/ui/Button.tsx'

/** A week with little in it: what buddies play, or where to begin. */
export function QuietWeek({ ideas }: { ideas: readonly Listening[] }) {
  const { i18n } = useLingui()
  return (
    <section className="wl-card wl-week-section">
      <h2>{i18n._({ id: 'week.quiet', message: 'A quiet week' })}</h2>
      {ideas.length === 0 ? (
        <>
          <p className="wl-muted">
            {i18n._({ id: 'week.quiet.none', message: 'Connect an account or import your history, and your next week has a recap.' })}
          </p>
          <div className="wl-week-actions">
            <Button component={Link} to="/social_connect">
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
