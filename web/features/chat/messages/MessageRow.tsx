import { useState, type FocusEvent, type PointerEvent } from 'react'
import { useLingui } from '@lingui/react'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import type { MessageRowData } from '../engine/rows.ts'
import { wordsOfMessage } from '../engine/text.ts'
import { deletedWords, previewWords } from '../engine/messages.ts'
import { CardBoundary } from './CardBoundary.tsx'
import { useMessageActs } from './message-commands.ts'
import { MessageBubble } from './MessageBubble.tsx'
import { MessageCard } from './MessageCard.tsx'
import { MessageFoot } from './MessageFoot.tsx'
import { MessageReactions } from './MessageReactions.tsx'
import { MessageText } from './MessageText.tsx'
import { MessageTools } from './MessageTools.tsx'
import { nameOf, partId } from './message-parts.ts'
import './MessageRow.css'

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
          {i18n._({ id: 'chat.edits', message: 'You are editing this message' })}
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
