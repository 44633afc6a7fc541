import { useLingui } from '@lingui/react'
import type { I18n } from '@lingui/core'
import { Link } from 'react-router'
import { storedDataCalls, storedKinds, type StoredKind } from '#contract/identity/stored-data.ts'
import type { Uid } from '#contract/base/ids.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { Loaded, SettingsCard, SettingsRow } from '../SettingsCard.tsx'
import { RECEIPTS_ID } from './MatchReceiptsSection.tsx'

/** How much is stored about the user, by kind, each with a link to where it is seen and changed. */
export function KnownSection() {
  const { i18n } = useLingui()
  const uid = useMyUid()
  const stored = useCall(storedDataCalls.getStoredData)
  return (
    <SettingsCard title={i18n._({ id: 'known.title', message: 'What we know about you' })}>
      <Loaded query={stored} rows={storedKinds.length}>
        {({ counts }) =>
 uid !== null && (
          <>
      <p className="wl-muted">
        {i18n._({ id: 'known.lead', message: 'Everything below is in your download and is deleted with your account.' })}{' '}
        {i18n._({ id: 'known.lead.hint', message: 'Others see only what your privacy settings allow.' })}
      </p>
      <Link className="wl-link wl-settings-link" to="#data">
        {i18n._({ id: 'known.data', message: 'Download or delete' })}
      </Link>
      {storedKinds.map((kind) => (
        <Kind key={kind} name={kindName(i18n, kind)} count={counts[kind]} to={placeOf(kind, uid)} />
      ))}
          </>
        )}
      </Loaded>
    </SettingsCard>
  )
}

function Kind({ name, count, to }: { name: string; count: number; to: string | null }) {
  const { i18n } = useLingui()
  const view = i18n._({ id: 'known.view', message: 'View' })
  const label = `${view}: ${name}`
  return (
    <SettingsRow label={name} hint={i18n.number(count)}>
      {to === null ? (
        <button
          type="button"
          className="wl-link wl-settings-link"
          aria-label={label}
          onClick={() => document.getElementById(RECEIPTS_ID)?.scrollIntoView({ block: 'center' })}
        >
          {view}
        </button>
      ) : (
        <Link className="wl-link wl-settings-link" to={to} aria-label={label}>
          {view}
        </Link>
      )}
    </SettingsRow>
  )
}

/** Where the user sees, changes, or deletes what is stored of a kind; null: in the card below. */
function placeOf(kind: StoredKind, uid: Uid): string | null {
  const places: Record<StoredKind, string | null> = {
    sources: '/social_connect',
    taste: `/profile/${uid}`,
    played_items: '/plays',
    months: `/profile/${uid}/time`,
    saved: '/saved',
    folders: '/saved',
    buddies: `/profile/${uid}/buddies`,
    messages: '/chat',
    voice: '/chat',
    starred: '/chat?starred',
    moments: `/moments/${uid}`,
    comments: `/moments/${uid}`,
    likes: '/moments',
    bookmarks: '/moments?tab=bookmarks',
    pictures: `/profile/${uid}`,
    blends: '/blends',
    muted: '#muted',
    notifications: '/notifications',
    push: '#notifications',
    match_receipts: null,
    sessions: '#account',
  }
  return places[kind]
}

function kindName(i18n: I18n, kind: StoredKind): string {
  const names: Record<StoredKind, string> = {
    sources: i18n._({ id: 'known.sources', message: 'Connected music and video accounts' }),
    taste: i18n._({ id: 'known.taste', message: 'Artists, tracks, and channels of your taste' }),
    played_items: i18n._({ id: 'known.played', message: 'Items with your plays' }),
    months: i18n._({ id: 'known.months', message: 'Monthly taste prints' }),
    saved: i18n._({ id: 'known.saved', message: 'Saved discoveries' }),
    folders: i18n._({ id: 'known.folders', message: 'Folders of saved items' }),
    buddies: i18n._({ id: 'known.buddies', message: 'Buddies' }),
    messages: i18n._({ id: 'known.messages', message: 'Messages you sent' }),
    voice: i18n._({ id: 'known.voice', message: 'Voice messages you recorded' }),
    starred: i18n._({ id: 'known.starred', message: 'Messages you starred' }),
    moments: i18n._({ id: 'known.moments', message: 'Moments you posted' }),
    comments: i18n._({ id: 'known.comments', message: 'Comments you wrote' }),
    likes: i18n._({ id: 'known.likes', message: 'Likes and reactions you gave' }),
    bookmarks: i18n._({ id: 'known.bookmarks', message: 'Moments you bookmarked' }),
    pictures: i18n._({ id: 'known.pictures', message: 'Pictures you uploaded' }),
    blends: i18n._({ id: 'known.blends', message: 'Blends you made' }),
    muted: i18n._({ id: 'known.muted', message: 'People, words, artists, and channels you muted or blocked' }),
    notifications: i18n._({ id: 'known.notifications', message: 'Notifications' }),
    push: i18n._({ id: 'known.push', message: 'Browsers that receive push notifications' }),
    match_receipts: i18n._({ id: 'known.match-receipts', message: 'Matches you opened in the last 90 days' }),
    sessions: i18n._({ id: 'known.sessions', message: 'Browsers and apps where you’re signed in' }),
  }
  return names[kind]
}
