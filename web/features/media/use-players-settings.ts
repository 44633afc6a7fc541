import { useEffect } from 'react'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { rememberAnswer, useCall } from '#web/platform/query.ts'
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

/** Changes the settings: at once here, and on all devices of the account when the server has it. */
export async function changePlayersSettings(change: Partial<PlayerSettings>): Promise<void> {
  const before = usePlayersSettings.getState()
  before.change(change)
  if (!before.isOfAccount) return
  const result = await readApi(playerCalls.changePlayerSettings, { body: change })
  if (result.ok) return rememberAnswer(playerCalls.getPlayerSettings, {}, { settings: result.value })
  before.change(before.settings)
  notify('error', i18n._({ id: 'settings.players.failed', message: 'That was not saved. Please try again.' }))
}
