import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { findLink } from '#contract/links.ts'
import type { Moment } from '#contract/moments.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { AudienceChoice } from '#web/features/taste/AudienceChoice.tsx'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.ts'
import { stateOfDraft } from './composer.draft.ts'
import { ComposerMessage } from './ComposerMessage.tsx'
import { editMoment } from './moments.acts.ts'
import './MomentComposer.css'

/** Changes the words of a moment and who may see it. Load it lazily: it brings the overlay with it. */
export function EditMomentDialog({ moment, onClose }: { moment: Moment; onClose: () => void }) {
  const { i18n } = useLingui()
  const [text, setText] = useState(moment.text)
  const [audience, setAudience] = useState(moment.audience)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const messageId = useId()
  const state = stateOfDraft(text, moment.pictures.length > 0)
  const link = findLink(text)

  const save = async () => {
    setIsSaving(true)
    const result = await editMoment(moment.id, { text: text.trim(), audience })
    setIsSaving(false)
    if (result.ok) onClose()
    else setFailure(result.failure)
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
          void save()
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
          <Button type="submit" disabled={!state.canPost} loading={isSaving}>
            {i18n._({ id: 'moments.edit.save', message: 'Save' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
