import { useState, type KeyboardEvent } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconSend } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { shortName } from '#web/features/connections/short-name.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { useKeepClear } from '#web/ui/keep-clear.ts'
import { Textarea } from '#web/ui/TextInput.ts'
import './ReplyInput.css'

export type ReplyInputProps = {
  /** Who reads it. */
  name: string
  placeholder?: string
  /** What has been written and not sent is kept under this name while the tab lives. */
  draftKey: string
  /** False when the text was not taken; it then stays. */
  onSend: (text: string) => boolean
  onTyping?: () => void
  /** Told of every change, also of the emptying after a send. */
  onChange?: (text: string) => void
  /** Floating panels never lie on it. */
  staysClear?: boolean
}

/** From so many letters before the limit on, the rest is counted down. */
const COUNT_FROM = 200

/** The composer: Enter sends, Shift and Enter start a new line. Works offline; blank text is not sent. */
export function ReplyInput({ name, placeholder, draftKey, onSend, onTyping, onChange, staysClear = false }: ReplyInputProps) {
  const { i18n } = useLingui()
  const { text, setText } = useDraft(draftKey, onChange)
  const keepClear = useKeepClear('bottom')
  const left = limits.message.max - text.trim().length
  const canSend = text.trim() !== '' && left >= 0

  const send = () => {
    if (canSend && onSend(text)) setText('')
  }
  const handleKey = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese, accents), Enter belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      ref={staysClear ? keepClear : null}
      className="wl-reply"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        className="wl-reply-field"
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        placeholder={
          placeholder ??
          i18n._({ id: 'chat.reply.placeholder', message: 'Message {name}, or paste a link', values: { name: shortName({ name }) } })
        }
        aria-label={i18n._({ id: 'chat.reply.label', message: 'Message to {name}', values: { name } })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={left >= 0 && left <= COUNT_FROM ? countWords(i18n, left) : undefined}
        error={left < 0 ? countWords(i18n, left) : undefined}
        descriptionProps={{ 'aria-live': 'polite' }}
        errorProps={{ 'aria-live': 'polite' }}
        enterKeyHint="send"
        dir="auto"
        onKeyDown={handleKey}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          if (currentTarget.value.trim()) onTyping?.()
        }}
      />
      <ActionIcon
        type="submit"
        variant="filled"
        size={44}
        className="wl-reply-send"
        // Not `disabled`: the focus would be lost with every message sent.
        aria-disabled={!canSend}
        aria-label={i18n._({ id: 'chat.send', message: 'Send' })}
      >
        <IconSend size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
    </form>
  )
}

/** How much of the limit is left, or by how much it is passed. */
function countWords(i18n: I18n, left: number): string {
  if (left < 0) {
    const count = -left
    return i18n._({
      id: 'chat.reply.over',
      message: '{count, plural, one {# letter too many} other {# letters too many}}',
      values: { count },
    })
  }
  return i18n._({ id: 'chat.reply.left', message: '{count, plural, one {# letter left} other {# letters left}}', values: { count: left } })
}

function useDraft(key: string, onChange?: (text: string) => void): { text: string; setText: (text: string) => void } {
  const [text, set] = useState(() => recall(`draft.${key}`, 'tab') ?? '')
  return {
    text,
    setText(next) {
      set(next)
      keep(`draft.${key}`, next || null, 'tab')
      onChange?.(next)
    },
  }
}
