import type { I18n } from '@lingui/core'
import { notify } from '#web/platform/notices.ts'

/** Browsers may deny access to the clipboard, and allow it on secure pages only. */
export async function copyText(i18n: I18n, text: string, done = i18n._({ id: 'chat.copied', message: 'Text copied.' })): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('positive', done)
  } catch {
    notify('error', i18n._({ id: 'chat.copy.failed', message: 'This browser doesn’t allow copying. Select the text to copy it.' }))
  }
}
