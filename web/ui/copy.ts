import type { I18n } from '@lingui/core'
import { notify } from '#web/platform/notices.ts'

/** Copies a text and shows a notice. Browsers may deny access to the clipboard, and allow it on secure pages only. */
export async function copyText(i18n: I18n, text: string, done = i18n._({ id: 'copy.text', message: 'Text copied.' })): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    notify('positive', done)
    return true
  } catch {
    notify('error', i18n._({ id: 'copy.text.failed', message: 'This browser doesn’t allow copying. Select the text to copy it.' }))
    return false
  }
}

/** Like `copyText`, but the error notice shows the address. */
export async function copyLink(i18n: I18n, url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    notify('positive', i18n._({ id: 'copy.link', message: 'Link copied.' }))
    return true
  } catch {
    notify('error', i18n._({ id: 'copy.link.failed', message: 'The link couldn’t be copied: {url}', values: { url } }))
    return false
  }
}

/** Opens the device's share sheet with a page's address; without one, copies it. */
export async function shareLink(i18n: I18n, page: { title: string; url: string }): Promise<void> {
  if (!('share' in navigator)) return void (await copyLink(i18n, page.url))
  try {
    await navigator.share(page)
  } catch (error) {
    // Closing the sheet is not a failure; some desktops reject the sheet, then the address is copied.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(i18n, page.url)
  }
}
