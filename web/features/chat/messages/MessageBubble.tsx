import { Fragment } from 'react'
import { useLingui } from '@lingui/react'
import { Address } from '#web/features/links/Address.tsx'
import { LinkCheck } from '#web/features/links/LinkCheck.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { previewText, voiceText } from '../chat.messages.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { isOnlyEmoji, splitLinks, textBesideCard } from '../engine/text.ts'
import { splitMentions } from '../groups/mentions.ts'
import { useMessageActions, useMessageGroup } from './message-actions.ts'
import { textOutsideCard } from './MessageCard.tsx'
import { partId } from './message-parts.ts'

const AtSecond = lazyPart(async () => (await import('#web/features/together/AtSecond.tsx')).AtSecond)
const VoicePlayer = lazyPart(
  async () => (await import('../voice/VoicePlayer.tsx')).VoicePlayer,
  <div className="wl-voice-space" aria-hidden />,
)

/** The text with its quote. Renders nothing if the card or the picture is the whole message. */
export function MessageBubble({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  const { hasCards } = useMessageActions()
  const words = hasCards ? textOutsideCard(row) : row.content
  if (words === '' && !row.reply && !row.voice) return null
  const bubble = (
    <div id={partId(row, 'words')} className="wl-bubble" data-emoji={(!row.reply && isOnlyEmoji(words)) || undefined}>
      {row.reply && <Quote row={row} reply={row.reply} />}
      {row.voice && <VoicePlayer id={row.id} voice={row.voice} label={voiceText(i18n, row.voice)} />}
      {words !== '' && <MessageText text={words} />}
    </div>
  )
  const second = hasCards ? row.referenceItem.find((item) => item.startsWith('at:')) : undefined
  if (second === undefined) return bubble
  return (
    <div className="wl-message-with-second">
      {bubble}
      <AtSecond reference={second} />
    </div>
  )
}

/** The quoted message; a click scrolls to it. */
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

/** The link, if its card can't be shown. */
export function LeftOutLink({ row }: { row: MessageRowData }) {
  const text = row.content.slice(textBesideCard(row).length).trim()
  if (text === '') return null
  return (
    <div className="wl-bubble">
      <MessageText text={text} />
    </div>
  )
}

/** A message as plain text with clickable links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="wl-message-text" dir="auto">
      {splitLinks(text).map(({ text: part, href }, index) =>
        href === null ? (
          // oxlint-disable-next-line react/no-array-index-key
          <Mentions key={index} text={part} />
        ) : (
          // The parts of a text never reorder.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            <a href={href} target="_blank" rel="noopener noreferrer nofollow">
              <Address text={part} />
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
  return splitMentions(text, people).map(({ text: part, person }, index) =>
    person === null ? (
      part
    ) : (
      // The parts of a text never reorder.
      // oxlint-disable-next-line react/no-array-index-key
      <strong key={index} className="wl-message-mention" title={person.name}>
        {part}
      </strong>
    ),
  )
}
