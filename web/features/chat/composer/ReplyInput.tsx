import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconSend } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { visibleText } from '#contract/base/text.ts'
import { shortName } from '#web/ui/short-name.ts'
import { pastedFrom } from '#web/platform/clipboard.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { useFittingText } from '#web/ui/use-fitting-text.ts'
import { useChatSettings } from '../runtime/settings.ts'
import { useTabText, type WrittenText } from './use-written-text.ts'
import './ReplyInput.css'

type ReplyFieldProps = {
  /** Who reads it. */
  name: string
  placeholder?: string
  /** False when the text was not taken; it then stays. */
  onSend: (text: string) => boolean
  onTyping?: () => void
  /** Told of every change, also of the emptying after a send. */
  onChange?: (text: string) => void
  /** Floating panels never lie on it. */
  staysClear?: boolean
  /** Something goes along that needs no words. */
  mayBeEmpty?: boolean
  /** What goes along is not ready yet; the message is sent once it is. */
  isBusy?: boolean
  /** What the field is for, when it is not a new message. */
  label?: string
  /** Arrow up in an empty field. */
  onUp?: () => void
  onEscape?: () => void
  onFiles?: (files: File[]) => void
  field?: RefObject<HTMLTextAreaElement | null>
  /** Stands over the field: what is answered, pictures that go along. */
  above?: ReactNode
  /** Stands before the field. */
  before?: ReactNode
}

export type ReplyInputProps = ReplyFieldProps & {
  /** What has been written and not sent is kept under this name while the tab lives. */
  draftKey: string
}

/** From so many letters before the limit on, the rest is counted down. */
const COUNT_FROM = 200

/** A composer whose text is kept in this tab. */
export function ReplyInput({ draftKey, ...field }: ReplyInputProps) {
  return <ReplyField {...field} written={useTabText(draftKey)} />
}

/** The composer: Enter sends (or Ctrl with Enter, by setting). Works offline; blank text is not sent. */
export function ReplyField({ written: { text, setText }, ...props }: ReplyFieldProps & { written: WrittenText }) {
  const { name, field, onSend, onTyping, onChange, staysClear = false, mayBeEmpty = false, isBusy = false } = props
  const { i18n } = useLingui()
  const { sendsByEnter } = useChatSettings()
  const keepClear = useReservedArea('bottom')
  const own = useRef<HTMLTextAreaElement>(null)
  const box = field ?? own
  const placeholder = useFittingText(box, props.placeholder === undefined ? placeholderWords(i18n, name) : [props.placeholder])
  const [isBlankTold, setBlankTold] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const left = limits.message.max - visibleText(text).length
  const isBlank = visibleText(text) === '' && !mayBeEmpty
  const canSend = !isBlank && !isBusy && left >= 0
  const write = (next: string) => {
    setText(next)
    onChange?.(next)
    setBlankTold(false)
    setWaiting(false)
  }
  const send = () => {
    setBlankTold(isBlank && !isBusy)
    setWaiting(isBusy)
    if (canSend && onSend(text)) write('')
  }
  // Sent while a picture was on its way: the wish is met once it has arrived.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what has arrived is told by props, and sending happens once
    if (isWaiting && canSend) send()
  })
  const handleKey = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese, accents), Enter and Escape belong to the keyboard.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') props.onEscape?.()
    if (event.key === 'ArrowUp' && text === '' && props.onUp) {
      event.preventDefault()
      props.onUp()
    }
    if (!isSendKey(event, sendsByEnter)) return
    event.preventDefault()
    send()
  }
  const handlePaste = (event: ClipboardEvent) => {
    const { pictures } = pastedFrom(event.clipboardData)
    if (pictures.length === 0 || !props.onFiles) return
    event.preventDefault()
    props.onFiles(pictures)
  }
  const problem = left < 0 ? countWords(i18n, left) : isBlankTold ? blankWords(i18n) : undefined
  return (
    <form
      ref={staysClear ? keepClear : null}
      className="wl-reply"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {props.above}
      <div className="wl-reply-line">
        {props.before}
        <Textarea
          ref={box}
          className="wl-reply-field"
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          placeholder={placeholder}
          aria-label={props.label ?? i18n._({ id: 'chat.reply.label', message: 'Message to {name}', values: { name } })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={left >= 0 && left <= COUNT_FROM ? countWords(i18n, left) : undefined}
          error={problem}
          descriptionProps={{ 'aria-live': 'polite' }}
          errorProps={{ 'aria-live': 'polite' }}
          enterKeyHint={sendsByEnter ? 'send' : 'enter'}
          dir="auto"
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onChange={({ currentTarget }) => {
            write(currentTarget.value)
            if (visibleText(currentTarget.value)) onTyping?.()
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
      </div>
    </form>
  )
}

function isSendKey(event: KeyboardEvent, sendsByEnter: boolean): boolean {
  if (event.key !== 'Enter') return false
  return event.ctrlKey || event.metaKey || (sendsByEnter && !event.shiftKey)
}

/** What the field is for, with what else it takes where there is room for that. */
function placeholderWords(i18n: I18n, fullName: string): string[] {
  const values = { name: shortName({ name: fullName }) }
  return [
    i18n._({ id: 'chat.reply.placeholder', message: 'Message {name}, or paste a link', values }),
    i18n._({ id: 'chat.reply.placeholder.short', message: 'Message {name}', values }),
  ]
}

/** The sentence that the server would refuse it with. */
function blankWords(i18n: I18n): string {
  return i18n._({ id: 'chat.reply.blank', message: 'Your message is empty.' })
}

/** How much of the limit is left, or by how much it is passed. */
function countWords(i18n: I18n, left: number): string {
  if (left < 0) {
    const count = -left
    return i18n._({
      id: 'chat.reply.over',
      message: '{count, plural, one {# character too many} other {# characters too many}}',
      values: { count },
    })
  }
  return i18n._({
    id: 'chat.reply.left',
    message: '{count, plural, one {# character left} other {# characters left}}',
    values: { count: left },
  })
}
