import { useLingui } from '@lingui/react'
import { Link, useSearchParams } from 'react-router'
import { discoverCalls } from '#contract/taste/discover.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import { Discoveries, DiscoveriesSkeleton } from '#web/features/discover/Discoveries.tsx'
import { AddTaste } from '#web/features/matching/AddTaste.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** Recommendations: items that similar people love and the viewer does not have yet. */
export function DiscoverPage() {
  const { i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const requested = search.get('filter')
  const filter = requested === 'music' || requested === 'video' ? requested : 'all'
  const pick = (next: MatchFilter) => setSearch(next === 'all' ? {} : { filter: next }, { replace: true })
  return (
    <>
      <PageHeader
        title={i18n._({ id: 'discover.title', message: 'Fresh for you' })}
        lead={i18n._({ id: 'discover.lead', message: 'Loved by people with similar taste, and not in your library yet.' })}
        aside={
          <>
            <Button component={Link} to="/saved" variant="default" size="sm">
              {i18n._({ id: 'folders.title', message: 'Saved' })}
            </Button>
            <Button component={Link} to="/blends" variant="default" size="sm">
              {i18n._({ id: 'blends.title', message: 'Blends' })}
            </Button>
            <ChipRow label={i18n._({ id: 'discover.filter', message: 'What to show' })}>
              <FilterChip isOn={filter === 'all'} onPick={() => pick('all')}>
                {i18n._({ id: 'discover.filter.all', message: 'Everything' })}
              </FilterChip>
              <FilterChip isOn={filter === 'music'} onPick={() => pick('music')}>
                {i18n._({ id: 'discover.filter.music', message: 'Music' })}
              </FilterChip>
              <FilterChip isOn={filter === 'video'} onPick={() => pick('video')}>
                {i18n._({ id: 'discover.filter.video', message: 'Video' })}
              </FilterChip>
            </ChipRow>
          </>
        }
      />
      <FilteredDiscoveries filter={filter} onShowAll={() => pick('all')} />
    </>
  )
}

/** Below this number of known items, recommendations are weak. */
const LITTLE = 10

function LittleKnown({ known }: { known: number }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-muted wl-discover-little">
      {i18n._({
        id: 'discover.little',
        message: 'This is based on {count, plural, one {# item} other {# items}} you love. Add more for better suggestions.',
        values: { count: known },
      })}{' '}
      <Link to="/social_connect#picks">{i18n._({ id: 'match.empty.action', message: 'Tell us what you love' })}</Link>
    </p>
  )
}

function NothingNew({ filter, onShowAll }: { filter: MatchFilter; onShowAll: () => void }) {
  const { i18n } = useLingui()
  if (filter !== 'all') {
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={onShowAll}>
            {i18n._({ id: 'discover.show-everything', message: 'Show everything' })}
          </Button>
        }
      >
        {filter === 'music'
          ? i18n._({ id: 'discover.empty.music', message: 'No new music for you yet.' })
          : i18n._({ id: 'discover.empty.video', message: 'Nothing new to watch yet.' })}
      </EmptyState>
    )
  }
  return (
    <AddTaste>
      {i18n._({ id: 'discover.empty', message: 'Nothing new for you yet. The more we know about what you love, the more we find.' })}
    </AddTaste>
  )
}

function FilteredDiscoveries({ filter, onShowAll }: { filter: MatchFilter; onShowAll: () => void }) {
  const found = useCall(discoverCalls.discover, { query: { filter } })
  if (found.data) {
    const { items, trending, of_buddies: ofBuddies, known } = found.data
    return (
      <>
        {known < LITTLE && items.length + trending.length + ofBuddies.length > 0 && <LittleKnown known={known} />}
        <Discoveries
          items={items}
          trending={trending}
          ofBuddies={ofBuddies}
          filter={filter}
          nothing={<NothingNew filter={filter} onShowAll={onShowAll} />}
        />
      </>
    )
  }
  if (found.error) return <ErrorState kind={found.error.failure.kind} onRetry={() => void found.refetch()} />
  return <DiscoveriesSkeleton />
}
