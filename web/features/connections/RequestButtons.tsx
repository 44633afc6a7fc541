import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { IconClock, IconUserPlus } from '@tabler/icons-react'
import type { PersonCard, Relation } from '#contract/people.ts'
import { Button } from '#web/ui/Button.tsx'
import { connectionActs } from './connections.acts.ts'
import { LazyConfirmDialog, LazyConnectDialog } from './lazy-dialogs.ts'
import { shortName } from '#web/ui/short-name.ts'
import { useDialog } from '#web/ui/use-dialog.ts'

/** Opens the dialog that asks somebody to connect. */
export function ConnectButton({ person, relation, withIcon }: { person: PersonCard; relation: Relation; withIcon: boolean }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  return (
    <>
      <Button
        leftSection={withIcon ? <IconUserPlus size={20} stroke={1.8} aria-hidden /> : undefined}
        aria-label={i18n._({ id: 'connections.connect.with', message: 'Connect with {name}', values: { name: person.name } })}
        ref={trigger}
        aria-haspopup="dialog"
        onClick={open}
      >
        {i18n._({ id: 'connections.connect', message: 'Connect' })}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyConnectDialog person={person} relation={relation} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Says that the request is out; pressing it offers to take it back. */
export function RequestedButton({ person }: { person: PersonCard }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const name = shortName(person)
  return (
    <>
      <Button
        variant="outline"
        leftSection={<IconClock size={18} stroke={1.8} aria-hidden />}
        aria-label={i18n._({
          id: 'connections.requested.withdraw',
          message: 'Requested. Withdraw the request to {name}',
          values: { name: person.name },
        })}
        ref={trigger}
        aria-haspopup="dialog"
        onClick={open}
      >
        {i18n._({ id: 'connections.requested', message: 'Requested' })}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyConfirmDialog
            title={i18n._({ id: 'connections.withdraw.title', message: 'Withdraw your request?' })}
            confirm={i18n._({ id: 'connections.withdraw', message: 'Withdraw' })}
            onConfirm={() => void connectionActs.withdraw(person)}
            onClose={close}
          >
            {i18n._({
              id: 'connections.withdraw.what',
              message: '{name} won’t see it any more. You may have to wait a while before you can ask again.',
              values: { name },
            })}
          </LazyConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
