import { useId, useRef, useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { Audience } from '#contract/people.ts'
import { visibleText } from '#contract/base/text.ts'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { draftState } from './composer.draft.ts'
import { ComposerMessage } from './ComposerMessage.tsx'
import { MomentMentions } from './MomentMentions.tsx'
import './MomentComposer.css'

type MomentDialogProps = {
  title: string
  initial: { text: string; audience: Audience }
  placeholder?: string
  submitLabel: string
  hasPictures?: boolean
  failure?: ApiFailure | null
  /** The part below the text. */
  children: (text: string) => ReactNode
  onSubmit: (written: { text: string; audience: Audience }) => void
  onClose: () => void
}

/** A form for the text and the audience of a moment. */
export function MomentDialog(props: MomentDialogProps) {
  const { title, initial, placeholder, submitLabel, hasPictures = false, failure = null, children, onSubmit, onClose } = props
  const { i18n } = useLingui()
  const [text, setText] = useState(initial.text)
  const [audience, setAudience] = useState(initial.audience)
  const messageId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const state = draftState(text, hasPictures)
  const submit = () => {
    if (!state.canPost) return
    onSubmit({ text: visibleText(text), audience })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} size={600} title={title}>
      <Form className="wl-composer-main" onSubmit={submit}>
        <textarea
          ref={field}
          className="wl-composer-field"
          dir="auto"
          rows={4}
          data-autofocus
          value={text}
          placeholder={placeholder}
          aria-label={i18n._({ id: 'moments.edit.field', message: 'Text of your moment' })}
          aria-describedby={messageId}
          aria-invalid={state.left < 0 || undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MomentMentions text={text} field={field} audience={audience} onPick={setText} />
        {children(text)}
        <ComposerMessage id={messageId} state={state} failure={failure} />
        <div className="wl-composer-foot">
          <AudienceChoice
            label={i18n._({ id: 'moments.compose.audience', message: 'Who can see it' })}
            value={audience}
            onChange={setAudience}
          />
          <Button type="submit" disabled={!state.canPost}>
            {submitLabel}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
