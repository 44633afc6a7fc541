import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import { shortName } from '#web/ui/text/short-name.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Buddies } from '#web/pages/profile/Buddies.tsx'
import { BuddySearch, SearchHint } from './BuddySearch.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'

/** `/search`: people by user name and name, and the catalog. `/search/:uid`: within that person's buddies. */
export function SearchPage() {
  const { i18n } = useLingui()
  const { uid } = useParams()
  if (uid === undefined) return <Everywhere />
  return (
    <BuddySearch
      key={uid}
      uid={uid}
      kind="within"
      header={(person) => ({
        title:
          person.relation === 'self'
            ? i18n._({ id: 'search.within.own', message: 'Search your buddies' })
            : i18n._({ id: 'search.within', message: 'Search the buddies of {name}', values: { name: shortName(person) } }),
      })}
    >
      {(person) => <Buddies profile={person} isSearchable={false} />}
    </BuddySearch>
  )
}

function Everywhere() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeader title={i18n._({ id: 'search.title', message: 'Search' })} repeatsBar />
      <PeopleSearch
        scope={{ kind: 'all' }}
        placeholder={i18n._({ id: 'search.field.all', message: 'People, artists, or channels' })}
        hasCatalog
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
