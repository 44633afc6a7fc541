import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { connectionCalls } from '#contract/connections.ts'
import type { PersonRow as Row, Profile } from '#contract/profiles.ts'
import { mutualWords } from '#web/features/connections/connections.words.ts'
import { PersonActions } from '#web/features/connections/PersonActions.tsx'
import { shortName } from '#web/features/connections/short-name.ts'
import { personMatches } from '#web/features/profiles/person-matches.ts'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/TextInput.ts'
import './Buddies.css'

/** Buddies of somebody, with what they have to do with the viewer, and a search inside unless there is one already. */
export function Buddies({ profile, isSearchable = true }: { profile: Profile; isSearchable?: boolean }) {
  const { i18n } = useLingui()
  const buddies = useCall(connectionCalls.getBuddies, { params: { uid: profile.uid } })
  if (buddies.data && buddies.data.buddies.length > 0) return <BuddyRows buddies={buddies.data.buddies} isSearchable={isSearchable} />
  if (buddies.data) return <NoBuddies profile={profile} />
  if (buddies.error) return <ErrorState kind={buddies.error.failure.kind} onRetry={() => void buddies.refetch()} />
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'profile.buddies.loading', message: 'Loading buddies' })} />
      <ListSkeleton rows={6} />
    </>
  )
}

/** From so many on a list is worth searching. */
const SEARCH_FROM = 6

function BuddyRows({ buddies, isSearchable }: { buddies: readonly Row[]; isSearchable: boolean }) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const listId = useId()
  const found = buddies.filter((person) => personMatches(person, typed.trim()))
  return (
    <section className="wl-buddy-rows" aria-label={i18n._({ id: 'profile.tab.buddies', message: 'Buddies' })}>
      {isSearchable && buddies.length >= SEARCH_FROM && (
        <search className="wl-buddy-search">
          <TextInput
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            aria-label={i18n._({ id: 'profile.buddies.search', message: 'Search these buddies' })}
            placeholder={i18n._({ id: 'profile.buddies.search', message: 'Search these buddies' })}
            aria-controls={listId}
            autoComplete="off"
          />
          <output className="wl-muted wl-small">
            {i18n._({
              id: 'profile.buddies.found',
              message: '{count, plural, one {# buddy} other {# buddies}}',
              values: { count: found.length },
            })}
          </output>
        </search>
      )}
      <ul className="wl-people" id={listId}>
        {found.map((person) => (
          <PersonRow
            key={person.uid}
            person={person}
            about={mutualWords(i18n, person.mutual_count)}
            actions={<PersonActions person={person} relation={person.relation} />}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="wl-muted">{i18n._({ id: 'profile.buddies.no-such', message: 'Nobody here goes by that name.' })}</p>
      )}
    </section>
  )
}

function NoBuddies({ profile }: { profile: Profile }) {
  const { i18n } = useLingui()
  if (profile.relation !== 'self') {
    return (
      <EmptyState>
        {i18n._({ id: 'profile.buddies.none', message: '{name} has no buddies here yet.', values: { name: shortName(profile) } })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={
        <Button component={Link} to="/find_buddies">
          {i18n._({ id: 'connections.nobody.action', message: 'Find buddies' })}
        </Button>
      }
    >
      {i18n._({ id: 'profile.buddies.own-none', message: 'You have no buddies yet. Somebody out there hears what you hear.' })}
    </EmptyState>
  )
}
