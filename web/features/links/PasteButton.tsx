import { useLingui } from '@lingui/react'
import { IconClipboard } from '@tabler/icons-react'
import { readClipboard, type Pasted } from '#web/platform/clipboard.ts'
import { notify } from '#web/platform/notices.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'

export type PasteButtonProps = {
  /** Gets what the clipboard held; not called when it can't be read, which a hint then says. */
  onPaste: (pasted: Pasted) => void
  size?: number
}

/** Pastes text, a link or pictures, for those who have no keyboard at hand. */
export function PasteButton({ onPaste, size = 40 }: PasteButtonProps) {
  const { i18n } = useLingui()
  async function paste() {
    const pasted = await readClipboard()
    if (pasted) onPaste(pasted)
    else notify('neutral', i18n._({ id: 'paste.unreadable', message: 'The clipboard can’t be read here. Paste into the field itself.' }))
  }
  const words = i18n._({ id: 'paste', message: 'Paste' })
  return (
    <ActionIcon size={size} aria-label={words} title={words} onClick={() => void paste()}>
      <IconClipboard size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}
