import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { moderationCalls } from '#contract/moderation.ts'
import { failureOf, refreshCall } from '#web/platform/query.ts'

/** Runs a moderator's command: busy state and error message; afterwards every list is refetched. */
export function useModeratorCommand(): { isBusy: boolean; failure: string | null; run: (command: () => Promise<unknown>) => void } {
  const { i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function perform(command: () => Promise<unknown>) {
    setBusy(true)
    setFailure(null)
    try {
      await command()
    } catch (error) {
      setFailure(failureOf(error).sentence ?? i18n._({ id: 'moderation.failed', message: 'That didn’t work. Try again in a moment.' }))
    } finally {
      setBusy(false)
    }
    await Promise.all(
      [moderationCalls.getReports, moderationCalls.getReport, moderationCalls.getAppeals, moderationCalls.getModerationLog].map((call) =>
        refreshCall(call),
      ),
    )
  }

  return { isBusy, failure, run: (command) => void perform(command) }
}
