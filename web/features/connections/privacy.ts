import { privacyCalls, type PrivacySettings } from '#contract/identity/privacy.ts'
import { readApi } from '#web/platform/api-client.ts'
import { updateOptimistically } from '#web/platform/optimistic-update.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient, useCall } from '#web/platform/query.ts'

/** The signed-in user's privacy settings: who can contact them, and who sees what. */
export const usePrivacy = () => useCall(privacyCalls.getPrivacy)

/** Changes privacy settings optimistically; a failure rolls them back and shows a notice. */
export async function changePrivacy(change: Partial<PrivacySettings>): Promise<void> {
  const failure = await updateOptimistically(
    privacyCalls.getPrivacy,
    {},
    { shown: (now) => ({ ...now, ...change }), send: () => readApi(privacyCalls.changePrivacy, { body: change }) },
  )
  if (failure === null) return void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isViewAs(queryKey) })
  notify(
    'error',
    failure.sentence ?? i18n._({ id: 'privacy.failed', message: 'That couldn’t be saved. Check your connection and try again.' }),
  )
}

/** Whether a read shows the user's own profile as others see it: `as` is in its query. */
const isViewAs = ([, , query]: readonly unknown[]): boolean => typeof query === 'object' && query !== null && 'as' in query
