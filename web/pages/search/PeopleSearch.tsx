import { useEffect, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate, useSearchParams } from 'react-router'
import { limits } from '#contract/limits.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { PeopleField } from '#web/features/profiles/PeopleField.tsx'
import { useRecentSearches, searchTextOfChoice } from '#web/features/profiles/recent-searches.ts'
import { type PeopleScope, usePeoplePages } from '#web/features/profiles/people-search.ts'
import { type Item, mediaCalls } from '#contract/media.ts'
import { itemKindText } from '#web/features/media/items/item-kind.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { PeopleRows } from './PeopleRows.tsx'
import { IconClock, IconX } from '@tabler/icons-react'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import './PeopleSearch.css'

const MAX_SHOWN = 8

/** Artists and channels that match, below the people. Renders nothing without any. */
function CatalogResults({ items }: { items: readonly Item[] }) {
  const { i18n } = useLingui()
  if (items.length === 0) return null
  return (
    <section className="wl-results">
      <h2>{i18n._({ id: 'search.catalog', message: 'Artists and channels' })}</h2>
      <ul className="wl-item-list">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} about={itemKindText(i18n, item.kind)} />
        ))}
      </ul>
    </section>
  )
}

export type PeopleSearchProps = {
  scope: PeopleScope
  placeholder: string
  /** Whether matching artists and channels appear below the people. */
  hasCatalog?: boolean
  /** Shown before a search. */
  idle?: ReactNode
}

/** A people search: field, recent searches and results. The query is in the address. */
export function PeopleSearch({ scope, placeholder, hasCatalog = false, idle }: PeopleSearchProps) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const typed = (search.get('q') ?? '').trim().slice(0, limits.search.max)
  const isLongEnough = typed.length >= limits.search.min
  const catalog = useCall(mediaCalls.searchCatalog, { query: { q: typed } }, { enabled: hasCatalog && isLongEnough })
  const items = catalog.data?.items.slice(0, MAX_SHOWN) ?? []
  const { read, add } = useRecentSearches()

  useEffect(() => {
    if (me) read(me)
  }, [me, read])
  useEffect(() => {
    if (me && isLongEnough) add(me, typed)
  }, [me, isLongEnough, typed, add])

  return (
    <div className="wl-people-search">
      <PeopleField
        scope={scope}
        initial={typed}
        label={placeholder}
        onSearch={(next) => setSearch(next === '' ? {} : { q: next })}
        onPick={(person, words) => {
          if (me) add(me, searchTextOfChoice(person.name, words))
          void navigate(`/profile/${person.uid}`)
        }}
      />
      {isLongEnough ? (
        <>
          <PeopleResults scope={scope} typed={typed} hasItems={items.length > 0} />
          <CatalogResults items={items} />
        </>
      ) : (
        <>
          {typed !== '' && (
            <output className="wl-muted">
              {i18n._({ id: 'search.too-short', message: 'Type at least {min} characters.', values: { min: limits.search.min } })}
            </output>
          )}
          {scope.kind === 'all' && <RecentSearches onPick={(next) => setSearch({ q: next })} />}
          {idle}
        </>
      )}
    </div>
  )
}

/** The best results first, each with action buttons. */
function PeopleResults({ scope, typed, hasItems }: { scope: PeopleScope; typed: string; hasItems: boolean }) {
  const { i18n } = useLingui()
  const found = usePeoplePages(scope, typed)
  if (found.status === 'failed') return <ErrorState kind={found.failure.kind} onRetry={found.retry} />
  if (found.status === 'loading') {
    return <ListSkeleton rows={4} label={i18n._({ id: 'search.loading', message: 'Searching' })} />
  }
  const people = found.pages.flatMap((page) => page.people)
  if (people.length === 0) return <Nobody scope={scope} typed={typed} hasItems={hasItems} />
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

/** One line above artists and channels that match, otherwise an empty state. */
function Nobody({ scope, typed, hasItems }: { scope: PeopleScope; typed: string; hasItems: boolean }) {
  const { i18n } = useLingui()
  const text = i18n._({ id: 'search.nobody', message: 'Nobody called “{typed}” was found.', values: { typed } })
  if (hasItems) return <output className="wl-muted">{text}</output>
  const next =
    scope.kind === 'all'
      ? { to: '/find_buddies', label: i18n._({ id: 'search.nobody.action', message: 'People on your wavelength' }) }
      : { to: `/search?q=${encodeURIComponent(typed)}`, label: i18n._({ id: 'search.nobody.everywhere', message: 'Search everyone' }) }
  return (
    <EmptyState next={{ ...next, variant: 'default' }}>
      <output>{text}</output>
    </EmptyState>
  )
}

/** Recent searches in this browser; each one or all can be removed. */
function RecentSearches({ onPick }: { onPick: (typed: string) => void }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const { recent, forget: removeSearch, clear } = useRecentSearches()
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
              icon={IconX}
              iconSize={18}
              aria-label={i18n._({ id: 'search.recent.forget', message: 'Remove {typed} from recent searches', values: { typed } })}
              onClick={() => removeSearch(me, typed)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
