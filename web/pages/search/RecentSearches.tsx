import { useLingui } from '@lingui/react'
import { IconClock, IconX } from '@tabler/icons-react'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useRecentSearches } from '#web/features/profiles/recent-searches.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'

/** What was searched for lately in this browser; one by one or all of it can be forgotten. */
export function RecentSearches({ onPick }: { onPick: (typed: string) => void }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const { recent, forget, clear } = useRecentSearches()
  if (me === null || recent.length === 0) return null
  const title = i18n._({ id: 'search.recent', message: 'Recent searches' })
  return (
    <section className="wl-recent" aria-label={title}>
      <SectionHeader title={title}>
        <Button variant="subtle" onClick={() => clear(me)}>
          {i18n._({ id: 'search.recent.clear', message: 'Clear all' })}
        </Button>
      </SectionHeader>
      <ul>
        {recent.map((typed) => (
          <li key={typed}>
            <button type="button" className="wl-recent-search" onClick={() => onPick(typed)}>
              <IconClock size={20} stroke={1.8} aria-hidden />
              <span className="wl-line">{typed}</span>
            </button>
            <ActionIcon
              aria-label={i18n._({ id: 'search.recent.forget', message: 'Forget the search for {typed}', values: { typed } })}
              onClick={() => forget(me, typed)}
            >
              <IconX size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  )
}
