import { useLingui } from '@lingui/react'
import { IconClipboard } from '@tabler/icons-react'
import type { Pasted } from '#web/platform/clipboard.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { paste } from './paste.ts'

export type PasteButtonProps = {
  /** Called with the clipboard's content; not called when it is unreadable, which shows a hint. */
  onPaste: (pasted: Pasted) => void
  size?: number
}

/** Pastes text, a link or pictures, for users without a keyboard. */
export function PasteButton({ onPaste, size = 40 }: PasteButtonProps) {
  const { i18n } = useLingui()
  const words = i18n._({ id: 'paste', message: 'Paste' })
  return <ActionIcon icon={IconClipboard} size={size} label={words} onClick={() => void paste(onPaste)} />
}
