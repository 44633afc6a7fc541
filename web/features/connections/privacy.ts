import { privacyCalls, type PrivacySettings } from '#contract/privacy.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient, refreshCall, rememberAnswer, useCall, callKey } from '#web/platform/query.ts'

/** What the signed-in person has decided about who reaches them and who sees what. */
export const usePrivacy = () => useCall(privacyCalls.getPrivacy)

/** Changes some of it. The screen changes at once; when the server refuses, it changes back and a notice says so. */
export async function changePrivacy(change: Partial<PrivacySettings>): Promise<void> {
  const key = callKey(privacyCalls.getPrivacy, {})
  await queryClient.cancelQueries({ queryKey: key })
  const before = queryClient.getQueryData<PrivacySettings>(key)
  if (before) rememberAnswer(privacyCalls.getPrivacy, {}, { ...before, ...change })
  const result = await readApi(privacyCalls.changePrivacy, { body: change })
  if (result.ok) {
    rememberAnswer(privacyCalls.getPrivacy, {}, result.value)
    return
  }
  void refreshCall(privacyCalls.getPrivacy)
  notify(
    'error',
    result.failure.sentence ?? i18n._({ id: 'privacy.failed', message: 'That could not be saved. Check your connection and try again.' }),
  )
}
