import { useId, useState } from 'react'
import { useLingui } from '@lingui/react'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { visibleText } from '#contract/base/text.ts'
import type { QuotedMoment as Quoted } from '#contract/moments.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import { AudienceChoice } from '#web/features/sources/AudienceChoice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { QuotedMoment } from '../feed/QuotedMoment.tsx'
import { postMoment } from '../moments.pending.ts'
import { draftState } from './composer.draft.ts'
import { ComposerMessage } from './ComposerMessage.tsx'
import './MomentComposer.css'

type QuoteDialogProps = { quoted: Quoted; audience: Audience; me: PersonCard; onClose: () => void }

/** Writes a moment that quotes another one. */
export function QuoteDialog({ quoted, audience: suggested, me, onClose }: QuoteDialogProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const [text, setText] = useState('')
  const [audience, setAudience] = useState(suggested)
  const messageId = useId()
  const state = draftState(text)
  const post = () => {
    if (!state.canPost) return
    void postMoment(me, { id: newUuidv7(Date.now()), text: visibleText(text), audience, pictures: [], quoted })
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={600}
      title={i18n._({ id: 'moments.quote.title', message: 'Quote {name}', values: { name: quoted.author.name } })}
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      <form
        className="wl-composer-main"
        onSubmit={(event) => {
          event.preventDefault()
          post()
        }}
      >
        <textarea
          className="wl-composer-field"
          dir="auto"
          rows={3}
          data-autofocus
          value={text}
          placeholder={i18n._({ id: 'moments.quote.placeholder', message: 'Say something about it…' })}
          aria-label={i18n._({ id: 'moments.edit.field', message: 'Text of your moment' })}
          aria-describedby={messageId}
          aria-invalid={state.left < 0 || undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <QuotedMoment quoted={quoted} now={now} />
        <p className="wl-muted wl-small">
          {i18n._({ id: 'moments.quote.who', message: 'Only people who can see the original see it in your quote.' })}
        </p>
        <ComposerMessage id={messageId} state={state} failure={null} />
        <div className="wl-composer-foot">
          <AudienceChoice
            label={i18n._({ id: 'moments.compose.audience', message: 'Who can see it' })}
            value={audience}
            onChange={setAudience}
          />
          <Button type="submit" disabled={!state.canPost}>
            {i18n._({ id: 'moments.compose.post', message: 'Post' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
