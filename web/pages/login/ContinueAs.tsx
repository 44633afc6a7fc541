import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useLogOut } from './use-log-out.ts'

/** For somebody who is signed in already: go on, or leave and be somebody else. */
export function ContinueAs() {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email ?? '')
  const me = useMe()
  const { isLeaving, leave } = useLogOut()
  return (
    <>
      <div className="wl-entry-me">
        {me && <Avatar person={me} size={44} />}
        <p className="wl-line">
          {i18n._({ id: 'login.signed-in', message: 'You are signed in as {who}.', values: { who: me?.name ?? email } })}
        </p>
      </div>
      <div className="wl-entry-acts">
        <Button component={Link} to="/" size="lg">
          {i18n._({ id: 'login.continue', message: 'Continue as {who}', values: { who: me?.name ?? email } })}
        </Button>
        <Button variant="outline" loading={isLeaving} onClick={leave}>
          {i18n._({ id: 'login.other', message: 'Use another account' })}
        </Button>
      </div>
    </>
  )
}
