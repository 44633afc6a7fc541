import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconEye, IconPin, IconStarFilled, type Icon } from '@tabler/icons-react'
import { useIsOffline } from '#web/platform/connectivity.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { MemoryOnlyHint } from '#web/ui/MemoryOnlyHint.tsx'
import { sendErrorText } from '../chat.messages.ts'
import type { Delivery, MessageRowData } from '../engine/rows.ts'
import { memoryOnlyName } from '../storage/outbox.ts'
import { timeOfDay } from '../engine/times.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { useMessageGroup, useMessagePins } from './message-actions.ts'
import { partId } from './message-parts.ts'

/** Time, edit mark and delivery status of a message. */
export function MessageFoot({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  return (
    <p id={partId(row, 'foot')} className="wl-message-foot">
      {row.failure ? (
        <SendFailed id={row.id} words={sendErrorText(i18n, row.failure)} />
      ) : (
        row.sentAtMs !== null && <time dateTime={new Date(row.sentAtMs).toISOString()}>{timeOfDay(row.sentAtMs, i18n.locale)}</time>
      )}
      {!row.isDeleted && <PinMarks seq={row.seq} />}
      {row.isEdited && !row.isDeleted && <span>{i18n._({ id: 'chat.edited', message: 'edited' })}</span>}
      {row.delivery === 'pending' && <DelayNotice />}
      {(row.delivery === 'pending' || row.failure) && <UnsavedNotice id={row.id} />}
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
  const label = i18n._({ id: 'chat.held-up.storage-full', message: 'Not sent yet: the server’s storage is full. We’ll keep trying.' })
  return <output>{label}</output>
}

/** Not while it is being sent, which takes a moment. */
function UnsavedNotice({ id }: { id: string }) {
  const isOffline = useIsOffline()
  const isWaiting = useChatState(({ online, outbox }) => !online || outbox.some((message) => message.id === id && message.failure))
  return (isOffline || isWaiting) && <MemoryOnlyHint name={memoryOnlyName(id)} />
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
  const labels = {
    pending: i18n._({ id: 'chat.delivery.pending', message: 'Sending' }),
    stored: i18n._({ id: 'chat.delivery.stored', message: 'Sent' }),
    delivered: i18n._({ id: 'chat.delivery.delivered', message: 'Delivered' }),
    seen: i18n._({ id: 'chat.delivery.seen', message: 'Seen' }),
  }[delivery]
  const Mark = deliveryIcons[delivery]
  return (
    <span className="wl-message-mark" title={labels}>
      <Mark size={16} stroke={1.8} aria-hidden />
      <span className={saysIt ? undefined : 'wl-hidden'}>{labels}</span>
    </span>
  )
}
