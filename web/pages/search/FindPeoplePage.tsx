import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { shortName } from '#web/ui/short-name.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { BuddiesHidden } from './BuddiesHidden.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'
import type { ReactNode } from 'react'
import type { Uid } from '#contract/base/ids.ts'
import { usePeoplePages } from '#web/features/profiles/people-search.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { PeopleRows } from './PeopleRows.tsx'
import { SearchHint } from './SearchHint.tsx'
import { SearchOfPerson } from './SearchOfPerson.tsx'

/** `/find-people`: people by name. `/find-people/:uid`: buddies of that person's buddies. */
export function FindPeoplePage() {
  const { uid } = useParams()
  if (uid !== undefined)
    return (
      <SearchOfPerson key={uid} uid={uid}>
        {(person) => <ThroughBuddies person={person} />}
      </SearchOfPerson>
    )
  return <AllPeople />
}

function AllPeople() {
  const { i18n } = useLingui()
  const me = useMyUid()
  const hint = (
    <SearchHint>
      {i18n._({ id: 'find-people.hint', message: 'Someone you know may already be here. Search by name or username.' })}
    </SearchHint>
  )
  return (
    <>
      <PageHeader title={i18n._({ id: 'find-people.title', message: 'Find people' })} />
      <PeopleSearch
        scope={{ kind: 'all' }}
        placeholder={i18n._({ id: 'search.field', message: 'Name or username' })}
        idle={me === null ? hint : <BuddiesOfBuddies uid={me} empty={hint} />}
      />
    </>
  )
}

function ThroughBuddies({ person }: { person: Profile }) {
  const { i18n } = useLingui()
  const isMine = person.relation === 'self'
  if (!person.shows.buddies) return <BuddiesHidden person={person} />
  return (
    <>
      <PageHeader
        title={
          isMine
            ? i18n._({ id: 'find-people.through.own', message: 'Find people through your buddies' })
            : i18n._({ id: 'find-people.through', message: 'Find people through {name}', values: { name: shortName(person) } })
        }
        lead={
          isMine
            ? i18n._({ id: 'find-people.through.own.lead', message: 'Search your buddies’ friends.' })
            : i18n._({
                id: 'find-people.through.lead',
                message: 'Search the friends of {name}’s buddies.',
                values: { name: shortName(person) },
              })
        }
      />
      <PeopleSearch
        scope={{ kind: 'through', uid: person.uid }}
        placeholder={i18n._({ id: 'search.field', message: 'Name or username' })}
        idle={
          <BuddiesOfBuddies
            uid={person.uid}
            empty={<SearchHint>{i18n._({ id: 'find-people.through.nobody', message: 'Nobody to show here yet.' })}</SearchHint>}
          />
        }
      />
    </>
  )
}

/** Buddies of a person's buddies, most mutual connections first; `empty` without any. */
function BuddiesOfBuddies({ uid, empty }: { uid: Uid; empty: ReactNode }) {
  const { i18n } = useLingui()
  const found = usePeoplePages({ kind: 'through', uid }, null)
  if (found.status === 'failed') return <ErrorState kind={found.failure.kind} onRetry={found.retry} />
  if (found.status === 'loading') {
    return (
      <>
        <LoadingLabel label={i18n._({ id: 'find-people.loading', message: 'Looking for people' })} />
        <ListSkeleton rows={5} />
      </>
    )
  }
  const people = found.pages.flatMap((page) => page.people)
  if (people.length === 0) return empty
  return (
    <section className="wl-results">
      <SectionHeader title={i18n._({ id: 'find-people.reach', message: 'Buddies of buddies' })} />
      <PeopleRows people={people} more={found.more} />
    </section>
  )
}
