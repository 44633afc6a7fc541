import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import './SendToBuddy.css'

/** The filter field appears from this number of buddies on. */
const FIELD_FROM = 6

export type BuddyPickerProps = {
  me: Uid
  /** The dialog's question. */
  title: string
  onPick: (uid: Uid) => void
  onCancel?: () => void
}

/** Picks one of the user's buddies. */
export function BuddyPicker({ me, title, onPick, onCancel }: BuddyPickerProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const buddies = useCall(connectionCalls.getBuddies, { params: { uid: me } })
  const all = buddies.data?.buddies ?? []
  const query = typed.trim().toLowerCase()
  const found = all.filter(({ name, user_name: userName }) => name.toLowerCase().includes(query) || userName.includes(query))
  return (
    <section className="wl-video-reply" aria-label={title}>
      <p className="wl-video-reply-to">
        <strong>{title}</strong>
        {onCancel && (
          <button type="button" className="wl-link" onClick={onCancel}>
            {i18n._({ id: 'reply.keep', message: 'Cancel' })}
          </button>
        )}
      </p>
      {buddies.error && !buddies.data && <ErrorState kind={buddies.error.failure.kind} onRetry={() => void buddies.refetch()} />}
      {buddies.isPending && (
        <>
          <LoadingLabel label={i18n._({ id: 'reply.buddies.loading', message: 'Loading your buddies' })} />
          <ListSkeleton rows={2} />
        </>
      )}
      {all.length >= FIELD_FROM && (
        <TextInput
          size="sm"
          value={typed}
          maxLength={60}
          dir="auto"
          aria-label={i18n._({ id: 'reply.search', message: 'Search your buddies' })}
          placeholder={i18n._({ id: 'reply.search', message: 'Search your buddies' })}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className="wl-video-reply-people">
        {found.map((person) => (
          <li key={person.uid}>
            <button type="button" onClick={() => onPick(person.uid)}>
              <Avatar person={person} size={32} />
              <span className="wl-line">{person.name}</span>
              <bdi className="wl-line wl-dim wl-small">@{person.user_name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {buddies.data && all.length === 0 && (
        <p className="wl-muted wl-small">
          {i18n._({ id: 'reply.no-buddies', message: 'You can only send this to buddies, and you don’t have any yet.' })}{' '}
          <Button component={Link} to="/find_buddies" variant="default">
            {i18n._({ id: 'nav.buddies', message: 'Find buddies' })}
          </Button>
        </p>
      )}
    </section>
  )
}
