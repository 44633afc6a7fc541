import { useLingui } from '@lingui/react'
import { IconClipboard } from '@tabler/icons-react'
import { readClipboard, type Pasted } from '#web/platform/clipboard.ts'
import { notify } from '#web/platform/notices.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'

export type PasteButtonProps = {
  /** Called with the clipboard's content; not called when it is unreadable, which shows a hint. */
  onPaste: (pasted: Pasted) => void
  size?: number
}

/** Pastes text, a link or pictures, for users without a keyboard. */
export function PasteButton({ onPaste, size = 40 }: PasteButtonProps) {
  const { i18n } = useLingui()
  async function paste() {
    const pasted = await readClipboard()
    if (pasted) onPaste(pasted)
    else notify('neutral', i18n._({ id: 'paste.unreadable', message: 'We can’t read your clipboard here. Paste into the field instead.' }))
  }
  const words = i18n._({ id: 'paste', message: 'Paste' })
  return (
    <ActionIcon size={size} aria-label={words} title={words} onClick={() => void paste()}>
      <IconClipboard size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}
