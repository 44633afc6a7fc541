import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { CodeField } from '#web/features/identity/forms/CodeField.tsx'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { identityMethods } from '#web/features/identity/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { CopyButton } from '../CopyButton.tsx'
import './SecondFactorSetup.css'

type AppSetupProps = { uri: string; onConfirmed: () => void; onCancel: () => void }

/** Connects an authenticator app: by its camera, or by a typed key. Its first code confirms it. */
export function AppSetup({ uri, onConfirmed, onCancel }: AppSetupProps) {
  const { i18n } = useLingui()
  const [code, setCode] = useState('')
  const { isBusy, problem, run } = useCommand()
  const isWrong = problem?.code === 'second-factor-wrong'
  const secret = new URL(uri).searchParams.get('secret') ?? ''

  async function submit() {
    if (await run(async () => (await (await identityMethods()).secondFactor()).confirm(code))) onConfirmed()
  }

  return (
    <Form onSubmit={submit}>
      <p>
        {i18n._({
          id: 'second-factor.scan',
          message: 'Scan this with an authenticator app, such as the one in your password manager. On this phone, copy the key instead.',
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
        <CancelButton onClick={onCancel} isSubtle />
      </div>
    </Form>
  )
}

/** New recovery codes. They can't be shown again: the server keeps them encrypted. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { i18n } = useLingui()
  const text = codes.join('\n')
  return (
    <div className="wl-form">
      <p>
        {i18n._({
          id: 'second-factor.codes.lead',
          message: 'Save these recovery codes now. Each signs you in once if you lose your phone, and we can’t show them again.',
        })}
      </p>
      <ul className="wl-recovery-codes" dir="ltr" aria-label={i18n._({ id: 'second-factor.codes', message: 'Recovery codes' })}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="wl-settings-actions">
        <CopyButton text={text} />
        <Button variant="default" onClick={() => download(text)}>
          {i18n._({ id: 'second-factor.codes.download', message: 'Download' })}
        </Button>
        <Button onClick={onDone}>{i18n._({ id: 'second-factor.codes.saved', message: 'I saved them' })}</Button>
      </div>
    </div>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.download = `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`
  link.click()
}
