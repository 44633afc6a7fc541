import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { useDialog } from './use-dialog.ts'

type DialogButtonProps = Omit<ButtonProps, 'onClick' | 'ref'> & { renderDialog: (close: () => void) => ReactNode }

/** A button that opens a dialog. Load the dialog lazily: it includes the overlay. */
export function DialogButton({ renderDialog, ...button }: DialogButtonProps) {
  const { isOpen, trigger, open, close } = useDialog()
  return (
    <>
      <Button {...button} ref={trigger} aria-haspopup="dialog" onClick={open} />
      {isOpen && renderDialog(close)}
    </>
  )
}
