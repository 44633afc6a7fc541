import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { linkOfMessage, momentOfMessage } from '#contract/chat/message-link.ts'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { playLink } from '#web/features/media/items/play-link.tsx'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { previewText } from '../chat.messages.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { textBesideCard } from '../engine/text.ts'
import { useMessageActions } from './message-actions.ts'
import { partId } from './message-parts.ts'
import './MomentReference.css'

const SessionCard = lazyComponent(async () => (await import('#web/features/together/SessionCard.tsx')).SessionCard)
const PollCard = lazyComponent(async () => (await import('../polls/PollCard.tsx')).PollCard)
const QueueCard = lazyComponent(async () => (await import('../safe-queues/QueueCard.tsx')).QueueCard)

/** The shared session, poll, or safe queue that a message shows. Clients that can't show one show the text. */
const shownBy = ({ referenceItem }: MessageRowData, kind: 'together' | 'poll' | 'queue'): string | undefined =>
  referenceItem.find((item) => item.startsWith(`${kind}:`))?.slice(kind.length + 1)

const MomentReference = lazyComponent(async () => (await import('./MomentReference.tsx')).MomentReference)

/** The card of a message: its link, the video or music it sends, or the moment it refers to. */
export function MessageCard({ row }: { row: MessageRowData }) {
  const link = linkOfMessage(row)
  const momentId = momentOfMessage(row)
  const sessionId = shownBy(row, 'together')
  const pollId = shownBy(row, 'poll')
  const queueId = shownBy(row, 'queue')
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
      {queueId !== undefined && (
        <Suspense fallback={<div className="wl-moment-ref" aria-hidden />}>
          <QueueCard queueId={queueId} text={row.content} />
        </Suspense>
      )}
      {link && <LinkCard link={link} isTall play={playLink} />}
    </>
  )
}

/** Shows that the message answers a play of its receiver. */
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

/** Whether the card shows the whole content of the text. */
const isAllInCard = (row: MessageRowData): boolean =>
  (['together', 'poll', 'queue'] as const).some((kind) => shownBy(row, kind) !== undefined)

/** The text of a message that its card doesn't show. */
export const textOutsideCard = (row: MessageRowData): string => (isAllInCard(row) ? '' : textBesideCard(row))

/** The accessible name of a message that consists of its card only. */
export function CardName({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  if (textOutsideCard(row) !== '' || row.pictures.length > 0) return null
  return (
    <span id={partId(row, 'kind')} hidden>
      {previewText(i18n, row)}
    </span>
  )
}
