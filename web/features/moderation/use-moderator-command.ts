import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { moderationCalls } from '#contract/moderation.ts'
import { notify } from '#web/platform/notices.ts'
import { failureOf, refreshCall } from '#web/platform/query.ts'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'

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
      const { code, sentence } = failureOf(error)
      // The form is about to disappear, so the message must be outside it.
      if (code === 'wrong_state')
        notify('error', i18n._({ id: 'moderation.too-late', message: 'Another moderator was faster. Your decision wasn’t saved.' }))
      else setFailure(sentence ?? i18n._({ id: 'moderation.failed', message: 'That didn’t work. Try again in a moment.' }))
    } finally {
      setBusy(false)
    }
    await Promise.all(
      [moderationCalls.getReports, moderationCalls.getReport, moderationCalls.getAppeals, moderationCalls.getModerationLog].map((call) =>
        refreshCall(call),
      ),
    )
    // The clicked button is removed with its form.
    setTimeout(() => focusIfLost(document.getElementById('main')))
  }

  return { isBusy, failure, run: (command) => void perform(command) }
}
