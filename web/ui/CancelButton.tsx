import { useLingui } from '@lingui/react'
import { Button } from './Button.tsx'

/** Closes a form or a dialog without an effect. */
export function CancelButton({ onClick, isSubtle = false }: { onClick: () => void; isSubtle?: boolean }) {
  const { i18n } = useLingui()
  return (
    <Button variant={isSubtle ? 'subtle' : 'default'} onClick={onClick}>
      {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
    </Button>
  )
}
