import { useLingui } from '@lingui/react'
import { useBuddies } from '#web/features/discover/use-buddies.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NewMessage } from './lazy-new-message.ts'

/** For a user without any conversation: the next step is a message to a buddy, or the first buddy. */
export function NoConversations() {
  const { i18n } = useLingui()
  const { data, isPending } = useBuddies()
  if (isPending) return null
  if (data && data.people.length > 0) {
    return (
      <EmptyState
        action={
          <DialogButton renderDialog={(close) => <NewMessage onClose={close} />}>
            {i18n._({ id: 'chat.new', message: 'New message' })}
          </DialogButton>
        }
      >
        {i18n._({ id: 'chat.list.none.buddies', message: 'No conversations yet. Say hello to one of your buddies.' })}
      </EmptyState>
    )
  }
  return (
    <EmptyState next={{ to: '/find_buddies', label: i18n._({ id: 'chat.list.none.action', message: 'Find buddies' }) }}>
      {i18n._({ id: 'chat.list.none', message: 'No conversations yet. Connect with someone on your wavelength and say hello.' })}
    </EmptyState>
  )
}
