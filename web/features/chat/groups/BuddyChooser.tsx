import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { discoverCalls } from '#contract/discover.ts'
import type { Uid } from '#contract/base/ids.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'

type BuddyChooserProps = {
  chosen: ReadonlySet<Uid>
  onChange: (chosen: ReadonlySet<Uid>) => void
  /** Those who can't be chosen: they are in the group already. */
  without: ReadonlySet<Uid>
  max: number
}

/** Chooses any number of the user's buddies. */
export function BuddyChooser({ chosen, onChange, without, max }: BuddyChooserProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const buddies = useCall(discoverCalls.getRecipients, { query: {} }, { staleMs: 5 * 60_000 })
  const all = (buddies.data?.people ?? []).map(({ person }) => person).filter(({ uid }) => !without.has(uid))
  const query = typed.trim().toLowerCase()
  const found = all.filter(({ name, user_name: userName }) => name.toLowerCase().includes(query) || userName.includes(query))
  const label = i18n._({ id: 'reply.search', message: 'Search your buddies' })
  function toggle(uid: Uid): void {
    const next = new Set(chosen)
    if (!next.delete(uid)) next.add(uid)
    onChange(next)
  }
  return (
    <fieldset className="wl-group-choose">
      <legend>{i18n._({ id: 'group.choose', message: 'Buddies to invite' })}</legend>
      {buddies.error && !buddies.data && <ErrorState kind={buddies.error.failure.kind} onRetry={() => void buddies.refetch()} />}
      {buddies.isPending && (
        <>
          <LoadingLabel label={i18n._({ id: 'reply.buddies.loading', message: 'Loading your buddies' })} />
          <ListSkeleton rows={2} />
        </>
      )}
      {all.length > 5 && (
        <TextInput
          value={typed}
          maxLength={60}
          dir="auto"
          aria-label={label}
          placeholder={label}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className="wl-group-people" data-scrolls>
        {found.map((person) => (
          <li key={person.uid}>
            <label className="wl-group-person">
              <Avatar person={person} size={36} />
              <span className="wl-group-person-name wl-line">
                <bdi>{person.name}</bdi>
              </span>
              <input
                type="checkbox"
                checked={chosen.has(person.uid)}
                disabled={chosen.size >= max && !chosen.has(person.uid)}
                onChange={() => toggle(person.uid)}
              />
            </label>
          </li>
        ))}
      </ul>
      {buddies.data && all.length === 0 && (
        <p className="wl-muted wl-small">{i18n._({ id: 'group.choose.none', message: 'You have no other buddies to invite yet.' })}</p>
      )}
    </fieldset>
  )
}
