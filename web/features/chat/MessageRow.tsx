import { useLingui } from '@lingui/react'
import { IconAlertCircle, IconCheck, IconChecks, IconClock, type Icon } from '@tabler/icons-react'
import { findLink, recognizeLink, type LinkRecord } from '#contract/links.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { playableOfLink } from '#web/features/media/play.ts'
import { PlayLink } from '#web/features/media/PlayItem.tsx'
import { useChat } from './chat.current.ts'
import type { Delivery, MessageRowData } from './chat.rows.ts'
import { clockTime } from './chat.times.ts'
import { refusalWords } from './chat.words.ts'
import { MessageText } from './MessageText.tsx'

/** One message: its text, its card, and under the last of a group when it was and where it stands. */
export function MessageRow({ row, senderName }: { row: MessageRowData; senderName: string }) {
  const { i18n } = useLingui()
  const link = linkOf(row)
  const isCardOnly = row.type === 'link' && link !== null
  const hasFoot = row.endsGroup || row.delivery === 'pending' || row.delivery === 'failed'
  return (
    <li
      className="wl-message"
      data-mine={row.isMine || undefined}
      data-starts={row.startsGroup || undefined}
      data-delivery={row.delivery ?? undefined}
    >
      <span className="wl-hidden">
        {row.isMine ? i18n._({ id: 'chat.you', message: 'You' }) : senderName}
        {': '}
      </span>
      {link && <LinkCard link={link} isTall {...(playableOfLink(link) ? { action: <PlayLink link={link} /> } : {})} />}
      {!isCardOnly && (
        <div className="wl-bubble">
          <MessageText text={row.content} />
        </div>
      )}
      {hasFoot && <MessageFoot row={row} />}
    </li>
  )
}

/** The link that gets a card. A video from the channel preview is its id; the text beside it is what was said about it. */
function linkOf({ type, content, referenceItem }: MessageRowData): LinkRecord | null {
  const [videoId] = referenceItem
  if (type === 'youtube video' && videoId) return recognizeLink(`https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`)
  return findLink(content)
}

function MessageFoot({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-message-foot">
      {row.failure ? (
        <Refused id={row.id} words={refusalWords(i18n, row.failure)} />
      ) : (
        row.sentAtMs !== null && <time dateTime={new Date(row.sentAtMs).toISOString()}>{clockTime(row.sentAtMs, i18n.locale)}</time>
      )}
      {row.delivery && row.delivery !== 'failed' && <DeliveryMark delivery={row.delivery} />}
    </p>
  )
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

const deliveryIcons: Record<Exclude<Delivery, 'failed'>, Icon> = { pending: IconClock, stored: IconCheck, seen: IconChecks }

function DeliveryMark({ delivery }: { delivery: Exclude<Delivery, 'failed'> }) {
  const { i18n } = useLingui()
  const words = {
    pending: i18n._({ id: 'chat.delivery.pending', message: 'Sending' }),
    stored: i18n._({ id: 'chat.delivery.stored', message: 'Sent' }),
    seen: i18n._({ id: 'chat.delivery.seen', message: 'Seen' }),
  }[delivery]
  const Mark = deliveryIcons[delivery]
  return (
    <span className="wl-message-mark" title={words}>
      <Mark size={16} stroke={1.8} aria-hidden />
      <span className="wl-hidden">{words}</span>
    </span>
  )
}
