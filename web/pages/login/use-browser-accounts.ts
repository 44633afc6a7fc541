import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { identityCalls } from '#contract/identity/identity.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { identityProblem } from '#web/features/identity/identity.messages.ts'
import { IdentityError } from '#web/features/identity/provider/identity.provider.ts'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'
import { endSession, identityMethods } from '#web/features/identity/session.ts'
import { callApi } from '#web/platform/api-client.ts'

/** The same as `MAX_BROWSER_ACCOUNTS` on the server. */
export const MAX_ACCOUNTS = 5

/** The login page, which a signed-in user opens to add an account. */
export const ADD_ACCOUNT = '/login?add=account'

/** The accounts that are signed in at this browser. */
export function useBrowserAccounts(isEnabled: boolean) {
  const subject = useAuthStore((state) => state.user?.subject ?? null)
  return useQuery({
    queryKey: ['identity', 'accounts', subject],
    queryFn: async () => (await (await identityMethods()).accounts()).list(),
    enabled: isEnabled,
    // Another tab may have added or signed out one.
    staleTime: 0,
  })
}

/** Makes another account the active one, in all tabs; then the app opens again (`start-identity.ts`). */
export function useSwitchAccount(onEnded: () => void) {
  const { i18n } = useLingui()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function switchTo(subject: string): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    try {
      if (useAuthStore.getState().user) await leaveActiveAccount()
      await (await (await identityMethods()).accounts()).switchTo(subject)
      // The page before the switch is not a return path.
      consumeReturnPath()
    } catch (error) {
      const hasEnded = error instanceof IdentityError && error.code === 'session-expired'
      setProblem(
        hasEnded
          ? i18n._({ id: 'accounts.ended', message: 'That account is signed out. Add it again.' })
          : identityProblem(i18n, error).sentence,
      )
      onEnded()
      setIsBusy(false)
    }
  }

  return { isBusy, problem, switchTo }
}

/** Ends what this browser receives for the active account. Its token still counts. */
async function leaveActiveAccount(): Promise<void> {
  await (await import('#web/features/notifications/push.ts')).pausePush()
  // Pictures of one account must not load for the other. The new account gets its own session.
  await callApi(identityCalls.endFileSession)
}

export function useSignOutAll(): { isLeaving: boolean; leave: () => void } {
  const { i18n } = useLingui()
  const [isLeaving, setIsLeaving] = useState(false)

  async function leave(): Promise<void> {
    setIsLeaving(true)
    try {
      await (await import('#web/features/notifications/push.ts')).pausePush()
      await callApi(identityCalls.endFileSession)
      await endSession((await (await identityMethods()).accounts()).signOutAll)
      consumeReturnPath()
      location.assign('/')
    } catch (error) {
      const { notify } = await import('#web/platform/notices.ts')
      notify('error', identityProblem(i18n, error).sentence)
      setIsLeaving(false)
    }
  }

  return { isLeaving, leave: () => void leave() }
}
