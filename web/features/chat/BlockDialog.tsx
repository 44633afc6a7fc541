import { useLingui } from '@lingui/react'
import type { PersonCard, Relation } from '#contract/people.ts'
import { connectionCommands } from '#web/features/connections/connections.commands.ts'
import { LazyConfirmDialog } from '#web/features/connections/lazy-dialogs.ts'

/** Asks for confirmation; blocking hides the conversation for both users. */
export function BlockDialog({
  person,
  relation,
  onBlocked,
  onClose,
}: {
  person: PersonCard
  relation: Relation
  onBlocked: () => void
  onClose: () => void
}) {
  const { i18n } = useLingui()
  const { name } = person
  return (
    <LazyConfirmDialog
      title={i18n._({ id: 'profile.block.title', message: 'Block {name}?', values: { name } })}
      confirm={i18n._({ id: 'profile.block', message: 'Block' })}
      onConfirm={() => {
        void connectionCommands.block(person, relation)
        onBlocked()
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
