import { useLingui } from '@lingui/react'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { ReplyInput } from '../composer/ReplyInput.tsx'

type AnswerPlayDialogProps = {
  person: PersonCard
  item: Item
  title: string
  onSend: (text: string) => boolean
  onClose: () => void
}

/** A text about what a buddy plays. */
export function AnswerPlayDialog({ person, item, title, onSend, onClose }: AnswerPlayDialogProps) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const values = { name: shortName(person) }
  return (
    <Modal opened onClose={onClose} title={title}>
      <ItemRow
        as="div"
        item={item}
        from={person.name}
        about={<bdi>{i18n._({ id: 'play.of', message: 'Played by {name}', values })}</bdi>}
      />
      <ReplyInput
        name={person.name}
        // Two users may share a tab: a draft is never shown to another user.
        draftKey={`play.${me}.${person.uid}`}
        placeholder={i18n._({ id: 'chat.reply.placeholder.short', message: 'Message {name}', values })}
        onSend={(text) => {
          const isQueued = onSend(text)
          if (isQueued) onClose()
          return isQueued
        }}
      />
    </Modal>
  )
}
