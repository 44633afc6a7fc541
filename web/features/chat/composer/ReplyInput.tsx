import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconSend } from '@tabler/icons-react'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { visibleText } from '#contract/base/text.ts'
import { useAttachedLink } from '#web/features/media/share-search/use-attached-link.ts'
import { useShareSearch } from '#web/features/media/share-search/use-share-search.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { pastedFrom } from '#web/platform/clipboard.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { MemoryOnlyHint } from '#web/ui/MemoryOnlyHint.tsx'
import { Textarea } from '#web/ui/inputs/TextInput.ts'
import { useFittingText } from '#web/ui/text/use-fitting-text.ts'
import { useChatSettings } from '../runtime/settings.ts'
import { useTabText, type ComposerText } from './use-written-text.ts'
import './ReplyInput.css'

const AttachedLink = lazyPart(async () => (await import('#web/features/media/share-search/AttachedLink.tsx')).AttachedLink)

type ReplyFieldProps = {
  name: string
  placeholder?: string
  /** Returns false if the text was rejected; it then stays in the field. */
  onSend: (text: string) => boolean
  onTyping?: () => void
  /** Called on every change, including the reset after sending. */
  onChange?: (text: string) => void
  /** Floating panels never cover it. */
  reservesArea?: boolean
  /** Allows an empty text, because something else is attached. */
  allowsEmpty?: boolean
  /** An attachment is not ready; sending waits for it. */
  isBusy?: boolean
  /** Why nothing can be sent now; shown when the user tries. The text stays. */
  blocked?: string | undefined
  /** Accessible name, if it is not a new message. */
  label?: string
  /** Arrow up in an empty field. */
  onArrowUp?: () => void
  onEscape?: () => void
  onFiles?: (files: File[]) => void
  /** Offers the search of items to share, with suggestions for `to`. */
  search?: { to: Uid | null }
  /** Plays the attached link with the receivers. */
  onTogether?: (link: string) => void
  field?: RefObject<HTMLTextAreaElement | null>
  /** Content above the field: quote, pictures. */
  above?: ReactNode
  /** Content before the field. */
  before?: ReactNode
  /** Replaces the search button, and opens the search. */
  renderMenu?: (openSearch: () => void) => ReactNode
  /** Shown before the send button. On phones it replaces that button while there is nothing to send. */
  beforeSend?: ReactNode
}

export type ReplyInputProps = ReplyFieldProps & {
  /** Storage key of the draft in this tab. */
  draftKey: string
}

/** Remaining characters are shown from this number on. */
const COUNTDOWN_FROM = 200

/** A composer whose draft is stored in this tab. */
export function ReplyInput({ draftKey, ...field }: ReplyInputProps) {
  return <ReplyField {...field} written={useTabText(draftKey)} />
}

/** The text field of the composer: Enter sends (or Ctrl+Enter, by setting). Works offline; blank text is not sent. */
export function ReplyField({ written: { text, setText, storedAs }, ...props }: ReplyFieldProps & { written: ComposerText }) {
  const { name, field, onTyping, onTogether, reservesArea = false, isBusy = false } = props
  const { i18n } = useLingui()
  const { sendsByEnter } = useChatSettings()
  const reservedArea = useReservedArea('bottom')
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const box = field ?? ownRef
  const placeholder = useFittingText(box, placeholderTexts(i18n, name, props.placeholder))
  const { write, send, canSend, isBlank, remaining, problem } = useSending({ text, setText }, props)
  const attached = useAttachedLink({ text, setText: write })
  const search = useShareSearch(
    { text: attached.shown, setText: attached.type, attach: attached.attach, field: box },
    props.search?.to ?? null,
  )
  const handleKey = (event: KeyboardEvent) => {
    // During IME composition (Japanese, Chinese, accents), Enter and Escape belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') props.onEscape?.()
    if (event.key === 'ArrowUp' && text === '' && props.onArrowUp) {
      event.preventDefault()
      props.onArrowUp()
    }
    if (!isSendKey(event, sendsByEnter)) return
    event.preventDefault()
    send()
  }
  const handlePaste = (event: ClipboardEvent) => {
    const { pictures } = pastedFrom(event.clipboardData)
    if (pictures.length > 0 && props.onFiles) {
      event.preventDefault()
      props.onFiles(pictures)
    } else if (props.search && attached.attachPasted(event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  return (
    <form
      ref={reservesArea ? reservedArea : null}
      className="wl-reply"
      data-blank={(isBlank && !isBusy) || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {props.above}
      {props.search && search.panel}
      {props.search && attached.link && (
        <AttachedLink
          link={attached.link}
          onRemove={attached.remove}
          onTogether={
            onTogether &&
            ((link) => {
              write(attached.shown)
              onTogether(link)
            })
          }
        />
      )}
      <div className="wl-reply-line">
        {props.before}
        {props.search && (props.renderMenu ? props.renderMenu(search.open) : search.button)}
        <Textarea
          ref={box}
          className="wl-reply-field"
          autosize
          minRows={1}
          maxRows={6}
          value={props.search ? attached.shown : text}
          placeholder={placeholder}
          aria-label={props.label ?? i18n._({ id: 'chat.reply.label', message: 'Message to {name}', values: { name } })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={remaining >= 0 && remaining <= COUNTDOWN_FROM ? countText(i18n, remaining) : undefined}
          error={problem}
          descriptionProps={{ 'aria-live': 'polite' }}
          errorProps={{ 'aria-live': 'polite' }}
          enterKeyHint={sendsByEnter ? 'send' : 'enter'}
          dir="auto"
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onChange={({ currentTarget }) => {
            if (props.search && search.opens(attached.shown, currentTarget.value)) return
            if (props.search) attached.type(currentTarget.value)
            else write(currentTarget.value)
            if (visibleText(currentTarget.value)) onTyping?.()
          }}
        />
        {props.beforeSend}
        <SendButton canSend={canSend} />
      </div>
      {visibleText(text) && <MemoryOnlyHint name={storedAs} />}
    </form>
  )
}

function SendButton({ canSend }: { canSend: boolean }) {
  const { i18n } = useLingui()
  return (
    <ActionIcon
      icon={IconSend}
      type="submit"
      variant="filled"
      size={44}
      className="wl-reply-send"
      // Not `disabled`: that would lose the focus with every message sent.
      aria-disabled={!canSend}
      aria-label={i18n._({ id: 'chat.send', message: 'Send' })}
    />
  )
}

type Sending = Pick<ReplyFieldProps, 'onSend' | 'onChange' | 'allowsEmpty' | 'isBusy' | 'blocked'>

/** Sends the text if possible, or shows the reason why it can't be sent. */
function useSending(
  { text, setText }: Pick<ComposerText, 'text' | 'setText'>,
  { onSend, onChange, allowsEmpty = false, isBusy = false, blocked }: Sending,
) {
  const { i18n } = useLingui()
  const [isBlankShown, setBlankShown] = useState(false)
  const [isBlockedShown, setBlockedShown] = useState(false)
  const [isPending, setPending] = useState(false)
  const remaining = limits.message.max - visibleText(text).length
  const isBlank = visibleText(text) === '' && !allowsEmpty
  const canSend = !isBlank && !isBusy && remaining >= 0 && blocked === undefined
  const write = (next: string) => {
    setText(next)
    onChange?.(next)
    setBlankShown(false)
    setBlockedShown(false)
    setPending(false)
  }
  const send = () => {
    setBlankShown(isBlank && !isBusy)
    setBlockedShown(blocked !== undefined)
    setPending(isBusy)
    if (canSend && onSend(text)) write('')
  }
  // Sends the message that waited for a picture upload.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the upload's end arrives by props, and sending happens once
    if (isPending && canSend) send()
  })
  const rejected = isBlankShown ? blankText(i18n) : isBlockedShown ? blocked : undefined
  return { write, send, canSend, isBlank, remaining, problem: remaining < 0 ? countText(i18n, remaining) : rejected }
}

function isSendKey(event: KeyboardEvent, sendsByEnter: boolean): boolean {
  if (event.key !== 'Enter') return false
  return event.ctrlKey || event.metaKey || (sendsByEnter && !event.shiftKey)
}

/** The placeholder variants, longest first. */
function placeholderTexts(i18n: I18n, fullName: string, input: string | undefined): string[] {
  const values = { name: shortName({ name: fullName }) }
  const named = [
    i18n._({ id: 'chat.reply.placeholder', message: 'Message {name}, or paste a link', values }),
    i18n._({ id: 'chat.reply.placeholder.short', message: 'Message {name}', values }),
  ]
  return [...(input === undefined ? named : [input]), i18n._({ id: 'chat.reply.placeholder.shortest', message: 'Message' })]
}

/** The same sentence as the server's error. */
function blankText(i18n: I18n): string {
  return i18n._({ id: 'chat.reply.blank', message: 'Your message is empty.' })
}

/** The number of characters left, or over the limit. */
function countText(i18n: I18n, remaining: number): string {
  if (remaining < 0) {
    const count = -remaining
    return i18n._({
      id: 'chat.reply.over',
      message: '{count, plural, one {# character too many} other {# characters too many}}',
      values: { count },
    })
  }
  return i18n._({
    id: 'chat.reply.left',
    message: '{count, plural, one {# character left} other {# characters left}}',
    values: { count: remaining },
  })
}
