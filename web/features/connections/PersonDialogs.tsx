import { useLingui } from '@lingui/react'
import type { PersonCard, Relation } from '#contract/people.ts'
import { connectionCommands } from './connections.commands.ts'
import { LazyConfirmDialog } from './lazy-dialogs.ts'

type BlockDialogProps = { person: PersonCard; relation: Relation; onBlocked?: () => void; onClose: () => void }

/** Asks for confirmation; blocking hides the conversation for both users. */
export function BlockDialog({ person, relation, onBlocked, onClose }: BlockDialogProps) {
  const { i18n } = useLingui()
  const { name } = person
  return (
    <LazyConfirmDialog
      title={i18n._({ id: 'profile.block.title', message: 'Block {name}?', values: { name } })}
      confirm={i18n._({ id: 'profile.block', message: 'Block' })}
      onConfirm={() => {
        void connectionCommands.block(person, relation)
        onBlocked?.()
      }}
      onClose={onClose}
    >
      {i18n._({
        id: 'profile.block.what',
        message: 'You won’t see anything of each other, and you’ll no longer be buddies. They won’t be notified.',
      })}
    </LazyConfirmDialog>
  )
}

/** Asks for confirmation before a connection ends. */
export function UnfriendDialog({ person, onClose }: { person: PersonCard; onClose: () => void }) {
  const { i18n } = useLingui()
  return (
    <LazyConfirmDialog
      title={i18n._({ id: 'connections.unfriend.title', message: 'Unfriend {name}?', values: { name: person.name } })}
      confirm={i18n._({ id: 'connections.unfriend', message: 'Unfriend' })}
      onConfirm={() => void connectionCommands.unfriend(person)}
      onClose={onClose}
    >
      {i18n._({
        id: 'connections.unfriend.what',
        message: 'You’ll no longer be buddies, and you won’t see what you each share with buddies only.',
      })}
    </LazyConfirmDialog>
  )
}
