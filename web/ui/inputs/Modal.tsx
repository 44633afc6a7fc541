import { useLingui } from '@lingui/react'
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from '../focus/use-focus-return.ts'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '../overlays.css'

/** Mantine's modal with a translated label of its close button. It returns the focus, even when it is unmounted instead of closed. */
export function Modal(props: ModalProps) {
  const { i18n } = useLingui()
  useFocusReturn()
  return <MantineModal closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }} {...props} />
}
