import { Fragment, useState, type FocusEvent, type MouseEvent, type PointerEvent, Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { LinkCheck } from '#web/features/links/LinkCheck.tsx'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import type { MessageRowData, Delivery } from '../engine/rows.ts'
import { FORWARDED_REFERENCE, linkOfMessage, momentOfMessage } from '#contract/chat/message-link.ts'
import { textBesideCard, isOnlyEmoji, splitLinks } from '../engine/text.ts'
import { deletedText, previewText, sendErrorText, voiceText } from '../chat.messages.ts'
import { CardBoundary } from './CardBoundary.tsx'
import { useMessageActions, useMessageGroup, useMessagePins } from './message-actions.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import {
  IconAlertCircle,
  IconArrowForwardUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconEye,
  IconPin,
  IconStarFilled,
  type Icon,
} from '@tabler/icons-react'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { clockTime } from '../engine/times.ts'
import { splitMentions } from '../groups/mentions.ts'
import { MessageTools } from './MessageTools.tsx'
import './MomentReference.css'
import './MessageRow.css'

/** Time, edit mark and delivery status of a message. */
export function MessageFoot({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  return (
    <p id={partId(row, 'foot')} className="wl-message-foot">
      {row.failure ? (
        <SendFailed id={row.id} words={sendErrorText(i18n, row.failure)} />
      ) : (
        row.sentAtMs !== null && <time dateTime={new Date(row.sentAtMs).toISOString()}>{clockTime(row.sentAtMs, i18n.locale)}</time>
      )}
      {!row.isDeleted && <PinMarks seq={row.seq} />}
      {row.isEdited && !row.isDeleted && <span>{i18n._({ id: 'chat.edited', message: 'edited' })}</span>}
      {row.delivery === 'pending' && <DelayNotice />}
      {row.delivery && row.delivery !== 'failed' && !row.isDeleted && <Delivered row={row} delivery={row.delivery} />}
    </p>
  )
}

/** Icons of a pinned or starred message. */
function PinMarks({ seq }: { seq: number | null }) {
  const { i18n } = useLingui()
  const pins = useMessagePins()
  if (seq === null || !pins) return null
  const [pinned, starred] = [i18n._({ id: 'chat.mark.pinned', message: 'Pinned' }), i18n._({ id: 'chat.mark.starred', message: 'Starred' })]
  return (
    <>
      {pins.pinned.has(seq) && (
        <span className="wl-message-mark" title={pinned}>
          <IconPin size={14} stroke={1.8} aria-hidden />
          <span className="wl-hidden">{pinned}</span>
        </span>
      )}
      {pins.starred.has(seq) && (
        <span className="wl-message-mark" title={starred}>
          <IconStarFilled size={14} aria-hidden />
          <span className="wl-hidden">{starred}</span>
        </span>
      )}
    </>
  )
}

/** Explains why a message may wait for long. */
function DelayNotice() {
  const { i18n } = useLingui()
  const isFull = useChatState(({ temporaryError }) => temporaryError === 'storage_full')
  if (!isFull) return null
  const words = i18n._({ id: 'chat.held-up.storage-full', message: 'Not sent yet: the server’s storage is full. We’ll keep trying.' })
  return <output>{words}</output>
}

function SendFailed({ id, words }: { id: string; words: string }) {
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

/** In a group, who has seen the latest seen message; otherwise the status as an icon. */
function Delivered({ row, delivery }: { row: MessageRowData; delivery: Exclude<Delivery, 'failed'> }) {
  const group = useMessageGroup()
  const mark = <DeliveryMark delivery={delivery} saysIt={row.isLastSeen} />
  if (!group || delivery !== 'seen' || row.seq === null || !row.isLastSeen) return mark
  return (
    <Suspense fallback={mark}>
      <SeenBy group={group} seq={row.seq} />
    </Suspense>
  )
}

const SeenBy = lazyComponent(async () => (await import('../groups/SeenBy.tsx')).SeenBy)

const deliveryIcons: Record<Exclude<Delivery, 'failed'>, Icon> = {
  pending: IconClock,
  stored: IconCheck,
  delivered: IconChecks,
  // Color alone would not distinguish it from the one before.
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

const SessionCard = lazyComponent(async () => (await import('#web/features/together/SessionCard.tsx')).SessionCard)
const AtSecond = lazyComponent(async () => (await import('#web/features/together/AtSecond.tsx')).AtSecond)

/** The shared session that a message announces. Its text is for clients without sessions. */
const sessionOf = ({ referenceItem }: MessageRowData): string | undefined =>
  referenceItem.find((item) => item.startsWith('together:'))?.slice('together:'.length)

const PollCard = lazyComponent(async () => (await import('../polls/PollCard.tsx')).PollCard)

const VoicePlayer = lazyComponent(async () => (await import('../voice/VoicePlayer.tsx')).VoicePlayer)

/** The poll that a message shows. Its text is for clients without polls. */
const pollOf = ({ referenceItem }: MessageRowData): string | undefined =>
  referenceItem.find((item) => item.startsWith('poll:'))?.slice('poll:'.length)

/** Whether the card shows all that the text says. */
const isAllInCard = (row: MessageRowData): boolean => sessionOf(row) !== undefined || pollOf(row) !== undefined

const MomentReference = lazyComponent(async () => (await import('./MomentReference.tsx')).MomentReference)

/** The card of a message: its link, the video or music it sends, or the moment it refers to. */
function MessageCard({ row }: { row: MessageRowData }) {
  const link = linkOfMessage(row)
  const momentId = momentOfMessage(row)
  const sessionId = sessionOf(row)
  const pollId = pollOf(row)
  return (
    <>
      {momentId && (
        <Suspense fallback={<div className="wl-moment-ref" aria-hidden />}>
          <MomentReference id={momentId} />
        </Suspense>
      )}
      {row.referenceItem.some((item) => item.startsWith('play:')) && <QuotedPlay isMine={row.isMine} />}
      {sessionId !== undefined && (
        <Suspense fallback={<div className="wl-moment-ref" aria-hidden />}>
          <SessionCard sessionId={sessionId} text={row.content} />
        </Suspense>
      )}
      {pollId !== undefined && (
        <Suspense fallback={<div className="wl-moment-ref" aria-hidden />}>
          <PollCard pollId={pollId} text={row.content} />
        </Suspense>
      )}
      {link && <LinkCard link={link} isTall play={playLink} />}
    </>
  )
}

/** Says that the message answers what its receiver played. */
function QuotedPlay({ isMine }: { isMine: boolean }) {
  const { i18n } = useLingui()
  const { name } = useMessageActions()
  return (
    <p className="wl-message-play wl-dim wl-small">
      {isMine
        ? i18n._({ id: 'play.theirs', message: 'About what {name} played', values: { name } })
        : i18n._({ id: 'play.mine', message: 'About what you played' })}
    </p>
  )
}

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

/** Says that the message was sent before in another conversation. */
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

/** The accessible name of a message that consists of its card only. */
function CardName({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  if ((textBesideCard(row) !== '' && !isAllInCard(row)) || row.pictures.length > 0) return null
  return (
    <span id={partId(row, 'kind')} hidden>
      {previewText(i18n, row)}
    </span>
  )
}

/** The link, if its card can't be shown. */
function LeftOutLink({ row }: { row: MessageRowData }) {
  const text = row.content.slice(textBesideCard(row).length).trim()
  if (text === '') return null
  return (
    <div className="wl-bubble">
      <MessageText text={text} />
    </div>
  )
}

/** Whether the message is hovered, touched or focused. */
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

/** The text with its quote. Renders nothing if the card or the picture is the whole message. */
function MessageBubble({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  const { hasCards } = useMessageActions()
  const words = hasCards ? (isAllInCard(row) ? '' : textBesideCard(row)) : row.content
  if (words === '' && !row.reply && !row.voice) return null
  const bubble = (
    <div id={partId(row, 'words')} className="wl-bubble" data-emoji={(!row.reply && isOnlyEmoji(words)) || undefined}>
      {row.reply && <Quote row={row} reply={row.reply} />}
      {row.voice && (
        <Suspense fallback={<div className="wl-voice-space" aria-hidden />}>
          <VoicePlayer id={row.id} voice={row.voice} label={voiceText(i18n, row.voice)} />
        </Suspense>
      )}
      {words !== '' && <MessageText text={words} />}
    </div>
  )
  const second = hasCards ? row.referenceItem.find((item) => item.startsWith('at:')) : undefined
  if (second === undefined) return bubble
  return (
    <div className="wl-message-with-second">
      {bubble}
      <Suspense>
        <AtSecond reference={second} />
      </Suspense>
    </div>
  )
}

/** The quoted message; a press scrolls to it. */
function Quote({ row, reply }: { row: MessageRowData; reply: NonNullable<MessageRowData['reply']> }) {
  const { i18n } = useLingui()
  const { me, name, group, jump } = useMessageActions()
  const who = reply.from === me ? i18n._({ id: 'chat.you', message: 'You' }) : group ? reply.userName : name
  return (
    <button type="button" className="wl-message-quote" data-from={row.isMine ? 'me' : 'them'} onClick={() => jump(reply.seq)}>
      <span className="wl-hidden">{i18n._({ id: 'chat.quote', message: 'In reply to' })} </span>
      <strong className="wl-line">{who}</strong>
      <span className="wl-line">{previewText(i18n, reply)}</span>
    </button>
  )
}

/** The reactions of a message with counts; pressing one toggles the user's own. */
export function MessageReactions({ row }: { row: MessageRowData }) {
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
              aria-label={`${emoji} ${who}`}
              title={who}
              aria-disabled={!canWrite}
              onClick={() => canWrite && react(row, emoji, !isMine)}
            >
              <span className="wl-emoji">{emoji}</span>
              {by.length > 1 && <span>{by.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** A message as plain text with clickable links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="wl-message-text" dir="auto">
      {splitLinks(text).map(({ text: part, href }, at) =>
        href === null ? (
          // oxlint-disable-next-line react/no-array-index-key
          <Mentions key={at} text={part} />
        ) : (
          // The parts of a text never reorder.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={at}>
            <a href={href} target="_blank" rel="noopener noreferrer nofollow">
              {part}
            </a>
            <LinkCheck href={href} />
          </Fragment>
        ),
      )}
    </p>
  )
}

/** A part of a text in which the members of the group are mentioned. */
function Mentions({ text }: { text: string }) {
  const group = useMessageGroup()
  if (!group || !text.includes('@')) return text
  const people = group.members.map(({ person }) => person)
  return splitMentions(text, people).map(({ text: part, person }, at) =>
    person === null ? (
      part
    ) : (
      // The parts of a text never reorder.
      // oxlint-disable-next-line react/no-array-index-key
      <strong key={at} className="wl-message-mention" title={person.name}>
        {part}
      </strong>
    ),
  )
}

const parts = ['edits', 'who', 'forwarded', 'words', 'kind', 'pictures', 'foot'] as const
type Part = (typeof parts)[number]

/** The DOM id of a part of a message. */
export const partId = ({ id }: MessageRowData, part: Part): string => `${part}-${id}`

/** The ids of the parts that label a message for screen readers. Missing parts are ignored. */
export const labelledBy = (row: MessageRowData): string => parts.map((part) => partId(row, part)).join(' ')
