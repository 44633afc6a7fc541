import { useLingui } from '@lingui/react'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import type { OverlayProps } from './overlay-props.ts'
import { ShortcutList } from './ShortcutList.tsx'

export function ShortcutsDialog({ onClose }: OverlayProps) {
  const { i18n } = useLingui()
  return (
    <Modal opened size={760} onClose={onClose} title={i18n._({ id: 'shortcuts.title', message: 'Keyboard shortcuts' })}>
      <ShortcutList />
    </Modal>
  )
}
