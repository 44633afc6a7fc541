import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { discoverCalls } from '#contract/discover.ts'
import type { Uid } from '#contract/base/ids.ts'
import { recipientReasonText } from '#web/features/discover/discover.messages.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import './SendToBuddy.css'

/** The filter field appears from this number of buddies on. */
const FIELD_FROM = 6

/** An id of the catalog, a link, or neither. */
export type SentTarget = { item_id?: string; link?: string }

export type BuddyPickerProps = {
  /** What is sent: an item of the catalog, or a link. */
  sent: SentTarget
  /** The dialog's question. */
  title: string
  onPick: (uid: Uid) => void
  onCancel?: () => void
}

/** Picks one of the user's buddies. Those who would probably love it most come first, with the reason. */
export function BuddyPicker({ sent, title, onPick, onCancel }: BuddyPickerProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const buddies = useCall(discoverCalls.getRecipients, { query: sent }, { staleMs: 5 * 60_000 })
  const all = buddies.data?.people ?? []
  const query = typed.trim().toLowerCase()
  const found = all.filter(({ person }) => person.name.toLowerCase().includes(query) || person.user_name.includes(query))
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
        {found.map(({ person, reason }) => (
          <li key={person.uid}>
            <button type="button" onClick={() => onPick(person.uid)}>
              <Avatar person={person} size={32} />
              <span className="wl-video-reply-person">
                <span className="wl-line">
                  <bdi>{person.name}</bdi> <bdi className="wl-dim wl-small">@{person.user_name}</bdi>
                </span>
                <RecipientReasonLine text={recipientReasonText(i18n, reason)} />
              </span>
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

function RecipientReasonLine({ text }: { text: string | null }) {
  return text === null ? null : <span className="wl-line wl-muted wl-small">{text}</span>
}
