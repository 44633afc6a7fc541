import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconUserPlus } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { visibleText } from '#contract/base/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { MATCH_STALE_MS, Openers } from './Openers.tsx'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { meetingBars, printBars } from '#web/ui/print/print-bars.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { noPercentText } from '../match.messages.ts'
import { meetingText } from '../print/print.messages.ts'
import { SharedLabels } from '../SharedChips.tsx'
import { connectionCommands } from '#web/features/connections/connections.commands.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { keepUntilSent, unsentNote } from './unsent-notes.ts'
import '#web/ui/dialogs.css'
import './ConnectDialog.css'

export type ConnectDialogProps = { person: PersonCard; relation: Relation; onClose: () => void }

/** Sends a connection request with an optional note. On phones it is a sheet at the bottom. */
export function ConnectDialog({ person, relation, onClose }: ConnectDialogProps) {
  const { i18n } = useLingui()
  const [note, setNote] = useState(() => unsentNote(person.uid))
  const isNarrow = useIsNarrow()
  const name = shortName(person)
  const tooLong = visibleText(note).length > limits.requestNote.max

  const handleSubmit = () => {
    if (tooLong) return
    onClose()
    void keepUntilSent(person.uid, note, connectionCommands.request(person, relation, visibleText(note)))
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      className="wl-connect"
      title={
        <span className="wl-connect-title">
          <Avatar person={person} size={48} />
          <span>{i18n._({ id: 'connections.ask.title', message: 'Connect with {name}', values: { name } })}</span>
        </span>
      }
    >
      <Form onSubmit={handleSubmit} className="wl-dialog">
        <SharedTaste uid={person.uid} />
        <Openers
          uid={person.uid}
          title={i18n._({ id: 'openers.request', message: 'Start with what you share' })}
          text={note}
          withLinks={false}
          maxLength={limits.requestNote.max}
          fallback={<Skeleton shape="block" height={200} />}
          onPick={setNote}
        />
        <Textarea
          // On phones the keyboard would cover the openers.
          data-autofocus={!isNarrow || undefined}
          autosize={false}
          rows={3}
          label={i18n._({ id: 'connections.ask.note', message: 'Add a note (optional)' })}
          placeholder={i18n._({ id: 'connections.ask.example', message: 'What would you like to talk about?' })}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={
            tooLong
              ? i18n._({ id: 'connections.ask.too-long', message: 'At most {max} characters.', values: { max: limits.requestNote.max } })
              : null
          }
          description={`${visibleText(note).length} / ${limits.requestNote.max}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        <div className="wl-dialog-actions">
          <CancelButton onClick={onClose} />
          <Button type="submit" disabled={tooLong} leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden />}>
            {i18n._({ id: 'connections.ask.send', message: 'Send request' })}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

/** The match, where the two meet, and the first items that they share. */
function SharedTaste({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  const { data, isPending } = useCall(tasteCalls.getMatch, { params: { uid } }, { staleMs: MATCH_STALE_MS })
  if (isPending) return <Skeleton shape="block" height={60} />
  if (!data) return null
  const { match, prints } = data
  const names = meetingBars(printBars(prints.mine, prints.theirs)).map((bar) => bar.name)
  const meeting = meetingText(i18n, names)
    .map(({ text }) => text)
    .join('')
  return (
    <div className="wl-connect-match">
      <p className="wl-muted">
        {match.percent === null ? (
          noPercentText(i18n, match)
        ) : (
          <b>{i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent: match.percent } })}</b>
        )}
        {!match.is_hidden && names.length > 0 && ` · ${meeting}`}
      </p>
      <SharedLabels match={match} />
    </div>
  )
}
