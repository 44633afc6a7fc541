import { useId, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useLingui } from '@lingui/react'
import { connectionCalls } from '#contract/connections.ts'
import { limits } from '#contract/limits.ts'
import type { Profile } from '#contract/profiles.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { usePeople } from '#web/features/profiles/people-search.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { PeopleRows } from '#web/pages/search/PeopleRows.tsx'
import { viewAsInput, useViewAs } from './view-as.ts'
import './Buddies.css'

/** Lists with at least this many buddies are searchable. */
const SEARCHABLE_FROM = 6
/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 200

/** A person's buddies with their relationship to the viewer, and a search field unless the page has one. */
export function Buddies({ profile, isSearchable = true }: { profile: Profile; isSearchable?: boolean }) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const listId = useId()
  const [debounced] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const as = useViewAs(profile.uid)
  if (!profile.shows.buddies) {
    return (
      <EmptyState>
        {i18n._({
          id: 'profile.buddies.hidden',
          message: '{name}’s buddies are private.',
          values: { name: shortName(profile) },
        })}
      </EmptyState>
    )
  }
  const hasSearch = isSearchable && as === undefined && (profile.buddies_count ?? 0) >= SEARCHABLE_FROM
  return (
    <section className="wl-buddy-rows" aria-label={i18n._({ id: 'profile.tab.buddies', message: 'Buddies' })}>
      {hasSearch && (
        <search className="wl-buddy-search">
          <TextInput
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            aria-label={i18n._({ id: 'profile.buddies.search', message: 'Search these buddies' })}
            placeholder={i18n._({ id: 'profile.buddies.search', message: 'Search these buddies' })}
            aria-controls={listId}
            autoComplete="off"
            maxLength={limits.search.max}
          />
        </search>
      )}
      <div id={listId}>
        {debounced.length >= limits.search.min ? <FoundBuddies profile={profile} typed={debounced} /> : <All profile={profile} as={as} />}
      </div>
    </section>
  )
}

function All({ profile, as }: { profile: Profile; as: string | undefined }) {
  const { i18n } = useLingui()
  const buddies = useCallPages(connectionCalls.getBuddies, viewAsInput(profile.uid, as))
  if (buddies.status === 'failed') return <ErrorState kind={buddies.failure.kind} onRetry={buddies.retry} />
  if (buddies.status === 'loading') {
    return <ListSkeleton rows={6} label={i18n._({ id: 'profile.buddies.loading', message: 'Loading buddies' })} />
  }
  const people = buddies.pages.flatMap((page) => page.buddies)
  if (people.length === 0) return <NoBuddies profile={profile} />
  return <PeopleRows people={people} more={buddies.more} hasActions={as === undefined} />
}

function FoundBuddies({ profile, typed }: { profile: Profile; typed: string }) {
  const { i18n } = useLingui()
  const found = usePeople({ kind: 'within', uid: profile.uid }, typed)
  if (found.error && !found.data) return <ErrorState kind={found.error.failure.kind} onRetry={() => void found.refetch()} />
  if (!found.data) return <ListSkeleton rows={3} />
  if (found.data.people.length === 0) {
    return <p className="wl-muted">{i18n._({ id: 'profile.buddies.no-such', message: 'No buddies with that name.' })}</p>
  }
  return <PeopleRows people={found.data.people} more={null} />
}

function NoBuddies({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  if (profile.relation !== 'self') {
    return (
      <EmptyState
        next={{
          to: '/find_buddies',
          label: i18n._({ id: 'search.nobody.action', message: 'People on your wavelength' }),
          variant: 'default',
        }}
      >
        {i18n._({ id: 'profile.buddies.none', message: '{name} has no buddies here yet.', values: { name: shortName(profile) } })}
      </EmptyState>
    )
  }
  return (
    <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'connections.nobody.action', message: 'Find buddies' }) }}>
      {i18n._({ id: 'profile.buddies.own-none', message: 'You have no buddies yet. Someone out there hears what you hear.' })}
    </EmptyState>
  )
}
