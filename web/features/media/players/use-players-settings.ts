import { useEffect } from 'react'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { readApi, type ApiResult } from '#web/platform/api-client.ts'
import { changeAnswer } from '#web/platform/change-answer.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { callQuery, queryClient, useCall } from '#web/platform/query.ts'
import { usePlayersSettings } from './players.settings.ts'

/** The settings of whoever is here. Until it is known what an account says, `isKnown` is false, and nothing of a platform may load. */
export function useKnownPlayersSettings(): { isKnown: boolean } {
  const uid = useMyUid()
  const { isOfAccount, adopt, leaveAccount } = usePlayersSettings()
  const answer = useCall(playerCalls.getPlayerSettings, {}, { enabled: uid !== null, staleMs: Number.POSITIVE_INFINITY })
  const found = answer.data?.settings
  useEffect(() => {
    if (uid === null) leaveAccount()
    else if (found !== undefined) adopt(found)
  }, [uid, found, adopt, leaveAccount])
  // Without an answer nothing is known of the account: then each player asks.
  return { isKnown: uid === null || isOfAccount || answer.isError }
}

/**
 * Changes the settings: at once here, and on all devices of the account when the server has it. A refused change is taken back alone;
 * what was changed after it stays.
 */
export async function changePlayersSettings(change: Partial<PlayerSettings>): Promise<void> {
  const { isOfAccount, settings: before, ...players } = usePlayersSettings.getState()
  players.change(change)
  if (!isOfAccount) return
  const failure = await changeAnswer(
    playerCalls.getPlayerSettings,
    {},
    {
      // Whoever never chose has what this browser was told.
      shown: ({ settings }) => ({ settings: { ...(settings ?? before), ...change } }),
      send: () => sendChange(change),
    },
  )
  // Where a player stands now, nothing may be left that reads the answer.
  const answer = queryClient.getQueryData(callQuery(playerCalls.getPlayerSettings, {}).queryKey)
  if (answer) players.adopt(answer.settings)
  if (failure === null) return
  notify('error', i18n._({ id: 'settings.players.failed', message: 'That was not saved. Please try again.' }))
}

async function sendChange(change: Partial<PlayerSettings>): Promise<ApiResult<{ settings: PlayerSettings }>> {
  const result = await readApi(playerCalls.changePlayerSettings, { body: change })
  return result.ok ? { ok: true, value: { settings: result.value } } : result
}
