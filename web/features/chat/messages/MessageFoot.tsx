import { useLingui } from '@lingui/react'
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconEye, type Icon } from '@tabler/icons-react'
import { useChat } from '../runtime/current-chat.ts'
import type { Delivery, MessageRowData } from '../engine/rows.ts'
import { clockTime } from '../engine/times.ts'
import { partId } from './message-parts.ts'
import { refusalWords } from '../engine/messages.ts'

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
      {row.delivery && row.delivery !== 'failed' && !row.isDeleted && <DeliveryMark delivery={row.delivery} saysIt={row.isLastSeen} />}
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
