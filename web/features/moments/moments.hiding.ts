/* "Don't show me this": hides a card at once; the server excludes it from later feeds, and undo restores it in place. */
import { momentCalls } from '#contract/moments.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { changeEverywhere } from './moments.cache.ts'
import { hideCard, showCard } from './moments.removals.ts'
import { momentErrorMessage } from './moments.messages.ts'

/** Hides a moment from the viewer's feeds and offers undo. */
export async function hideMoment(id: string): Promise<void> {
  hideCard(id)
  changeEverywhere(id, (moment) => ({ ...moment, hidden: true }))
  const result = await readApi(momentCalls.hideMoment, { params: { id } })
  if (result.ok) {
    notify('neutral', i18n._({ id: 'moments.hidden', message: 'You won’t see this moment again.' }), {
      action: { label: i18n._({ id: 'moments.removed.undo', message: 'Undo' }), run: () => void unhideMoment(id) },
    })
    return
  }
  showAgain(id)
  notify('error', momentErrorMessage(i18n, result.failure))
}

/** Shows a hidden moment again. */
export async function unhideMoment(id: string): Promise<void> {
  showAgain(id)
  const result = await readApi(momentCalls.unhideMoment, { params: { id } })
  if (result.ok) return
  hideCard(id)
  changeEverywhere(id, (moment) => ({ ...moment, hidden: true }))
  notify('error', momentErrorMessage(i18n, result.failure))
}

function showAgain(id: string): void {
  showCard(id)
  changeEverywhere(id, (moment) => ({ ...moment, hidden: false }))
}
