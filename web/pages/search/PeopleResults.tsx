import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { usePeoplePages, type PeopleScope } from '#web/features/profiles/people-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { PeopleRows } from './PeopleRows.tsx'

/** People who were found, best first, each with what the viewer can do about them. */
export function PeopleResults({ scope, typed }: { scope: PeopleScope; typed: string }) {
  const { i18n } = useLingui()
  const found = usePeoplePages(scope, typed)
  if (found.status === 'failed') return <ErrorState kind={found.failure.kind} onRetry={found.retry} />
  if (found.status === 'loading') {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'search.loading', message: 'Searching' })} />
        <ListSkeleton rows={4} />
      </>
    )
  }
  const people = found.pages.flatMap((page) => page.people)
  if (people.length === 0) return <Nobody scope={scope} typed={typed} />
  return (
    <section className="wl-results">
      <SectionHeader title={i18n._({ id: 'search.people', message: 'People' })}>
        <output className="wl-muted wl-small">
          {found.more
            ? i18n._({ id: 'search.found.more', message: 'More than {count} people', values: { count: people.length } })
            : i18n._({ id: 'search.found', message: '{count, plural, one {# person} other {# people}}', values: { count: people.length } })}
        </output>
      </SectionHeader>
      <PeopleRows people={people} more={found.more} />
    </section>
  )
}

function Nobody({ scope, typed }: { scope: PeopleScope; typed: string }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      action={
        scope.kind === 'everybody' ? (
          <Button component={Link} to="/find_buddies" variant="default">
            {i18n._({ id: 'search.nobody.action', message: 'People on your wavelength' })}
          </Button>
        ) : (
          <Button component={Link} to={`/search?q=${encodeURIComponent(typed)}`} variant="default">
            {i18n._({ id: 'search.nobody.everywhere', message: 'Search among everybody' })}
          </Button>
        )
      }
    >
      <output>{i18n._({ id: 'search.nobody', message: 'Nobody called “{typed}” was found.', values: { typed } })}</output>
    </EmptyState>
  )
}
