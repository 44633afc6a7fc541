import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { identityMethods } from '../session.ts'
import { CodeField } from './CodeField.tsx'
import { useCommand } from './use-command.ts'

const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

export type SecondFactorFormProps = { onDone: () => void; onBack: () => void }

/** Completes a sign-in with a code of the authenticator app, or with a recovery code. */
export function SecondFactorForm({ onDone, onBack }: SecondFactorFormProps) {
  const { i18n } = useLingui()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [trustBrowser, setTrustBrowser] = useState(false)
  const { isBusy, problem, run, reset } = useCommand()
  const isWrong = problem?.code === 'second-factor-wrong'

  async function submit() {
    const complete = async () => (await (await identityMethods()).secondFactor()).complete({ code, kind, trustBrowser })
    if (await run(complete)) onDone()
  }

  function handleKind() {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setCode('')
    reset()
  }

  return (
    <Form onSubmit={submit}>
      <p className="wl-muted">
        {kind === 'app'
          ? i18n._({ id: 'second-factor.lead', message: 'Open your authenticator app and enter the code for this site.' })
          : i18n._({ id: 'second-factor.recovery.lead', message: 'Enter one of the recovery codes you saved. Each works once.' })}
      </p>
      <CodeField key={kind} ref={focusOnMount} kind={kind} value={code} error={isWrong ? problem.sentence : null} onChange={setCode} />
      <Switch
        label={i18n._({ id: 'second-factor.trust', message: 'Don’t ask again in this browser for 30 days' })}
        checked={trustBrowser}
        onChange={({ currentTarget }) => setTrustBrowser(currentTarget.checked)}
      />
      <FormMessage>{isWrong ? null : problem?.sentence}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {i18n._({ id: 'identity.log-in', message: 'Log in' })}
      </Button>
      <Button variant="subtle" onClick={handleKind}>
        {kind === 'app'
          ? i18n._({ id: 'second-factor.use-recovery', message: 'Use a recovery code' })
          : i18n._({ id: 'second-factor.use-app', message: 'Use the authenticator app' })}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {i18n._({ id: 'second-factor.back', message: 'Start again' })}
      </Button>
    </Form>
  )
}
