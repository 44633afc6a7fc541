import { useLingui } from '@lingui/react'
import { IconCheck, IconMessageCircle, IconClock, IconUserPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { PersonCard, Relation } from '#contract/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { connectionCommands } from '#web/features/connections/connections.commands.ts'
import { KeepFocus } from '#web/ui/focus/KeepFocus.tsx'
import { LazyConfirmDialog } from '#web/features/connections/lazy-dialogs.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import './PersonActions.css'

const ConnectDialog = lazyPart(async () => (await import('./ConnectDialog.tsx')).ConnectDialog)

export type PersonActionsProps = {
  person: PersonCard
  /** From a cached answer (matches, profile, search ...): commands change it there, so the buttons update. */
  relation: Relation
  /** `card`: one button for a card or a row. `page`: all matching actions, with icons. */
  variant?: 'card' | 'page'
  /** Whether the person accepts the viewer's requests and messages: otherwise these buttons are hidden. */
  mayAsk?: boolean
  mayMessage?: boolean
}

/** The buttons for the current relationship: connect, withdraw, accept, decline, message, unblock. */
export function PersonActions({ person, relation, variant = 'card', mayAsk = true, mayMessage = true }: PersonActionsProps) {
  return (
    <KeepFocus on={relation} className="wl-person-actions">
      <ActionButtons person={person} relation={relation} isPage={variant === 'page'} mayAsk={mayAsk} mayMessage={mayMessage} />
    </KeepFocus>
  )
}

type ActionButtonsProps = { person: PersonCard; relation: Relation; isPage: boolean; mayAsk: boolean; mayMessage: boolean }

function ActionButtons({ person, relation, isPage, mayAsk, mayMessage }: ActionButtonsProps) {
  switch (relation) {
    case 'self':
      return null
    case 'none':
      return (
        <>
          {mayAsk && <ConnectButton person={person} relation={relation} withIcon={isPage} />}
          {isPage && mayMessage && <MessageButton person={person} variant="default" withIcon />}
        </>
      )
    case 'requested':
      return (
        <>
          <RequestedButton person={person} />
          {isPage && mayMessage && <MessageButton person={person} variant="default" withIcon />}
        </>
      )
    case 'asked':
      return isPage ? <AnswerButtons person={person} /> : <AnswerLink person={person} />
    case 'connected':
      return <MessageButton person={person} variant={isPage ? 'filled' : 'default'} withIcon={isPage} />
    case 'blocked':
      return <UnblockButton person={person} />
  }
}

type AnswerButtonsProps = { person: PersonCard; onDecline?: () => void; onAccept?: () => void }

/** Decline and accept buttons of a request. */
export function AnswerButtons({
  person,
  onDecline = () => void connectionCommands.decline(person),
  onAccept = () => void connectionCommands.accept(person),
}: AnswerButtonsProps) {
  const { i18n } = useLingui()
  return (
    <>
      <Button
        variant="outline"
        aria-label={i18n._({ id: 'connections.decline.whose', message: 'Decline {name}’s request', values: { name: person.name } })}
        onClick={onDecline}
      >
        {i18n._({ id: 'connections.decline', message: 'Decline' })}
      </Button>
      <Button
        leftSection={<IconCheck size={20} stroke={1.8} aria-hidden />}
        aria-label={i18n._({ id: 'connections.accept.whose', message: 'Accept {name}’s request', values: { name: person.name } })}
        onClick={onAccept}
      >
        {i18n._({ id: 'connections.accept', message: 'Accept' })}
      </Button>
    </>
  )
}

function AnswerLink({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <Button
      component={Link}
      to={`/view-connection/${person.uid}`}
      aria-label={i18n._({ id: 'connections.answer.whose', message: 'Respond to {name}’s request', values: { name: person.name } })}
    >
      {i18n._({ id: 'connections.answer', message: 'Respond' })}
    </Button>
  )
}

export function MessageButton({ person, variant, withIcon }: { person: PersonCard; variant: 'filled' | 'default'; withIcon: boolean }) {
  const { i18n } = useLingui()
  return (
    <Button
      component={Link}
      to={`/chat?uid=${person.uid}`}
      variant={variant}
      leftSection={withIcon ? <IconMessageCircle size={20} stroke={1.8} aria-hidden /> : undefined}
      aria-label={i18n._({ id: 'connections.message.to', message: 'Message {name}', values: { name: person.name } })}
    >
      {i18n._({ id: 'connections.message', message: 'Message' })}
    </Button>
  )
}

function UnblockButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  return (
    <Button
      variant="outline"
      aria-label={i18n._({ id: 'connections.unblock.whom', message: 'Unblock {name}', values: { name: person.name } })}
      onClick={() => void connectionCommands.unblock(person)}
    >
      {i18n._({ id: 'connections.unblock', message: 'Unblock' })}
    </Button>
  )
}

/** Opens the connection request dialog. */
function ConnectButton({ person, relation, withIcon }: { person: PersonCard; relation: Relation; withIcon: boolean }) {
  const { i18n } = useLingui()
  return (
    <DialogButton
      leftSection={withIcon ? <IconUserPlus size={20} stroke={1.8} aria-hidden /> : undefined}
      aria-label={i18n._({ id: 'connections.connect.with', message: 'Connect with {name}', values: { name: person.name } })}
      renderDialog={(close) => <ConnectDialog person={person} relation={relation} onClose={close} />}
    >
      {i18n._({ id: 'connections.connect', message: 'Connect' })}
    </DialogButton>
  )
}

/** Shows that the request was sent; a click offers to withdraw it. */
function RequestedButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const name = shortName(person)
  return (
    <DialogButton
      variant="outline"
      leftSection={<IconClock size={18} stroke={1.8} aria-hidden />}
      aria-label={i18n._({
        id: 'connections.requested.withdraw',
        message: 'Requested. Withdraw the request to {name}',
        values: { name: person.name },
      })}
      renderDialog={(close) => (
        <LazyConfirmDialog
          title={i18n._({ id: 'connections.withdraw.title', message: 'Withdraw your request?' })}
          confirm={i18n._({ id: 'connections.withdraw', message: 'Withdraw' })}
          onConfirm={() => void connectionCommands.withdraw(person)}
          onClose={close}
        >
          {i18n._({
            id: 'connections.withdraw.what',
            message: '{name} won’t see it anymore. You may have to wait a while before you can ask again.',
            values: { name },
          })}
        </LazyConfirmDialog>
      )}
    >
      {i18n._({ id: 'connections.requested', message: 'Requested' })}
    </DialogButton>
  )
}
