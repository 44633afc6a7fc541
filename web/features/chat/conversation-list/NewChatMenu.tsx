import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconMessagePlus, IconPlus, IconUsersPlus } from '@tabler/icons-react'
import { prefetchBuddies } from '#web/features/discover/use-buddies.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { MenuButton } from '#web/ui/inputs/MenuButton.tsx'

export const NewMessage = lazyPart(async () => (await import('./NewMessage.tsx')).NewMessage)
const NewGroup = lazyPart(async () => (await import('../groups/NewGroup.tsx')).NewGroup)

/** The “+” above the list: a conversation with a buddy, or a group. */
export function NewChatMenu() {
  const { i18n } = useLingui()
  const [dialog, setDialog] = useState<'message' | 'group' | null>(null)
  const label = i18n._({ id: 'chat.start', message: 'New chat' })
  const close = () => setDialog(null)
  return (
    <>
      <MenuButton
        button={
          <ActionIcon size={44} aria-label={label} title={label}>
            <IconPlus size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        }
        entries={() => [
          { icon: IconMessagePlus, label: i18n._({ id: 'chat.new', message: 'New message' }), act: () => setDialog('message') },
          { icon: IconUsersPlus, label: i18n._({ id: 'group.new', message: 'New group' }), act: () => setDialog('group') },
        ]}
        // Both dialogs list the buddies.
        onChange={(isOpen) => isOpen && prefetchBuddies()}
      />
      {dialog !== null && <>{dialog === 'message' ? <NewMessage onClose={close} /> : <NewGroup onClose={close} />}</>}
    </>
  )
}
