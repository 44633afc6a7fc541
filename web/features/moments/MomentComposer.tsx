import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { AudienceChoice } from '#web/features/taste/AudienceChoice.tsx'
import { Avatar, type AvatarPerson } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { postRefusal } from './moments.words.ts'
import { useComposer, type Composer } from './use-composer.ts'
import './MomentComposer.css'

/** Writes a moment. One line while nobody writes; it opens with the cursor in it, or with a draft. */
export function MomentComposer({ me }: { me: AvatarPerson }) {
  const { i18n } = useLingui()
  const composer = useComposer(me.uid)
  const [isOpen, setIsOpen] = useState(composer.text !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  const messageId = useId()

  const submit = async () => {
    if (await composer.post()) {
      setIsOpen(false)
      field.current?.blur()
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  const handleBlur = (event: FocusEvent<HTMLFormElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget) && composer.text.trim() === '') setIsOpen(false)
  }

  return (
    // The form takes no keys itself; it hears of the blur of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="wl-composer"
      data-open={isOpen || undefined}
      aria-label={i18n._({ id: 'moments.compose', message: 'Post a moment' })}
      onBlur={handleBlur}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Avatar person={me} size={40} />
      <div className="wl-composer-main">
        <textarea
          ref={field}
          className="wl-composer-field"
          dir="auto"
          rows={isOpen ? 3 : 1}
          value={composer.text}
          placeholder={i18n._({ id: 'moments.compose.placeholder', message: 'Share a track, a video, a moment…' })}
          aria-label={i18n._({ id: 'moments.compose.field', message: 'What do you want to share?' })}
          aria-describedby={messageId}
          aria-invalid={composer.left < 0 || undefined}
          onFocus={() => setIsOpen(true)}
          onKeyDown={handleKey}
          onChange={(event) => composer.setText(event.currentTarget.value)}
        />
        {composer.link && <LinkCard link={composer.link} />}
        {isOpen && <ComposerFoot composer={composer} messageId={messageId} />}
      </div>
    </form>
  )
}

function ComposerFoot({ composer, messageId }: { composer: Composer; messageId: string }) {
  const { i18n } = useLingui()
  const { left, isNearEnd, failure } = composer
  return (
    <>
      <output id={messageId} className="wl-composer-message wl-small" data-bad={left < 0 || failure !== null || undefined}>
        {left < 0
          ? i18n._({
              id: 'moments.compose.too-long',
              message: '{count, plural, one {# character} other {# characters}} too many.',
              values: { count: -left },
            })
          : failure
            ? postRefusal(i18n, failure)
            : isNearEnd &&
              i18n._({
                id: 'moments.compose.left',
                message: '{count, plural, one {# character} other {# characters}} left.',
                values: { count: left },
              })}
      </output>
      <div className="wl-composer-foot">
        <AudienceChoice
          label={i18n._({ id: 'moments.compose.audience', message: 'Who can see it' })}
          value={composer.audience}
          onChange={composer.setAudience}
        />
        <Button type="submit" disabled={!composer.canPost} loading={composer.isPosting}>
          {i18n._({ id: 'moments.compose.post', message: 'Post' })}
        </Button>
      </div>
    </>
  )
}
