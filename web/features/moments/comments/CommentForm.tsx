import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconSend, IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { Moment, MomentComment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { visibleText } from '#contract/base/text.ts'
import { readStored, writeText } from '#web/platform/storage/browser-storage.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { draftState } from '../composer/composer.draft.ts'
import { postComment } from './comments.commands.ts'
import { ComposerMessage } from '../composer/ComposerMessage.tsx'
import { MomentMentions } from '../composer/MomentMentions.tsx'

type CommentFormProps = {
  moment: Pick<Moment, 'id' | 'author' | 'audience'>
  me: PersonCard
  /** Receives the focus when its dialog opens. */
  isFocused?: boolean
  /** The comment that the next one replies to. */
  replyTo?: NonNullable<MomentComment['reply_to']> | null
  /** Called when the reply is sent or cancelled. */
  onReplied?: () => void
}

/** A comment form. Drafts stay until the tab closes, and the text of a sent comment until the server has it. A failed one is restored. */
export function CommentForm({ moment, me, isFocused = false, replyTo = null, onReplied }: CommentFormProps) {
  const { i18n } = useLingui()
  const draft = `comment.${me.uid}.${moment.id}`
  const { text, setText, clearField } = useDraft(draft)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const failed = useRef<{ key: string; id: string }>(null)
  const [isSent, setSent] = useState(false)
  const messageId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const state = draftState(text, false, limits.comment.max)

  const send = async () => {
    if (!state.canPost) return
    const written = visibleText(text)
    const key = `${replyTo?.id ?? ''} ${written}`
    const id = failed.current?.key === key ? failed.current.id : newUuidv7(Date.now())
    failed.current = null
    clearField()
    setFailure(null)
    setSent(false)
    const result = await postComment(moment.id, me, { id, text: written, ...(replyTo ? { replyTo } : {}) })
    // What is stored now was written since.
    const next = readStored(draft, 'tab') ?? ''
    const isNext = next !== text && next !== ''
    if (result === null) {
      if (!isNext) writeText(draft, null, 'tab')
      setSent(true)
      onReplied?.()
      return
    }
    failed.current = { key, id }
    setFailure(result)
    setText(isNext ? `${written}\n${next}` : written)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) {
      event.preventDefault()
      event.stopPropagation()
      onReplied?.()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <Form className="wl-comment-form" onSubmit={send}>
      {replyTo && (
        <p className="wl-comment-answers wl-small wl-muted">
          <span className="wl-line">
            {i18n._({ id: 'moments.comment.reply-to', message: 'Reply to {name}', values: { name: replyTo.author.name } })}
          </span>
          <ActionIcon
            icon={IconX}
            iconSize={16}
            size={32}
            aria-label={i18n._({ id: 'moments.comment.reply-drop', message: 'Cancel reply' })}
            onClick={() => {
              onReplied?.()
              field.current?.focus()
            }}
          />
        </p>
      )}
      <MomentMentions text={text} field={field} audience={moment.audience} author={moment.author.uid} onPick={setText} />
      <textarea
        ref={field}
        data-autofocus={isFocused || undefined}
        dir="auto"
        rows={1}
        value={text}
        placeholder={i18n._({ id: 'moments.comment.placeholder', message: 'Add a comment' })}
        aria-label={i18n._({ id: 'moments.comment.field', message: 'Your comment' })}
        aria-describedby={messageId}
        aria-invalid={state.left < 0 || undefined}
        enterKeyHint="send"
        onKeyDown={handleKey}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon
        icon={IconSend}
        type="submit"
        variant="filled"
        size={44}
        aria-disabled={!state.canPost}
        aria-label={i18n._({ id: 'moments.comment.send', message: 'Send the comment' })}
      />
      <ComposerMessage id={messageId} state={state} failure={failure} draft={draft} />
      {/* Others see the comment in the list above. */}
      <output className="wl-hidden">{isSent && text === '' && i18n._({ id: 'moments.comment.sent', message: 'Comment sent.' })}</output>
    </Form>
  )
}

/** `clearField` leaves the stored text. */
function useDraft(name: string): { text: string; setText: (text: string) => void; clearField: () => void } {
  const [text, set] = useState(() => readStored(name, 'tab') ?? '')
  return {
    text,
    clearField: () => set(''),
    setText(next) {
      set(next)
      writeText(name, next || null, 'tab')
    },
  }
}
