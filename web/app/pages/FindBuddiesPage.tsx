import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { useSearchParams } from 'react-router'
import type { MatchFilter } from '#contract/taste.ts'
import { BuddyList } from '#web/features/taste/BuddyList.tsx'
import { flushDismissalsOnLeave, useDismissals } from '#web/features/taste/dismissals.ts'
import { matchFilterOf } from '#web/features/taste/match-filter.ts'
import { useMatches } from '#web/features/taste/taste.api.ts'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** People ranked by what both love. The filter stands in the address, so that it can be kept and sent. */
export function FindBuddiesPage() {
  const { i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const filter = matchFilterOf(search.get('filter'))
  const matches = useMatches(
    filter,
    useDismissals((state) => state.hidden),
  )
  useEffect(flushDismissalsOnLeave, [])
  const pick = (next: MatchFilter) => setSearch(next === 'all' ? {} : { filter: next }, { replace: true })

  return (
    <>
      <PageHeader
        title={i18n._({ id: 'match.page.title', message: 'People on your wavelength' })}
        lead={i18n._({
          id: 'match.page.lead',
          message: 'Ranked by what you both listen to and watch. Rare favourites count for more than hits.',
        })}
      />
      <div className="wl-buddies-bar">
        <ChipRow label={i18n._({ id: 'match.filter', message: 'What to compare' })}>
          <FilterChip isOn={filter === 'all'} onPick={() => pick('all')}>
            {i18n._({ id: 'match.filter.all', message: 'Music + video' })}
          </FilterChip>
          <FilterChip isOn={filter === 'music'} onPick={() => pick('music')}>
            {i18n._({ id: 'match.filter.music', message: 'Music only' })}
          </FilterChip>
          <FilterChip isOn={filter === 'video'} onPick={() => pick('video')}>
            {i18n._({ id: 'match.filter.video', message: 'Video only' })}
          </FilterChip>
        </ChipRow>
        <output className="wl-muted">
          {matches.status === 'ready' &&
            i18n._({ id: 'match.count', message: '{count, plural, one {# person} other {# people}}', values: { count: matches.total } })}
        </output>
      </div>
      <BuddyList matches={matches} filter={filter} onShowAll={() => pick('all')} />
    </>
  )
}
