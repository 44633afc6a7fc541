import { playCalls, type PlaySettings } from '#contract/taste/plays.ts'
import { recapCalls } from '#contract/taste/recaps.ts'
import { tasteTimeCalls } from '#contract/taste/taste-time.ts'
import { callApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { cacheResponse, refreshCall } from '#web/platform/query.ts'

const reportFailure = (): false => {
  notify('error', i18n._({ id: 'settings.players.failed', message: 'That wasn’t saved. Please try again.' }))
  return false
}

async function refreshPlays(): Promise<void> {
  await Promise.all([
    refreshCall(playCalls.getPlays),
    refreshCall(playCalls.listPlays),
    refreshCall(recapCalls.getRecap),
    refreshCall(tasteTimeCalls.getTasteOverTime),
  ])
}

/** Deletes plays between two times or of a range of days, of one item or of all. Returns whether it worked. */
export async function deletePlays(input: { from: string; to: string; item_id?: string }): Promise<boolean> {
  try {
    const { deleted } = await callApi(playCalls.deletePlays, { body: input })
    await refreshPlays()
    notify(
      'neutral',
      i18n._({
        id: 'plays.deleted',
        message:
          '{count, plural, one {# play deleted. It won’t come back with the next sync.} other {# plays deleted. They won’t come back with the next sync.}}',
        values: { count: deleted },
      }),
    )
    return true
  } catch {
    return reportFailure()
  }
}

async function change(send: () => Promise<PlaySettings | null>): Promise<boolean> {
  try {
    const settings = await send()
    if (settings) cacheResponse(playCalls.getPlaySettings, {}, settings)
    await refreshPlays()
    return true
  } catch {
    return reportFailure()
  }
}

export const hideItem = (itemId: string): Promise<boolean> =>
  change(() => callApi(playCalls.hideFromPlays, { params: { item_id: itemId } }))
export const showItem = (itemId: string): Promise<boolean> => change(() => callApi(playCalls.showInPlays, { params: { item_id: itemId } }))
export const setPrivateSession = (hours: 0 | 1 | 6 | 24): Promise<boolean> =>
  change(() => callApi(playCalls.setPrivateSession, { body: { hours } }))
