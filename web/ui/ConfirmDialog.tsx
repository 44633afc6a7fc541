import { useLingui } from '@lingui/react'
import { Button } from './Button.tsx'
import { Modal } from './inputs/Modal.tsx'
import './dialogs.css'

export type ConfirmDialogProps = {
  title: string
  /** A sentence that says what will happen. */
  children: string
  /** The verb on the confirm button. */
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an irreversible action. Load it lazily: it includes the overlay. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const { i18n } = useLingui()
  const handleConfirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Modal opened onClose={onClose} title={title} role="alertdialog">
      <div className="wl-dialog">
        <p className="wl-muted">{children}</p>
        <div className="wl-dialog-actions">
          <Button variant="default" onClick={onClose} data-autofocus>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button variant="danger" onClick={handleConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
