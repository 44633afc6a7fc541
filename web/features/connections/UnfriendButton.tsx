import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { connectionActs } from './connections.acts.ts'
import { LazyConfirmDialog } from './lazy-dialogs.ts'
import { useDialog } from '#web/ui/use-dialog.ts'

/** Ends a connection, after asking once more. */
export function UnfriendButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  return (
    <>
      <Button variant="outline" ref={trigger} aria-haspopup="dialog" onClick={open}>
        {i18n._({ id: 'connections.unfriend', message: 'Unfriend' })}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyConfirmDialog
            title={i18n._({ id: 'connections.unfriend.title', message: 'Unfriend {name}?', values: { name: person.name } })}
            confirm={i18n._({ id: 'connections.unfriend', message: 'Unfriend' })}
            onConfirm={() => void connectionActs.unfriend(person)}
            onClose={close}
          >
            {i18n._({
              id: 'connections.unfriend.what',
              message: 'You will no longer be buddies, and neither sees what the other shows to buddies only.',
            })}
          </LazyConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
