import { useEffect } from 'react'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { readApi, type ApiResult } from '#web/platform/api-client.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { callQuery, queryClient, refreshCall, useCall } from '#web/platform/query.ts'
import { usePlayersSettings } from './players.settings.ts'

/** Loads the current user's settings. While `isKnown` is false, no player may load. */
export function useKnownPlayersSettings(): { isKnown: boolean } {
  const uid = useMyUid()
  const { isOfAccount, adopt, leaveAccount } = usePlayersSettings()
  const response = useCall(playerCalls.getPlayerSettings, {}, { enabled: uid !== null, staleMs: Number.POSITIVE_INFINITY })
  const found = response.data?.settings
  useEffect(() => {
    if (uid === null) leaveAccount()
    else if (found !== undefined) adopt(found)
  }, [uid, found, adopt, leaveAccount])
  // Without an answer the account's settings are unknown, so each player asks.
  return { isKnown: uid === null || isOfAccount || response.isError }
}

/** Changes the settings optimistically here, then on all devices of the account. A failed change is rolled back; later ones stay. */
export async function changePlayersSettings(change: Partial<PlayerSettings>): Promise<void> {
  const { isOfAccount, settings: before, ...players } = usePlayersSettings.getState()
  players.change(change)
  if (!isOfAccount) return
  const failure = await updateOptimistically(
    playerCalls.getPlayerSettings,
    {},
    {
      // An account without a choice has this browser's settings.
      shown: ({ settings }) => ({ settings: { ...(settings ?? before), ...change } }),
      send: () => sendChange(change),
    },
  )
  // The component that reads the query may be unmounted by the player.
  const response = queryClient.getQueryData(callQuery(playerCalls.getPlayerSettings, {}).queryKey)
  if (response) players.adopt(response.settings)
  if (change.play_on !== undefined) void refreshCall(playerCalls.getPreferredPlatform)
  if (failure === null) return
  notify('error', i18n._({ id: 'settings.players.failed', message: 'That wasn’t saved. Please try again.' }))
}

async function sendChange(change: Partial<PlayerSettings>): Promise<ApiResult<{ settings: PlayerSettings }>> {
  const result = await readApi(playerCalls.changePlayerSettings, { body: change })
  return result.ok ? { ok: true, value: { settings: result.value } } : result
}
