import { textToSend, visibleText } from '#contract/base/text.ts'
import { useEffect, useRef, useState, type RefObject, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { paste } from '#web/features/links/paste.ts'
import { PasteButton } from '#web/features/links/PasteButton.tsx'
import { PictureButton } from '#web/features/uploads/PictureButton.tsx'
import type { Pictures } from '#web/features/uploads/use-pictures.ts'
import type { Pasted } from '#web/platform/clipboard.ts'
import { useOpenSession } from '#web/features/together/open-session.store.ts'
import { useChat } from '../runtime/current-chat.ts'
import type { Draft } from '../runtime/chat.state.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { messageTypeOf } from '../engine/text.ts'
import type { Conversation } from '../engine/state.ts'
import { AttachMenu } from './AttachMenu.tsx'
import { EmojiButton } from './EmojiButton.tsx'
import { ReplyField } from './ReplyInput.tsx'
import type { Composing } from './use-composing.ts'
import { useDraftText, useEditText } from './use-written-text.ts'
import type { Edited } from '../storage/edits.ts'
import { useVoiceDraft } from '../storage/voice-drafts.ts'
import { IconArrowBackUp, IconMicrophone, IconPencil, IconX } from '@tabler/icons-react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { previewText } from '../chat.messages.ts'
import { useMessageActions } from '../messages/message-actions.ts'
import './Composer.css'

type ComposerProps = {
  conversation: Conversation
  composing: Composing
  pictures: Pictures
  /** The moment that the next message refers to. */
  moment: { id: string; drop: () => void } | null
  /** The user waits for their turn in slow mode. */
  slow?: { untilMs: number; nowMs: number } | null
  onDone: () => void
  /** Arrow up in an empty composer. */
  onEditLast: () => void
}

/** The composer: for a new message, a reply, or an edit. */
export function Composer({ composing, ...rest }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { kind } = composing
  const id = kind === 'new' ? '' : composing.row.id
  useFocusWhenOpened(field, rest.conversation.request)
  // Focus the field when a reply or an edit starts or ends.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) field.current?.focus()
    // Browsers put the cursor before the text.
    if (kind === 'edit') field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    isFirst.current = false
    // Runs when the composed message changes.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [kind, id])
  if (kind === 'edit') return <EditComposer key={id} field={field} message={composing.row} {...rest} />
  return <NewComposer field={field} replyTo={kind === 'reply' ? composing.row : null} {...rest} />
}

const SlowModeNotice = lazyPart(async () => (await import('../groups/WriteLimits.tsx')).SlowModeNotice)
const VoiceRecorder = lazyPart(
  async () => (await import('../voice/VoiceRecorder.tsx')).VoiceRecorder,
  <div className="wl-reply wl-reply-space" aria-hidden />,
)
const PictureDrafts = lazyPart(async () => (await import('#web/features/uploads/PictureDrafts.tsx')).PictureDrafts)
const MentionPicker = lazyPart(async () => (await import('../groups/MentionPicker.tsx')).MentionPicker)

type FieldRef = RefObject<HTMLTextAreaElement | null>
type PartProps = Omit<ComposerProps, 'composing'> & { field: FieldRef }

function NewComposer({
  conversation,
  replyTo,
  pictures,
  moment,
  slow,
  field,
  onDone,
  onEditLast,
}: PartProps & { replyTo: MessageRowData | null }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId, person, canAttach } = conversation
  const { playTogether } = useMessageActions()
  const written = useDraftText(chatId, field)
  const hasMenu = useIsNarrow() && canAttach
  const [isRecording, setRecording] = useState(false)
  const hasVoiceDraft = useVoiceDraft(chatId) !== null
  const { stored, send, sendVoice } = useNewMessage({ conversation, replyTo, pictures, moment, onDone })

  function endRecording(): void {
    setRecording(false)
    setTimeout(() => field.current?.focus())
  }

  // Strangers can't receive pictures: paste only the text.
  function insertPasted({ text, pictures: pasted }: Pasted): void {
    if (canAttach && pasted.length > 0) pictures.add(pasted)
    if (text) written.setText(written.text === '' ? text : `${written.text} ${text}`)
    field.current?.focus()
  }

  const replyBanner = replyTo && <ReplyBanner row={replyTo} name={authorIn(conversation, replyTo).name} onDrop={onDone} />
  if ((isRecording || hasVoiceDraft) && canAttach && !slow)
    return <VoiceRecorder chatId={chatId} isDraft={!isRecording} above={replyBanner} onSend={sendVoice} onClose={endRecording} />

  return (
    <ReplyField
      name={person.name}
      {...(conversation.group
        ? { placeholder: i18n._({ id: 'chat.reply.placeholder.short', message: 'Message {name}', values: { name: person.name } }) }
        : {})}
      written={written}
      field={field}
      reservesArea
      allowsEmpty={stored.length > 0}
      isBusy={pictures.items.some(({ state }) => state !== 'stored')}
      blocked={
        slow
          ? i18n._({ id: 'group.slow.wait', message: 'Slow mode is on. Your message stays here until it’s your turn.' })
          : pictures.isAltTooLong
            ? i18n._({ id: 'pictures.alt.too-long', message: 'The description of a picture is too long.' })
            : undefined
      }
      onSend={send}
      onTyping={() => chat?.typing(chatId)}
      onArrowUp={onEditLast}
      {...(replyTo ? { onEscape: onDone } : {})}
      {...(canAttach ? { onFiles: pictures.add, search: { to: conversation.group ? null : person.uid }, onTogether: playTogether } : {})}
      above={
        <>
          {slow && <SlowModeNotice {...slow} />}
          {replyBanner}
          {conversation.group && <Mentions written={written} field={field} />}
          {moment && <MomentBanner id={moment.id} onDrop={moment.drop} />}
          {pictures.items.length > 0 && <PictureDrafts pictures={pictures} />}
        </>
      }
      {...(hasMenu
        ? {
            renderMenu: (openSearch: () => void) => (
              <AttachMenu
                conversation={conversation}
                pictures={pictures}
                mayAsk={!slow}
                onSearch={openSearch}
                onPaste={() => void paste(insertPasted)}
              />
            ),
          }
        : {})}
      before={
        <>
          {canAttach && !hasMenu && !conversation.group && <PictureButton pictures={pictures} size={44} />}
          {canAttach && !hasMenu && conversation.group && <AttachMenu conversation={conversation} pictures={pictures} mayAsk={!slow} />}
          {!hasMenu && (
            <span className="wl-reply-paste">
              <PasteButton size={44} onPaste={insertPasted} />
            </span>
          )}
          <EmojiButton field={field} onInsert={(text) => written.setText(text)} />
        </>
      }
      beforeSend={canAttach && !slow && canRecord() && <VoiceButton onPress={() => setRecording(true)} />}
    />
  )
}

/** The author of another user's message: in a group the member, otherwise the conversation's person. */
const authorIn = ({ group, person }: Conversation, row: MessageRowData) => (group ? row.author : person)

type NewMessage = Pick<PartProps, 'conversation' | 'pictures' | 'moment' | 'onDone'> & { replyTo: MessageRowData | null }

/** Sends a new message, with the stored pictures and what it refers to. */
function useNewMessage({ conversation, replyTo, pictures, moment, onDone }: NewMessage) {
  const chat = useChat()
  const { chatId, person, canAttach } = conversation
  const stored = pictures.items.flatMap((item) => (item.stored ? [{ ...item.stored, alt: textToSend(item.alt) }] : []))

  function send(content: string): boolean {
    // Written during a shared session, it refers to the current second.
    const second = canAttach ? useOpenSession.getState().reference(chatId) : null
    // A first message to a stranger, and a message with pictures, is always sent as text.
    const typed = canAttach && stored.length === 0 ? messageTypeOf(visibleText(content)) : ({ type: 'text', referenceItem: [] } as const)
    const isQueued = chat?.write({
      to: person.uid,
      chatId,
      content,
      pictures: stored,
      type: typed.type,
      referenceItem: [...typed.referenceItem, ...(moment ? [`moment:${moment.id}`] : []), ...(second === null ? [] : [second])],
      reply: replyTo && replyOf(replyTo, chat.store.getState().me, authorIn(conversation, replyTo)),
    })
    if (!isQueued) return false
    pictures.clear()
    moment?.drop()
    onDone()
    return true
  }

  function sendVoice(voice: NonNullable<Draft['voice']>): void {
    const reply = replyTo && replyOf(replyTo, chat?.store.getState().me ?? '', authorIn(conversation, replyTo))
    chat?.write({ to: person.uid, chatId, content: '', voice, reply })
    onDone()
  }

  return { stored, send, sendVoice }
}

/** Members to mention, once an @ is typed. */
function Mentions({ written, field }: { written: ReturnType<typeof useDraftText>; field: FieldRef }) {
  if (!written.text.includes('@')) return null
  return <MentionPicker text={written.text} field={field} onPick={written.setText} />
}

/** Whether this browser can record. Without TLS it can't. */
const canRecord = (): boolean => typeof MediaRecorder === 'function' && 'mediaDevices' in navigator

/** Opens the recorder, which then asks for the microphone. */
function VoiceButton({ onPress }: { onPress: () => void }) {
  const { i18n } = useLingui()
  const label = i18n._({ id: 'voice.record', message: 'Record a voice message' })
  return <ActionIcon icon={IconMicrophone} className="wl-voice-button" size={44} label={label} onClick={onPress} />
}

function EditComposer({ conversation, message, field, onDone }: PartProps & { message: Edited }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId } = conversation
  const written = useEditText(chatId, message)
  function save(content: string): boolean {
    const text = textToSend(content)
    if (message.seq !== null && text !== message.content)
      chat?.changeMessage(message.id, { kind: 'edit', chatId, seq: message.seq, content: text })
    onDone()
    return true
  }
  return (
    <ReplyField
      name={conversation.person.name}
      label={i18n._({ id: 'chat.edit.label', message: 'Edit your message' })}
      written={written}
      field={field}
      reservesArea
      allowsEmpty={message.pictures.length > 0}
      onSend={save}
      onEscape={onDone}
      above={<EditBanner content={message.content} onDrop={onDone} />}
      before={<EmojiButton field={field} onInsert={(text) => written.setText(text)} />}
    />
  )
}

/** The quote to display until the server returns its own. */
function replyOf(row: MessageRowData, me: string, person: Pick<Conversation['person'], 'uid' | 'name'>) {
  return {
    id: row.id,
    seq: row.seq ?? 0,
    from: row.isMine ? me : person.uid,
    userName: row.isMine ? '' : person.name,
    type: row.type,
    content: row.content,
  }
}

const MomentReference = lazyPart(async () => (await import('../messages/MomentReference.tsx')).MomentReference)

type BannerProps = { icon: ReactNode; dropLabel: string; onDrop: () => void; children: ReactNode }

function Banner({ icon, dropLabel, onDrop, children }: BannerProps) {
  return (
    <div className="wl-composer-banner">
      {icon}
      <div className="wl-composer-banner-text">{children}</div>
      <ActionIcon icon={IconX} iconSize={18} size={36} aria-label={dropLabel} onClick={onDrop} />
    </div>
  )
}

/** The message being replied to. */
export function ReplyBanner({ row, name, onDrop }: { row: MessageRowData; name: string; onDrop: () => void }) {
  const { i18n } = useLingui()
  return (
    <Banner
      icon={<IconArrowBackUp size={20} stroke={1.8} aria-hidden />}
      dropLabel={i18n._({ id: 'chat.reply.drop', message: 'Cancel reply' })}
      onDrop={onDrop}
    >
      <strong className="wl-line">
        {row.isMine
          ? i18n._({ id: 'chat.reply.to-self', message: 'Reply to yourself' })
          : i18n._({ id: 'chat.reply.to', message: 'Reply to {name}', values: { name } })}
      </strong>
      <span className="wl-line wl-muted">{previewText(i18n, { ...row, media: row.pictures.map(({ id }) => id) })}</span>
    </Banner>
  )
}

export function EditBanner({ content, onDrop }: { content: string; onDrop: () => void }) {
  const { i18n } = useLingui()
  return (
    <Banner
      icon={<IconPencil size={20} stroke={1.8} aria-hidden />}
      dropLabel={i18n._({ id: 'chat.edit.drop', message: 'Cancel editing' })}
      onDrop={onDrop}
    >
      <strong className="wl-line">{i18n._({ id: 'chat.edit.banner', message: 'Editing your message' })}</strong>
      <span className="wl-line wl-muted">{content}</span>
    </Banner>
  )
}

/** The moment that the message refers to. */
export function MomentBanner({ id, onDrop }: { id: string; onDrop: () => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-composer-banner" data-plain>
      <MomentReference id={id} isPlain />
      <ActionIcon
        icon={IconX}
        iconSize={18}
        size={36}
        aria-label={i18n._({ id: 'chat.moment.drop', message: 'Remove the moment' })}
        onClick={onDrop}
      />
    </div>
  )
}

/**
 * Focuses the composer when a conversation opens, and after a request was accepted, whose button is gone (`reset`). Not on touch
 * devices, where the on-screen keyboard would cover the messages.
 */
export function useFocusWhenOpened(field: RefObject<HTMLElement | null>, reset: string): void {
  useEffect(() => {
    if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return undefined
    // Runs after the navigation has moved the focus to the page. A focus elsewhere stays.
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement
      if (focused === document.body || focused?.tagName === 'MAIN') field.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
    // Runs on each opening.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [field, reset])
}
