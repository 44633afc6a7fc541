import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { findLink } from '#contract/links/links.ts'
import type { Moment } from '#contract/moments.ts'
import { visibleText } from '#contract/base/text.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.ts'
import { draftState } from './composer.draft.ts'
import { ComposerMessage } from './ComposerMessage.tsx'
import { editMoment } from '../moments.pending.ts'
import './MomentComposer.css'

export type EditMomentDialogProps = {
  /** The current version, or the rejected change. */
  moment: Moment
  /** Why the last change was rejected. */
  failure?: ApiFailure | null
  onClose: () => void
}

/** Edits a moment's text and audience. Load it lazily: it brings the overlay with it. */
export function EditMomentDialog({ moment, failure = null, onClose }: EditMomentDialogProps) {
  const { i18n } = useLingui()
  const [text, setText] = useState(moment.text)
  const [audience, setAudience] = useState(moment.audience)
  const messageId = useId()
  const state = draftState(text, moment.pictures.length > 0)
  const link = findLink(text)

  const save = () => {
    void editMoment(moment, { text: visibleText(text), audience })
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={600}
      title={i18n._({ id: 'moments.edit.title', message: 'Edit your moment' })}
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      <form
        className="wl-composer-main"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <textarea
          className="wl-composer-field"
          dir="auto"
          rows={4}
          data-autofocus
          value={text}
          aria-label={i18n._({ id: 'moments.edit.field', message: 'Text of your moment' })}
          aria-describedby={messageId}
          aria-invalid={state.left < 0 || undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {link && <LinkCard link={link} />}
        <ComposerMessage id={messageId} state={state} failure={failure} />
        <div className="wl-composer-foot">
          <AudienceChoice
            label={i18n._({ id: 'moments.compose.audience', message: 'Who can see it' })}
            value={audience}
            onChange={setAudience}
          />
          <Button type="submit" disabled={!state.canPost}>
            {i18n._({ id: 'moments.edit.save', message: 'Save' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
