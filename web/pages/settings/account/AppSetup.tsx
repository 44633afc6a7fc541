import { useLingui } from '@lingui/react'
import { useState, type FormEvent } from 'react'
import { QrCode } from '#web/ui/QrCode.tsx'
import { CodeField } from '#web/features/identity/forms/CodeField.tsx'
import { identityMethods } from '#web/features/identity/session.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { CopyButton } from '../CopyButton.tsx'

export type AppSetupProps = { uri: string; onConfirmed: () => void; onCancel: () => void }

/** Connects an authenticator app: by its camera, or by a typed key. Its first code confirms it. */
export function AppSetup({ uri, onConfirmed, onCancel }: AppSetupProps) {
  const { i18n } = useLingui()
  const [code, setCode] = useState('')
  const { isBusy, problem, run } = useCommand()
  const isWrong = problem?.code === 'second-factor-wrong'
  const secret = new URL(uri).searchParams.get('secret') ?? ''

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (await run(async () => (await (await identityMethods()).secondFactor()).confirm(code))) onConfirmed()
  }

  return (
    <form className="wl-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <p>
        {i18n._({
          id: 'second-factor.scan',
          message: 'Scan this with an authenticator app, such as the one of your password manager. On this phone, copy the key instead.',
        })}
      </p>
      <QrCode text={uri} label={i18n._({ id: 'second-factor.qr', message: 'QR code for your authenticator app' })} />
      <div>
        <p className="wl-muted wl-small">{i18n._({ id: 'second-factor.key', message: 'Or type this key' })}</p>
        <p className="wl-secret">
          <code dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} />
        </p>
      </div>
      <CodeField kind="app" value={code} error={isWrong ? problem.sentence : null} onChange={setCode} />
      <FormMessage>{isWrong ? null : problem?.sentence}</FormMessage>
      <div className="wl-settings-actions">
        <Button type="submit" loading={isBusy}>
          {i18n._({ id: 'second-factor.turn-on', message: 'Turn on two-step sign-in' })}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
        </Button>
      </div>
    </form>
  )
}
