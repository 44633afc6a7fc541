import { Browser } from '@capacitor/browser'
import { useLingui } from '@lingui/react'
import { identityMethods } from '#web/features/identity/session.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { SESSION_TRANSFER } from './session-transfer.ts'

/** Signs in through the system browser, which supports external providers and password managers. */
export function BrowserLogin() {
  const { i18n } = useLingui()
  const { isBusy, problem, run } = useCommand()
  const handleOpen = async () => {
    const challenge = await (await identityMethods()).customTokenChallenge()
    await Browser.open({ url: `${location.origin}/login?${SESSION_TRANSFER}=${encodeURIComponent(challenge)}` })
  }
  return (
    <>
      <Button variant="default" size="lg" fullWidth loading={isBusy} onClick={() => void run(handleOpen)}>
        {i18n._({ id: 'native.browser', message: 'Log in with your browser' })}
      </Button>
      <FormMessage>{problem?.sentence}</FormMessage>
    </>
  )
}
