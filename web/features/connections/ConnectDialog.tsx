import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { visibleText } from '#contract/base/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { Openers } from './Openers.tsx'
import { connectionCommands } from './connections.commands.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import '#web/ui/dialogs.css'

export type ConnectDialogProps = { person: PersonCard; relation: Relation; onClose: () => void }

/** Sends a connection request with an optional note. */
export function ConnectDialog({ person, relation, onClose }: ConnectDialogProps) {
  const { i18n } = useLingui()
  const [note, setNote] = useState('')
  const name = shortName(person)
  const tooLong = visibleText(note).length > limits.requestNote.max

  const handleSubmit = () => {
    if (tooLong) return
    onClose()
    void connectionCommands.request(person, relation, visibleText(note))
  }

  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'connections.ask.title', message: 'Connect with {name}', values: { name } })}>
      <Form onSubmit={handleSubmit} className="wl-dialog">
        <Openers
          uid={person.uid}
          title={i18n._({ id: 'openers.request', message: 'Start with what you share' })}
          text={note}
          withLinks={false}
          maxLength={limits.requestNote.max}
          onPick={setNote}
        />
        <Textarea
          data-autofocus
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
          <Button type="submit" disabled={tooLong}>
            {i18n._({ id: 'connections.ask.send', message: 'Send request' })}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
