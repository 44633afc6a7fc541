import { privacyCalls, type PrivacySettings } from '#contract/privacy.ts'
import { readApi } from '#web/platform/api-client.ts'
import { changeAnswer } from '#web/platform/change-answer.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { useCall } from '#web/platform/query.ts'

/** What the signed-in person has decided about who reaches them and who sees what. */
export const usePrivacy = () => useCall(privacyCalls.getPrivacy)

/** Changes some of it. The screen changes at once; when the server refuses, it changes back and a notice says so. */
export async function changePrivacy(change: Partial<PrivacySettings>): Promise<void> {
  const failure = await changeAnswer(
    privacyCalls.getPrivacy,
    {},
    { shown: (now) => ({ ...now, ...change }), send: () => readApi(privacyCalls.changePrivacy, { body: change }) },
  )
  if (failure === null) return
  notify(
    'error',
    failure.sentence ?? i18n._({ id: 'privacy.failed', message: 'That could not be saved. Check your connection and try again.' }),
  )
}
