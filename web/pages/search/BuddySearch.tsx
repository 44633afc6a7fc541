import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import type { PersonCard } from '#contract/people.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingLabel, ListSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import { MissingProfile } from '#web/pages/profile/MissingProfile.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'

type BuddySearchProps = {
  uid: Uid
  /** Where to search: the person's buddies, or those buddies' buddies. */
  kind: 'within' | 'through'
  header: (person: Profile) => { title: string; lead?: string }
  /** Shown before a search. */
  children: (person: Profile) => ReactNode
}

/** A search among a person's buddies, or among their buddies' buddies. Renders once the profile is loaded and visible. */
export function BuddySearch({ uid, kind, header, children }: BuddySearchProps) {
  const { i18n } = useLingui()
  const person = useCall(profileCalls.getProfile, { params: { uid } })
  if (person.data && !person.data.shows.buddies) return <BuddiesHidden person={person.data} />
  if (person.data) {
    return (
      <>
        <PageHeader {...header(person.data)} />
        <PeopleSearch
          scope={{ kind, uid }}
          placeholder={i18n._({ id: 'search.field', message: 'Name or username' })}
          idle={children(person.data)}
        />
      </>
    )
  }
  if (!person.error) {
    return (
      <div className="wl-page-skeleton">
        <LoadingLabel label={i18n._({ id: 'state.loading', message: 'Loading' })} />
        <Skeleton width="min(420px, 70%)" height={38} />
        <ListSkeleton rows={4} />
      </div>
    )
  }
  const { failure } = person.error
  if (failure.kind === 'missing' || failure.code === 'invalid_input') return <MissingProfile />
  return <ErrorState kind={failure.kind} onRetry={() => void person.refetch()} />
}

/** Shown when a person hides their buddies. */
function BuddiesHidden({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={person.name} />
      <EmptyState next={{ to: '/find-people', label: i18n._({ id: 'find-people.title', message: 'Find people' }), variant: 'default' }}>
        {i18n._({
          id: 'profile.buddies.hidden',
          message: '{name}’s buddies are private.',
          values: { name: shortName(person) },
        })}
      </EmptyState>
    </>
  )
}

/** Explains what can be searched, before a search, and links to people who fit. */
export function SearchHint({ children }: { children: string }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      next={{
        to: '/find_buddies',
        label: i18n._({ id: 'search.nobody.action', message: 'People on your wavelength' }),
        variant: 'default',
      }}
    >
      {children}
    </EmptyState>
  )
}
