import { readClipboard, type Pasted } from '#web/platform/clipboard.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'

/** Reads the clipboard; shows a hint when it is unreadable. */
export async function paste(onPaste: (pasted: Pasted) => void): Promise<void> {
  const pasted = await readClipboard()
  if (pasted) onPaste(pasted)
  else notify('neutral', i18n._({ id: 'paste.unreadable', message: 'We can’t read your clipboard here. Paste into the field instead.' }))
}
