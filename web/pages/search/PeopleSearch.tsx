import { useEffect, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate, useSearchParams } from 'react-router'
import { limits } from '#contract/limits.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { PeopleField } from '#web/features/profiles/PeopleField.tsx'
import { useRecentSearches, wordsOfChoice } from '#web/features/profiles/recent-searches.ts'
import type { PeopleScope } from '#web/features/profiles/people-search.ts'
import { CatalogueResults } from './CatalogueResults.tsx'
import { PeopleResults } from './PeopleResults.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import './PeopleSearch.css'

export type PeopleSearchProps = {
  scope: PeopleScope
  placeholder: string
  /** Whether artists and channels of the same name stand below the people. */
  hasCatalogue?: boolean
  /** While nothing has been searched for. */
  idle?: ReactNode
}

/** A search for people: the field, what was searched for lately, and who was found. What is searched for stands in the address. */
export function PeopleSearch({ scope, placeholder, hasCatalogue = false, idle }: PeopleSearchProps) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const typed = (search.get('q') ?? '').trim().slice(0, limits.search.max)
  const isLongEnough = typed.length >= limits.search.min
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
          if (me) add(me, wordsOfChoice(person.name, words))
          void navigate(`/profile/${person.uid}`)
        }}
      />
      {isLongEnough ? (
        <>
          <PeopleResults scope={scope} typed={typed} />
          {hasCatalogue && <CatalogueResults typed={typed} />}
        </>
      ) : (
        <>
          {typed !== '' && (
            <output className="wl-muted">
              {i18n._({ id: 'search.too-short', message: 'Type at least {min} characters.', values: { min: limits.search.min } })}
            </output>
          )}
          {scope.kind === 'everybody' && <RecentSearches onPick={(next) => setSearch({ q: next })} />}
          {idle}
        </>
      )}
    </div>
  )
}
