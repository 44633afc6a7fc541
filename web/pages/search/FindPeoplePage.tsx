import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { InviteFriends } from '#web/features/taste/InviteFriends.tsx'
import { usePeoplePages } from '#web/features/profiles/people-search.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { BuddySearch, SearchHint } from './BuddySearch.tsx'
import { PeopleRows } from './PeopleRows.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'

/** `/find-people`: people by name. `/find-people/:uid`: buddies of that person's buddies. */
export function FindPeoplePage() {
  const { i18n } = useLingui()
  const { uid } = useParams()
  if (uid === undefined) return <AllPeople />
  return (
    <BuddySearch
      key={uid}
      uid={uid}
      kind="through"
      header={(person) => {
        const values = { name: shortName(person) }
        return person.relation === 'self'
          ? {
              title: i18n._({ id: 'find-people.through.own', message: 'Find people through your buddies' }),
              lead: i18n._({ id: 'find-people.through.own.lead', message: 'Search your buddies’ friends.' }),
            }
          : {
              title: i18n._({ id: 'find-people.through', message: 'Find people through {name}', values }),
              lead: i18n._({ id: 'find-people.through.lead', message: 'Search the friends of {name}’s buddies.', values }),
            }
      }}
    >
      {() => (
        <BuddiesOfBuddies
          uid={uid}
          empty={<SearchHint>{i18n._({ id: 'find-people.through.nobody', message: 'Nobody to show here yet.' })}</SearchHint>}
        />
      )}
    </BuddySearch>
  )
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
      <PageHeader
        title={i18n._({ id: 'find-people.title', message: 'Find people' })}
        repeatsBar
        {...(me === null ? {} : { aside: <InviteFriends uid={me} /> })}
      />
      <PeopleSearch
        scope={{ kind: 'all' }}
        placeholder={i18n._({ id: 'search.field', message: 'Name or username' })}
        idle={me === null ? hint : <BuddiesOfBuddies uid={me} empty={hint} />}
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
    return <ListSkeleton rows={5} label={i18n._({ id: 'find-people.loading', message: 'Looking for people' })} />
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
