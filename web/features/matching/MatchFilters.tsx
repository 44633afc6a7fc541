import { useLingui } from '@lingui/react'
import type { MatchFilter } from '#contract/taste/taste.ts'
import { languageOptions } from '#web/features/profiles/languages.ts'
import { ChipRow, FilterChip } from '#web/ui/Chip.tsx'
import type { MatchQuery } from './match-filter.ts'
import './MatchFilters.css'

export type MatchNarrowingProps = { query: MatchQuery; onChange: (query: MatchQuery) => void }

/** Filters: what to compare, language, and recent activity. */
export function MatchFilters({ query, onChange }: MatchNarrowingProps) {
  const { i18n } = useLingui()
  const filterChip = (filter: MatchFilter, words: string) => (
    <FilterChip isOn={query.filter === filter} onPick={() => onChange({ ...query, filter })}>
      {words}
    </FilterChip>
  )
  return (
    <div className="wl-narrowing">
      <ChipRow label={i18n._({ id: 'match.filter', message: 'What to compare' })}>
        {filterChip('all', i18n._({ id: 'match.filter.all', message: 'Music + video' }))}
        {filterChip('music', i18n._({ id: 'match.filter.music', message: 'Music only' }))}
        {filterChip('video', i18n._({ id: 'match.filter.video', message: 'Video only' }))}
      </ChipRow>
      <ChipRow label={i18n._({ id: 'match.narrow', message: 'Who to show' })}>
        <select
          className="wl-chip wl-chip-filter wl-narrowing-language"
          data-kind={query.language ? 'match' : 'plain'}
          aria-label={i18n._({ id: 'match.narrow.language', message: 'Language' })}
          value={query.language ?? ''}
          onChange={(event) => onChange({ ...query, language: event.currentTarget.value || undefined })}
        >
          <option value="">{i18n._({ id: 'match.narrow.any-language', message: 'Any language' })}</option>
          {languageOptions(i18n.locale).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <FilterChip isOn={query.active === 'yes'} onPick={() => onChange({ ...query, active: query.active ? undefined : 'yes' })}>
          {i18n._({ id: 'match.narrow.active', message: 'Recently active' })}
        </FilterChip>
      </ChipRow>
    </div>
  )
}
