import { type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Connection } from '#contract/connections.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { mutualBuddiesText } from '#web/features/connections/connections.messages.ts'
import { KeepFocus } from '#web/ui/focus/KeepFocus.tsx'
import { AnswerButtons, MessageButton, PersonActions } from './PersonActions.tsx'
import { longDate, relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import type { PersonCard } from '#contract/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { connectionCommands } from '#web/features/connections/connections.commands.ts'
import { UnfriendDialog } from '#web/features/connections/PersonDialogs.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import './ConnectionBanner.css'

/** The relationship to a person as a sentence, with buttons to change it. Contains the page's h1. */
export function ConnectionBanner({ connection }: { connection: Connection }) {
  const { i18n } = useLingui()
  const { person, relation, mutual } = connection
  return (
    <section className="wl-card wl-banner" data-relation={relation} aria-labelledby="wl-banner-title">
      <Link to={`/profile/${person.uid}`} className="wl-banner-face" tabIndex={-1} aria-hidden>
        <Avatar person={person} size={62} />
      </Link>
      <div className="wl-banner-text">
        <h1 id="wl-banner-title" tabIndex={-1} aria-live="polite">
          {useTitle(connection)}
        </h1>
        <p className="wl-muted wl-banner-facts">
          <Details connection={connection} />
        </p>
        {mutual.length > 0 && (
          <p className="wl-muted wl-banner-mutual">
            <AvatarStack people={mutual} size={22} />
            <span title={mutual.map(({ name }) => name).join(', ')}>{mutualBuddiesText(i18n, mutual.length)}</span>
          </p>
        )}
      </div>
      <KeepFocus on={relation} className="wl-banner-actions">
        <BannerActions connection={connection} />
      </KeepFocus>
    </section>
  )
}

function useTitle({ relation, person: { name } }: Connection): string {
  const { i18n } = useLingui()
  switch (relation) {
    case 'asked':
      return i18n._({ id: 'connections.banner.asked', message: '{name} wants to connect', values: { name } })
    case 'requested':
      return i18n._({ id: 'connections.banner.requested', message: 'Waiting for {name}', values: { name } })
    case 'connected':
      return i18n._({ id: 'connections.banner.connected', message: 'You and {name} are buddies', values: { name } })
    case 'blocked':
      return i18n._({ id: 'connections.banner.blocked', message: 'You have blocked {name}', values: { name } })
    case 'none':
    case 'self':
      return name
  }
}

/** Details of the relationship: the note, and since when. Joined by dots, empty parts left out. */
function Details({ connection }: { connection: Connection }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const { person, relation, request, connected_at } = connection
  const parts: ReactNode[] = []
  const pendingRequest = relation === 'asked' || relation === 'requested' ? request : null
  if (pendingRequest?.note)
    parts.push(
      <q key="note" dir="auto">
        {pendingRequest.note}
      </q>,
    )
  if (pendingRequest)
    parts.push(
      <time key="asked" dateTime={pendingRequest.asked_at}>
        {relativeTime(pendingRequest.asked_at, i18n.locale, nowMs)}
      </time>,
    )
  if (relation === 'connected' && request) parts.push(<RequestDetails key="asked" connection={connection} />)
  const since = relation === 'connected' && connected_at ? longDate(connected_at, i18n.locale) : null
  // A request that was accepted on the same day says the date already.
  if (connected_at && since && !(request && longDate(request.asked_at, i18n.locale) === since))
    parts.push(
      <time key="since" dateTime={connected_at}>
        {i18n._({ id: 'connections.banner.since', message: 'buddies since {date}', values: { date: since } })}
      </time>,
    )
  if (!pendingRequest?.note) parts.unshift(<bdi key="user">@{person.user_name}</bdi>)
  return parts.flatMap((fact, index) => (index === 0 ? [fact] : [' · ', fact]))
}

/** Who sent the request, when, and with which note. */
function RequestDetails({ connection: { person, request } }: { connection: Connection }) {
  const { i18n } = useLingui()
  if (!request) return null
  const date = longDate(request.asked_at, i18n.locale)
  return (
    <>
      {request.from === person.uid
        ? i18n._({ id: 'connections.banner.they-asked', message: '{name} asked on {date}', values: { name: shortName(person), date } })
        : i18n._({ id: 'connections.banner.you-asked', message: 'you asked on {date}', values: { date } })}
      {request.note !== '' && (
        <>
          {': '}
          <q dir="auto">{request.note}</q>
        </>
      )}
    </>
  )
}

function BannerActions({ connection: { person, relation, may_ask, may_message } }: { connection: Connection }) {
  switch (relation) {
    case 'asked':
      return <AnswerButtons person={person} />
    case 'requested':
      return <WithdrawButton person={person} />
    case 'connected':
      return (
        <>
          <UnfriendButton person={person} />
          <MessageButton person={person} variant="filled" withIcon />
        </>
      )
    case 'none':
    case 'blocked':
    case 'self':
      return <PersonActions person={person} relation={relation} variant="page" mayAsk={may_ask} mayMessage={may_message} />
  }
}

/** Ends a connection after a confirmation. */
function UnfriendButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <DialogButton variant="outline" renderDialog={(close) => <UnfriendDialog person={person} onClose={close} />}>
      {i18n._({ id: 'connections.unfriend', message: 'Unfriend' })}
    </DialogButton>
  )
}

/** Withdraws the viewer's request without a confirmation; for places where the label says what happens. */
function WithdrawButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <Button
      variant="outline"
      aria-label={i18n._({ id: 'connections.withdraw.to', message: 'Withdraw the request to {name}', values: { name: person.name } })}
      onClick={() => void connectionCommands.withdraw(person)}
    >
      {i18n._({ id: 'connections.withdraw', message: 'Withdraw' })}
    </Button>
  )
}
