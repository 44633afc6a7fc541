import { Suspense, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { PersonCard } from '#contract/people.ts'
import { Button } from '#web/ui/Button.ts'
import { connectionActs } from './connections.acts.ts'
import { LazyConfirmDialog } from './lazy-dialogs.ts'

/** Ends a connection, after asking once more. */
export function UnfriendButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {i18n._({ id: 'connections.unfriend', message: 'Unfriend' })}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyConfirmDialog
            title={i18n._({ id: 'connections.unfriend.title', message: 'Unfriend {name}?', values: { name: person.name } })}
            confirm={i18n._({ id: 'connections.unfriend', message: 'Unfriend' })}
            onConfirm={() => void connectionActs.unfriend(person)}
            onClose={() => setOpen(false)}
          >
            {i18n._({ id: 'connections.unfriend.what', message: 'You will no longer be buddies, and neither sees what the other shows to buddies only.' })}
          </LazyConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
