import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { hasFilter, type MatchQuery } from './match-filter.ts'
import { AddTaste } from './AddTaste.tsx'

/** Shown without matches: removes the filter, or suggests adding taste. */
export function NoMatches({ query, onShowAll }: { query: MatchQuery; onShowAll: () => void }) {
  const { i18n } = useLingui()
  if (hasFilter(query)) {
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={onShowAll}>
            {i18n._({ id: 'match.show-everybody', message: 'Show everyone' })}
          </Button>
        }
      >
        {query.language || query.active
          ? i18n._({ id: 'match.empty.narrowed', message: 'Nobody on your wavelength fits these filters yet.' })
          : i18n._({ id: 'match.empty.filtered', message: 'Nobody matches you on this alone yet.' })}
      </EmptyState>
    )
  }
  return (
    <AddTaste>
      {i18n._({
        id: 'match.empty',
        message: 'Nobody on your wavelength yet. The more we know about what you love, the more people we find.',
      })}
    </AddTaste>
  )
}
