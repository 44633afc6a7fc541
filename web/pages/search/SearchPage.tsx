import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { shortName } from '#web/ui/short-name.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Buddies } from '#web/pages/profile/Buddies.tsx'
import { BuddiesHidden } from './BuddiesHidden.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'
import { SearchHint } from './SearchHint.tsx'
import { SearchOfPerson } from './SearchOfPerson.tsx'

/** `/search`: people by user name and name, and the catalog. `/search/:uid`: within that person's buddies. */
export function SearchPage() {
  const { uid } = useParams()
  if (uid !== undefined)
    return (
      <SearchOfPerson key={uid} uid={uid}>
        {(person) => <AmongBuddies person={person} />}
      </SearchOfPerson>
    )
  return <Everywhere />
}

function Everywhere() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'search.title', message: 'Search' })} />
      <PeopleSearch
        scope={{ kind: 'all' }}
        placeholder={i18n._({ id: 'search.field', message: 'Name or username' })}
        hasCatalogue
        idle={
          <SearchHint>
            {i18n._({
              id: 'search.hint',
              message: 'Find people by name or username, and artists and channels by theirs. Typos are fine.',
            })}
          </SearchHint>
        }
      />
    </>
  )
}

function AmongBuddies({ person }: { person: Profile }) {
  const { i18n } = useLingui()
  const isMine = person.relation === 'self'
  if (!person.shows.buddies) return <BuddiesHidden person={person} />
  return (
    <>
      <PageHeader
        title={
          isMine
            ? i18n._({ id: 'search.within.own', message: 'Search your buddies' })
            : i18n._({ id: 'search.within', message: 'Search the buddies of {name}', values: { name: shortName(person) } })
        }
      />
      <PeopleSearch
        scope={{ kind: 'within', uid: person.uid }}
        placeholder={i18n._({ id: 'search.field', message: 'Name or username' })}
        idle={<Buddies profile={person} isSearchable={false} />}
      />
    </>
  )
}
