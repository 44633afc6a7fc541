import { useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowForwardUp } from '@tabler/icons-react'
import { FORWARDED_REFERENCE } from '#contract/chat/message-link.ts'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { deletedText } from '../chat.messages.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { CardBoundary } from './CardBoundary.tsx'
import { useMessageActions } from './message-actions.ts'
import { LeftOutLink, MessageBubble } from './MessageBubble.tsx'
import { CardName, MessageCard } from './MessageCard.tsx'
import { MessageFoot } from './MessageFoot.tsx'
import { labelledBy, partId } from './message-parts.ts'
import { MessageTools } from './MessageTools.tsx'
import './MessageRow.css'

type MessageRowProps = {
  row: MessageRowData
  senderName: string
  /** The only message in the tab order; the arrow keys move it. */
  isTabStop: boolean
  /** Highlighted as the target of a jump. */
  isHighlighted: boolean
}

/** One message: text, card, pictures, reactions, time and delivery status. */
export function MessageRow({ row, senderName, isTabStop, isHighlighted }: MessageRowProps) {
  const { i18n } = useLingui()
  const { hasCards, edited, group, pins, selected } = useMessageActions()
  const isOfMember = group !== null && !row.isMine
  const isBeingEdited = edited === row.id
  const { isActive, isMenuOpen, setMenuOpen, handlers } = useActive()
  const canAct = row.seq !== null && !row.isDeleted
  const isMarked = row.seq !== null && (pins.pinned.has(row.seq) || pins.starred.has(row.seq))
  const hasFoot = row.endsGroup || row.isEdited || row.delivery === 'pending' || row.delivery === 'failed' || isMarked
  return (
    // Focusable by the arrow keys, so that every action is available by keyboard.
    <article
      className="wl-message"
      aria-labelledby={labelledBy(row)}
      data-id={row.id}
      data-mine={row.isMine || undefined}
      data-member={isOfMember || undefined}
      data-starts={row.startsGroup || undefined}
      data-marked={isHighlighted || undefined}
      data-selects={(selected && canAct) || undefined}
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
      {isOfMember && row.startsGroup && (
        <p className="wl-message-name wl-line" aria-hidden>
          <bdi>{row.author.name}</bdi>
        </p>
      )}
      {isOfMember && row.endsGroup && (
        <span className="wl-message-face" aria-hidden>
          <Avatar person={row.author} size={28} />
        </span>
      )}
      {row.isDeleted ? (
        <div id={partId(row, 'words')} className="wl-bubble" data-deleted>
          <p className="wl-message-text">{deletedText(i18n)}</p>
        </div>
      ) : (
        <>
          {row.referenceItem.includes(FORWARDED_REFERENCE) && <Forwarded row={row} />}
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
      {canAct && selected && <SelectMessage row={row} isSelected={selected.has(row.id)} />}
      {canAct && !selected && (isActive || isMenuOpen) && <MessageTools row={row} onMenu={setMenuOpen} />}
    </article>
  )
}

function Forwarded({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  return (
    <p id={partId(row, 'forwarded')} className="wl-message-forwarded wl-dim wl-small">
      <IconArrowForwardUp size={14} stroke={1.8} aria-hidden />
      {i18n._({ id: 'chat.forwarded', message: 'Forwarded' })}
    </p>
  )
}

/** Covers the message while messages are selected: a press anywhere selects it. */
function SelectMessage({ row, isSelected }: { row: MessageRowData; isSelected: boolean }) {
  const { select } = useMessageActions()
  return (
    <label className="wl-message-select">
      <input type="checkbox" checked={isSelected} aria-labelledby={labelledBy(row)} onChange={() => select(row)} />
    </label>
  )
}

function useActive() {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    // A long press on a touch screen shows the actions, like a tap. Links keep their own menu.
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (!matchMedia('(pointer: coarse)').matches || (event.target instanceof Element && event.target.closest('a'))) return
      event.preventDefault()
      event.currentTarget.focus({ preventScroll: true })
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  }
  return { isActive: isHovered || isFocused, isMenuOpen, setMenuOpen, handlers }
}

/** The reactions of a message with counts; pressing one toggles the user's own. */
function MessageReactions({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  const { me, nameOf, canWrite, react } = useMessageActions()
  if (row.reactions.length === 0) return null
  return (
    <ul className="wl-reactions" aria-label={i18n._({ id: 'chat.reactions', message: 'Reactions' })}>
      {row.reactions.map(({ emoji, by }) => {
        const isMine = by.includes(me)
        const you = i18n._({ id: 'chat.you', message: 'You' })
        const who = by.map((uid) => (uid === me ? you : nameOf(uid))).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              className="wl-reaction"
              aria-pressed={isMine}
              aria-label={by.length > 1 ? `${emoji} ${by.length} ${who}` : `${emoji} ${who}`}
              title={who}
              aria-disabled={!canWrite}
              onClick={() => canWrite && react(row, emoji, !isMine)}
            >
              <span className="wl-emoji">{emoji}</span> {by.length > 1 && <span>{by.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
