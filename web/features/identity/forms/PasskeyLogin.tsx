import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { canUsePasskeys } from '../can-use-passkeys.ts'
import { IdentityError } from '../provider/identity.provider.ts'
import { identityMethods } from '../session.ts'
import { useCommand } from './use-command.ts'

/** The server accepts a challenge for five minutes, and login pages stay open for longer. */
const RENEW_AFTER_MS = 4 * 60_000
/** How often a page looks whether its challenge is that old: timers stand still while a computer sleeps. */
const LOOK_MS = 15_000

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

  const [isPressed, setPressed] = useState(false)

  useEffect(() => {
    if (!isUsable || isPressed) return undefined
    let startedAtMs = 0
    const start = () => {
      const controller = new AbortController()
      suggestion.current?.abort()
      suggestion.current = controller
      startedAtMs = Date.now()
      void suggest(controller.signal).then((isDone) => isDone && handleSuggested(), handleFailed)
    }
    // A hidden page may not ask for passkeys.
    const renewIfOld = () => void (document.hidden || Date.now() - startedAtMs < RENEW_AFTER_MS || start())
    start()
    const timer = setInterval(renewIfOld, LOOK_MS)
    document.addEventListener('visibilitychange', renewIfOld)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renewIfOld)
      suggestion.current?.abort()
    }
  }, [isUsable, isPressed])

  async function handleClick() {
    // A browser runs one request for a passkey at a time. The suggestions return if this one is canceled.
    suggestion.current?.abort()
    setPressed(true)
    const isDone = await run(async () => (await (await identityMethods()).passkeys()).signIn())
    if (isDone) onDone()
    else setPressed(false)
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
