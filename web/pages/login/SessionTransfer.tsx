import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { identityCalls } from '#contract/identity/identity.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { LoginMethods } from '#web/features/identity/forms/LoginMethods.tsx'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Reauthenticate } from '#web/features/identity/forms/Reauthenticate.tsx'
import { IdentityError } from '#web/features/identity/provider/identity.provider.ts'
import { callApi } from '#web/platform/api-client.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { EntryCard } from './EntryCard.tsx'
import { sessionTransferAddress } from './session-transfer.ts'

/** Opened by the native app in the browser: the signed-in user passes the session to the app with a button. */
export function SessionTransfer({ challenge }: { challenge: string }) {
  const { i18n } = useLingui()
  const authStatus = useAuthStatus()
  const isIn = authStatus === 'ready' || authStatus === 'no_profile'
  return (
    <EntryCard title={i18n._({ id: 'native.hand-over', message: 'Log in to the app' })} allowSignedIn below={null}>
      {isIn ? <OpenApp challenge={challenge} /> : <LoginMethods returnTo="/" onDone={() => undefined} />}
    </EntryCard>
  )
}

function OpenApp({ challenge }: { challenge: string }) {
  const { i18n } = useLingui()
  const { isBusy, problem, run, reset } = useCommand()
  const [isDone, setDone] = useState(false)
  const needsProof = problem?.code === 'recent-sign-in-required'
  const open = async () => {
    const { token } = await callApi(identityCalls.mintCustomToken, { body: { challenge } }).catch(rethrowUnlessReauth)
    location.assign(sessionTransferAddress(token))
    setDone(true)
  }
  const handleOpen = () => void run(open)
  if (needsProof) return <Reauthenticate onProven={handleOpen} onCancel={reset} />
  return (
    <div className="wl-form">
      <p className="wl-muted">
        {i18n._({ id: 'native.hand-over.lead', message: 'You’re signed in here. This signs you in to the app on this phone, too.' })}
      </p>
      <FormMessage>{problem?.sentence}</FormMessage>
      <Button size="lg" fullWidth loading={isBusy} onClick={handleOpen}>
        {i18n._({ id: 'native.hand-over.open', message: 'Open the app' })}
      </Button>
      {isDone && <output className="wl-muted">{i18n._({ id: 'native.hand-over.done', message: 'You can close this page now.' })}</output>}
    </div>
  )
}

/** With Firebase only a recent session can be passed on. */
function rethrowUnlessReauth(error: unknown): never {
  const isOld = error instanceof ApiError && error.failure.code === 'recent_sign_in_required'
  throw isOld ? new IdentityError('recent-sign-in-required', { cause: error }) : error
}
