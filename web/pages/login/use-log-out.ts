import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { logOut } from '#web/features/identity/session.ts'
import { notify } from '#web/platform/notices.ts'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'

/** Signs out and opens the front page; a notice reports a failure. */
export function useLogOut(): { isLeaving: boolean; leave: () => void } {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)

  async function leave() {
    setIsLeaving(true)
    try {
      // Before the sign-out, which ends the token: this browser must receive no more push messages.
      await (await import('#web/features/notifications/push.ts')).pausePush()
      const issuerPage = await logOut()
      // The page before the sign-out is not a return path.
      consumeReturnPath()
      if (issuerPage) location.assign(issuerPage)
      // With another account of this browser, which is active now, the app opens again by itself.
      else if (!useAuthStore.getState().user) void navigate('/')
    } catch {
      // The provider could not be reached: the user is still signed in and must know.
      notify(
        'error',
        i18n._({ id: 'identity.log-out-failed', message: 'You’re still signed in because the server can’t be reached. Try again.' }),
      )
    } finally {
      setIsLeaving(false)
    }
  }

  return { isLeaving, leave: () => void leave() }
}
