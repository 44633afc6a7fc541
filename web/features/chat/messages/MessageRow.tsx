import { useState, type FocusEvent, type PointerEvent, Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import type { MessageRowData, Delivery } from '../engine/rows.ts'
import { wordsOfMessage, isOnlyEmoji, linkOfMessage } from '../engine/text.ts'
import { deletedWords, previewWords, refusalWords } from '../engine/messages.ts'
import { CardBoundary } from './CardBoundary.tsx'
import { useMessageActs } from './message-commands.ts'
import { partId, nameOf } from './message-parts.ts'
import { MessageText } from './MessageText.tsx'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import './MomentReference.css'
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconEye, type Icon } from '@tabler/icons-react'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { clockTime } from '../engine/times.ts'
import { MessageReactions } from './MessageReactions.tsx'
import { MessageTools } from './MessageTools.tsx'
import './MessageRow.css'

/** When a message was, whether it was changed, and where it stands. */
export function MessageFoot({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  return (
    <p id={partId(row, 'foot')} className="wl-message-foot">
      {row.failure ? (
        <Refused id={row.id} words={refusalWords(i18n, row.failure)} />
      ) : (
        row.sentAtMs !== null && <time dateTime={new Date(row.sentAtMs).toISOString()}>{clockTime(row.sentAtMs, i18n.locale)}</time>
      )}
      {row.isEdited && !row.isDeleted && <span>{i18n._({ id: 'chat.edited', message: 'edited' })}</span>}
      {row.delivery === 'pending' && <HeldUp />}
      {row.delivery && row.delivery !== 'failed' && !row.isDeleted && <DeliveryMark delivery={row.delivery} saysIt={row.isLastSeen} />}
    </p>
  )
}

/** Says why a message waits when that may take long. */
function HeldUp() {
  const { i18n } = useLingui()
  const isFull = useChatState(({ heldUp }) => heldUp === 'storage_full')
  if (!isFull) return null
  const words = i18n._({ id: 'chat.held-up.storage-full', message: 'Not sent yet: the server’s storage is full. We’ll keep trying.' })
  return <output>{words}</output>
}

function Refused({ id, words }: { id: string; words: string }) {
  const { i18n } = useLingui()
  const chat = useChat()
  return (
    <>
      <IconAlertCircle size={16} stroke={1.8} aria-hidden />
      <span>{words}</span>
      <button type="button" className="wl-message-act" onClick={() => chat?.retry(id)}>
        {i18n._({ id: 'chat.retry', message: 'Try again' })}
      </button>
      <button type="button" className="wl-message-act" onClick={() => chat?.discard(id)}>
        {i18n._({ id: 'chat.discard', message: 'Delete' })}
      </button>
    </>
  )
}

const deliveryIcons: Record<Exclude<Delivery, 'failed'>, Icon> = {
  pending: IconClock,
  stored: IconCheck,
  delivered: IconChecks,
  // Colour alone would not tell it from the one before.
  seen: IconEye,
}

function DeliveryMark({ delivery, saysIt }: { delivery: Exclude<Delivery, 'failed'>; saysIt: boolean }) {
  const { i18n } = useLingui()
  const words = {
    pending: i18n._({ id: 'chat.delivery.pending', message: 'Sending' }),
    stored: i18n._({ id: 'chat.delivery.stored', message: 'Sent' }),
    delivered: i18n._({ id: 'chat.delivery.delivered', message: 'Delivered' }),
    seen: i18n._({ id: 'chat.delivery.seen', message: 'Seen' }),
  }[delivery]
  const Mark = deliveryIcons[delivery]
  return (
    <span className="wl-message-mark" title={words}>
      <Mark size={16} stroke={1.8} aria-hidden />
      <span className={saysIt ? undefined : 'wl-hidden'}>{words}</span>
    </span>
  )
}

const MomentReference = lazyComponent(async () => (await import('./MomentReference.tsx')).MomentReference)

/** What a message is about: the link in it, the video or music it sends, the moment it answers. */
function MessageCard({ row }: { row: MessageRowData }) {
  const link = linkOfMessage(row)
  const momentId = row.referenceItem.find((item) => item.startsWith('moment:'))?.slice('moment:'.length)
  return (
    <>
      {momentId && (
        <Suspense fallback={<div className="wl-moment-ref" aria-hidden />}>
          <MomentReference id={momentId} />
        </Suspense>
      )}
      {link && <LinkCard link={link} isTall play={playLink} />}
    </>
  )
}

type MessageRowProps = {
  row: MessageRowData
  senderName: string
  /** The one message that the Tab key stops at; the arrow keys move it. */
  isTabStop: boolean
  /** The reader was brought here. */
  isMarked: boolean
}

/** One message: its text, card and pictures, what others feel about it, when it was and where it stands. */
export function MessageRow({ row, senderName, isTabStop, isMarked }: MessageRowProps) {
  const { i18n } = useLingui()
  const { hasCards, edited } = useMessageActs()
  const isBeingEdited = edited === row.id
  const { isActive, isMenuOpen, setMenuOpen, handlers } = useActive()
  const canAct = row.seq !== null && !row.isDeleted
  const hasFoot = row.endsGroup || row.isEdited || row.delivery === 'pending' || row.delivery === 'failed'
  return (
    // Reached by the arrow keys, so that everything about a message can be done by keyboard.
    <article
      className="wl-message"
      aria-labelledby={nameOf(row)}
      data-id={row.id}
      data-mine={row.isMine || undefined}
      data-starts={row.startsGroup || undefined}
      data-marked={isMarked || undefined}
      data-edits={isBeingEdited || undefined}
      data-delivery={row.delivery ?? undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isTabStop ? 0 : -1}
      {...handlers}
    >
      {isBeingEdited && (
        <span id={partId(row, 'edits')} className="wl-hidden">
          {i18n._({ id: 'chat.edits', message: 'You’re editing this message' })}
          {'. '}
        </span>
      )}
      <span id={partId(row, 'who')} className="wl-hidden">
        {row.isMine ? i18n._({ id: 'chat.you', message: 'You' }) : senderName}
        {': '}
      </span>
      {row.isDeleted ? (
        <div id={partId(row, 'words')} className="wl-bubble" data-deleted>
          <p className="wl-message-text">{deletedWords(i18n)}</p>
        </div>
      ) : (
        <>
          <CardBoundary fallback={hasCards && <LeftOutLink row={row} />}>
            {row.pictures.length > 0 && (
              <div id={partId(row, 'pictures')} className="wl-message-pictures">
                <PictureGrid pictures={row.pictures} alt={row.isMine ? i18n._({ id: 'chat.you', message: 'You' }) : senderName} />
              </div>
            )}
            {hasCards && <MessageCard row={row} />}
          </CardBoundary>
          {hasCards && <CardName row={row} />}
          <MessageBubble row={row} />
          <MessageReactions row={row} />
        </>
      )}
      {hasFoot && <MessageFoot row={row} />}
      {canAct && (isActive || isMenuOpen) && <MessageTools row={row} onMenu={setMenuOpen} />}
    </article>
  )
}

/** What is heard of a message that is nothing but its card. */
function CardName({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  if (wordsOfMessage(row) !== '' || row.pictures.length > 0) return null
  return (
    <span id={partId(row, 'kind')} hidden>
      {previewWords(i18n, row)}
    </span>
  )
}

/** The address that the card would have stood for. */
function LeftOutLink({ row }: { row: MessageRowData }) {
  const text = row.content.slice(wordsOfMessage(row).length).trim()
  if (text === '') return null
  return (
    <div className="wl-bubble">
      <MessageText text={text} />
    </div>
  )
}

/** Whether somebody is at this message, by pointer, finger or keyboard. */
function useActive() {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  }
  return { isActive: isHovered || isFocused, isMenuOpen, setMenuOpen, handlers }
}

/** What was said, under what it answers. Nothing where the card or the picture says it all. */
function MessageBubble({ row }: { row: MessageRowData }) {
  const { hasCards } = useMessageActs()
  const words = hasCards ? wordsOfMessage(row) : row.content
  if (words === '' && !row.reply) return null
  return (
    <div id={partId(row, 'words')} className="wl-bubble" data-emoji={(!row.reply && isOnlyEmoji(words)) || undefined}>
      {row.reply && <Quote row={row} reply={row.reply} />}
      {words !== '' && <MessageText text={words} />}
    </div>
  )
}

/** The answered message; pressing it leads there. */
function Quote({ row, reply }: { row: MessageRowData; reply: NonNullable<MessageRowData['reply']> }) {
  const { i18n } = useLingui()
  const { me, name, jump } = useMessageActs()
  const who = reply.from === me ? i18n._({ id: 'chat.you', message: 'You' }) : name
  return (
    <button type="button" className="wl-message-quote" data-from={row.isMine ? 'me' : 'them'} onClick={() => jump(reply.seq)}>
      <span className="wl-hidden">{i18n._({ id: 'chat.quote', message: 'In reply to' })} </span>
      <strong className="wl-line">{who}</strong>
      <span className="wl-line">{previewWords(i18n, reply)}</span>
    </button>
  )
}
