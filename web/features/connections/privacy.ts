import { privacyCalls, type PrivacySettings } from '#contract/privacy.ts'
import { readApi } from '#web/platform/api-client.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { useCall } from '#web/platform/query.ts'

/** The signed-in user's privacy settings: who can contact them, and who sees what. */
export const usePrivacy = () => useCall(privacyCalls.getPrivacy)

/** Changes privacy settings optimistically; a failure rolls them back and shows a notice. */
export async function changePrivacy(change: Partial<PrivacySettings>): Promise<void> {
  const failure = await updateOptimistically(
    privacyCalls.getPrivacy,
    {},
    { shown: (now) => ({ ...now, ...change }), send: () => readApi(privacyCalls.changePrivacy, { body: change }) },
  )
  if (failure === null) return
  notify(
    'error',
    failure.sentence ?? i18n._({ id: 'privacy.failed', message: 'That couldn’t be saved. Check your connection and try again.' }),
  )
}
