import { useLingui } from '@lingui/react'
import { useDialog } from '#web/ui/use-dialog.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Button } from '#web/ui/Button.tsx'

const LazySharePrintDialog = lazyPart(async () => (await import('./SharePrintDialog.tsx')).SharePrintDialog)

/** Creates a picture of the user's taste print. */
export function SharePrint() {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  return (
    <>
      <Button ref={trigger} variant="default" aria-haspopup="dialog" onClick={open}>
        {i18n._({ id: 'print.share', message: 'Share as picture' })}
      </Button>
      {isOpen && <LazySharePrintDialog onClose={close} />}
    </>
  )
}
