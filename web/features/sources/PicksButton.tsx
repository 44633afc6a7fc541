import { Suspense } from 'react'
import { useLingui } from '@lingui/react'
import { useDialog } from '#web/ui/use-dialog.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'

const LazyPicksDialog = lazyPart(async () => (await import('./PicksDialog.tsx')).PicksDialog)

/** Opens the picker. */
export function PicksButton({ isAgain }: { isAgain: boolean }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  return (
    <>
      <Button ref={trigger} variant={isAgain ? 'default' : 'filled'} aria-haspopup="dialog" onClick={open}>
        {isAgain
          ? i18n._({ id: 'picks.again', message: 'Choose again' })
          : i18n._({ id: 'picks.choose', message: 'Choose artists and channels' })}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyPicksDialog isAgain={isAgain} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
