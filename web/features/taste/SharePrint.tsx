import { useLingui } from '@lingui/react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'

const LazySharePrintDialog = lazyPart(async () => (await import('./SharePrintDialog.tsx')).SharePrintDialog)

/** Creates a picture of the user's taste print. */
export function SharePrint() {
  const { i18n } = useLingui()
  return (
    <DialogButton variant="default" renderDialog={(close) => <LazySharePrintDialog onClose={close} />}>
      {i18n._({ id: 'print.share', message: 'Share as picture' })}
    </DialogButton>
  )
}
