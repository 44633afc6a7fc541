import { visibleText } from '#contract/base/text.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { PasteButton } from '#web/features/links/PasteButton.tsx'
import { PictureButton } from '#web/features/uploads/PictureButton.tsx'
import { PictureDrafts } from '#web/features/uploads/PictureDrafts.tsx'
import type { Pictures } from '#web/features/uploads/use-pictures.ts'
import type { Pasted } from '#web/platform/clipboard.ts'
import { useChat } from '../runtime/current-chat.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { typeOf } from '../engine/text.ts'
import type { Conversation } from '../engine/types.ts'
import { AnswersBanner, EditsBanner, MomentBanner } from './ComposerBanners.tsx'
import { EmojiButton } from './EmojiButton.tsx'
import { ReplyField } from './ReplyInput.tsx'
import type { Composing } from './use-composing.ts'
import { useFocusWhenOpened } from './use-focus-when-opened.ts'
import { useDraftText, useEditedText } from './use-written-text.ts'
import './Composer.css'

type ComposerProps = {
  conversation: Conversation
  composing: Composing
  pictures: Pictures
  /** A moment that the next message is about. */
  moment: { id: string; drop: () => void } | null
  onDone: () => void
  /** Arrow up in an empty composer. */
  onEditLast: () => void
}

/** Where one writes: something new, an answer, or the new wording of one's own message. */
export function Composer({ composing, ...rest }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { kind } = composing
  const id = kind === 'new' ? '' : composing.row.id
  useFocusWhenOpened(field, rest.conversation.request)
  // Whoever chooses to answer or to edit writes next, and so does whoever has done it.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) field.current?.focus()
    isFirst.current = false
    // Whenever something else is being composed.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [kind, id])
  if (kind === 'edit') return <EditComposer key={id} field={field} row={composing.row} {...rest} />
  return <NewComposer field={field} answered={kind === 'reply' ? composing.row : null} {...rest} />
}

type FieldRef = RefObject<HTMLTextAreaElement | null>
type PartProps = Omit<ComposerProps, 'composing'> & { field: FieldRef }

function NewComposer({
  conversation,
  answered,
  pictures,
  moment,
  field,
  onDone,
  onEditLast,
}: PartProps & { answered: MessageRowData | null }) {
  const chat = useChat()
  const { chatId, person, canAttach } = conversation
  const written = useDraftText(chatId, field)
  const stored = pictures.items.flatMap((item) => (item.stored ? [{ ...item.stored, alt: visibleText(item.alt) }] : []))

  function send(content: string): boolean {
    // A stranger's first message is text alone, whatever is in it; beside pictures everything is.
    const said = canAttach && stored.length === 0 ? typeOf(visibleText(content)) : ({ type: 'text', referenceItem: [] } as const)
    const isTaken = chat?.write({
      to: person.uid,
      chatId,
      content,
      pictures: stored,
      type: said.type,
      referenceItem: [...said.referenceItem, ...(moment ? [`moment:${moment.id}`] : [])],
      reply: answered && replyOf(answered, chat.store.getState().me, person),
    })
    if (!isTaken) return false
    pictures.clear()
    moment?.drop()
    onDone()
    return true
  }

  // A stranger gets no pictures: then only the words of the clipboard are taken.
  function paste({ text, pictures: pasted }: Pasted): void {
    if (canAttach && pasted.length > 0) pictures.add(pasted)
    if (text) written.setText(written.text === '' ? text : `${written.text} ${text}`)
    field.current?.focus()
  }

  return (
    <ReplyField
      name={person.name}
      written={written}
      field={field}
      staysClear
      mayBeEmpty={stored.length > 0}
      isBusy={pictures.items.some(({ state }) => state !== 'stored')}
      onSend={send}
      onTyping={() => chat?.typing(chatId)}
      onUp={onEditLast}
      {...(answered ? { onEscape: onDone } : {})}
      {...(canAttach ? { onFiles: pictures.add } : {})}
      above={
        <>
          {answered && <AnswersBanner row={answered} name={person.name} onDrop={onDone} />}
          {moment && <MomentBanner id={moment.id} onDrop={moment.drop} />}
          <PictureDrafts pictures={pictures} />
        </>
      }
      before={
        <>
          {canAttach && <PictureButton pictures={pictures} size={44} />}
          <span className="wl-reply-paste">
            <PasteButton size={44} onPaste={paste} />
          </span>
          <EmojiButton field={field} onInsert={(text) => written.setText(text)} />
        </>
      }
    />
  )
}

function EditComposer({ conversation, row, field, onDone }: PartProps & { row: MessageRowData }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const written = useEditedText(row.content)
  function save(content: string): boolean {
    const text = visibleText(content)
    if (row.seq !== null && text !== row.content)
      chat?.act(row.id, { kind: 'edit', chatId: conversation.chatId, seq: row.seq, content: text })
    onDone()
    return true
  }
  return (
    <ReplyField
      name={conversation.person.name}
      label={i18n._({ id: 'chat.edit.label', message: 'Edit your message' })}
      written={written}
      field={field}
      staysClear
      mayBeEmpty={row.pictures.length > 0}
      onSend={save}
      onEscape={onDone}
      above={<EditsBanner onDrop={onDone} />}
      before={<EmojiButton field={field} onInsert={(text) => written.setText(text)} />}
    />
  )
}

/** The answered message as it is drawn until the server has said how it stands. */
function replyOf(row: MessageRowData, me: string, person: Conversation['person']) {
  return {
    id: row.id,
    seq: row.seq ?? 0,
    from: row.isMine ? me : person.uid,
    userName: row.isMine ? '' : person.name,
    type: row.type,
    content: row.content,
  }
}
