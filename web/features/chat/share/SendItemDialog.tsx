import { useLingui } from '@lingui/react'
import { useParams } from 'react-router'
import type { Item } from '#contract/media.ts'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { togetherItem } from '#web/features/media/together/together-item.ts'
import type { SentItem } from './sent-item.ts'
import { SendToBuddy, type Sendable } from './SendToBuddy.tsx'

export type SendItemDialogProps = { item: Item; sent: SentItem; onClose: () => void }

/** Asks for the receiver of a track, a video or an artist, and for an optional text. */
export function SendItemDialog({ item, sent, onClose }: SendItemDialogProps) {
  const { i18n } = useLingui()
  const values = { name: item.name }
  const sendable: Sendable = {
    storageKey: 'send-item',
    target: { item_id: item.id },
    type: sent.type,
    referenceItem: [sent.id],
    withoutText: sent.withoutText,
    together: togetherItem(item),
    question: i18n._({ id: 'send.whom', message: 'Who gets it?' }),
    placeholder: (name) => i18n._({ id: 'send.placeholder', message: 'Add a message to {name} (optional)', values: { name } }),
    notBuddies: (name) =>
      i18n._({ id: 'send.not-buddies', message: 'You can send {name} something once you’re buddies.', values: { name } }),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        item.by === null
          ? i18n._({ id: 'send.title', message: 'Send {name}', values })
          : i18n._({ id: 'send.title.by', message: 'Send {name} by {by}', values: { ...values, by: item.by } })
      }
    >
      <SendToBuddy item={sendable} params={useParams()} onSent={onClose} />
    </Modal>
  )
}
