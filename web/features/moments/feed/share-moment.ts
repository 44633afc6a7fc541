import type { I18n } from '@lingui/core'
import type { Moment } from '#contract/moments.ts'
import { notify } from '#web/platform/notices.ts'
import { momentAddress } from '../moment-address.ts'

/** Opens the device's share sheet with a moment's address; without one, copies it. */
export async function shareMoment(i18n: I18n, moment: Moment): Promise<void> {
  const url = addressOf(moment)
  if (!('share' in navigator)) return copyMomentAddress(i18n, moment)
  const title = i18n._({ id: 'moments.share.title', message: 'A moment from {name}', values: { name: moment.author.name } })
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the sheet is no failure; some desktops reject the sheet, then the address is copied.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyMomentAddress(i18n, moment)
  }
}

/** Copies a moment's address and shows a notice. */
export async function copyMomentAddress(i18n: I18n, moment: Moment): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(moment))
    notify('positive', i18n._({ id: 'moments.link.copied', message: 'Link copied.' }))
  } catch {
    // Browsers may forbid copying; then the notice shows the address.
    notify('neutral', addressOf(moment))
  }
}

const addressOf = (moment: Moment) => new URL(momentAddress(moment), location.href).href
