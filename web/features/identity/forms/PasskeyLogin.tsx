import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { canUsePasskeys } from '../can-use-passkeys.ts'
import { IdentityError } from '../provider/identity.provider.ts'
import { identityMethods } from '../session.ts'
import { useCommand } from './use-command.ts'

/** Signs in with a passkey: by a button, or from the browser's suggestions in the email field. */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { i18n } = useLingui()
  const { isBusy, problem, run } = useCommand()
  const suggestion = useRef<AbortController>(null)
  const handleSuggested = useEffectEvent(() => onDone())
  const handleFailed = useEffectEvent((error: unknown) => {
    const isChosen = error instanceof IdentityError && error.code !== 'passkey-cancelled' && error.code !== 'network-request-failed'
    if (isChosen) void run(() => rejectWith(error))
  })
  const isUsable = canUsePasskeys()

  useEffect(() => {
    if (!isUsable) return
    const controller = new AbortController()
    suggestion.current = controller
    void suggest(controller.signal).then((isDone) => isDone && handleSuggested(), handleFailed)
    return () => controller.abort()
  }, [isUsable])

  async function handleClick() {
    // A browser runs one request for a passkey at a time.
    suggestion.current?.abort()
    if (await run(async () => (await (await identityMethods()).passkeys()).signIn())) onDone()
  }

  if (!isUsable) return null
  return (
    <>
      <Button variant="default" size="lg" fullWidth loading={isBusy} onClick={() => void handleClick()}>
        {i18n._({ id: 'passkey.log-in', message: 'Log in with a passkey' })}
      </Button>
      <FormMessage>{problem?.sentence}</FormMessage>
    </>
  )
}

/** Shows an error instead of the button's own. */
const rejectWith = async (error: IdentityError): Promise<never> => {
  throw error
}

/** Offers passkeys in the email field, where the browser can. @returns whether the user chose one */
async function suggest(signal: AbortSignal): Promise<boolean> {
  const isOffered = await PublicKeyCredential.isConditionalMediationAvailable?.()
  if (!isOffered || signal.aborted) return false
  await (await (await identityMethods()).passkeys()).signIn({ isSuggestion: true, signal })
  return true
}
