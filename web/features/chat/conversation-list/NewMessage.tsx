import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'

/** Chooses a buddy and opens the conversation with them. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'chat.new', message: 'New message' })}>
      <BuddyPicker
        title={i18n._({ id: 'chat.new.to', message: 'Choose a buddy' })}
        choice={{
          kind: 'one',
          onPick: (uid) => {
            onClose()
            void navigate(`/chat?uid=${uid}`)
          },
        }}
        startsInField
        empty={i18n._({ id: 'chat.new.no-buddies', message: 'You can write to your buddies, and you don’t have any yet.' })}
      />
    </Modal>
  )
}
