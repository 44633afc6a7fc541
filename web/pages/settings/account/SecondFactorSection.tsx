import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { identityMethods } from '#web/features/identity/session.ts'
import { useAccount } from '#web/features/identity/use-account.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { notify } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'
import { AccountGate } from './AccountGate.tsx'
import { SettingsCard, SettingsRow } from '../SettingsCard.tsx'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'

const AppSetup = lazyPart(async () => (await import('./SecondFactorSetup.tsx')).AppSetup)
const RecoveryCodes = lazyPart(async () => (await import('./SecondFactorSetup.tsx')).RecoveryCodes)

type Step =
  | { name: 'start' | 'ask-on' | 'ask-off' | 'ask-codes' }
  | { name: 'setup'; uri: string; recoveryCodes: readonly string[] }
  | { name: 'codes'; recoveryCodes: readonly string[] }

/** Two-step sign-in with an authenticator app, for accounts with a password. */
export function SecondFactorSection() {
  const { i18n } = useLingui()
  const account = useAccount()
  const [step, setStep] = useState<Step>({ name: 'start' })
  if (!account.data?.providers.includes('password')) return null
  const left = account.data.recoveryCodesLeft
  const reset = () => setStep({ name: 'start' })
  // Includes what the next step renders, because it replaces the form at once and takes the focus.
  const load = async () => {
    const [methods] = await Promise.all([identityMethods(), AppSetup.load(), RecoveryCodes.load()])
    return methods.secondFactor()
  }

  async function prepare(password: string) {
    setStep({ name: 'setup', ...(await (await load()).prepare(password)) })
  }

  async function renewCodes(password: string) {
    setStep({ name: 'codes', recoveryCodes: await (await load()).newRecoveryCodes(password) })
    await account.refetch()
  }

  async function turnOff(password: string) {
    await (await load()).turnOff(password)
    await account.refetch()
    reset()
    notify('positive', i18n._({ id: 'second-factor.off.done', message: 'Two-step sign-in is off.' }))
  }

  async function handleConfirmed(recoveryCodes: readonly string[]) {
    setStep({ name: 'codes', recoveryCodes })
    await account.refetch()
    notify('positive', i18n._({ id: 'second-factor.on.done', message: 'Two-step sign-in is on.' }))
  }

  function content() {
    switch (step.name) {
      case 'start':
        return left === null ? (
          <Off onStart={() => setStep({ name: 'ask-on' })} />
        ) : (
          <On left={left} onStart={(name) => setStep({ name })} />
        )
      case 'ask-on':
        return (
          <ConfirmWithPassword
            button={i18n._({ id: 'second-factor.continue', message: 'Continue' })}
            onConfirm={prepare}
            onCancel={reset}
          />
        )
      case 'ask-codes':
        return (
          <ConfirmWithPassword
            lead={i18n._({ id: 'second-factor.codes.renew.lead', message: 'The codes you have now stop working.' })}
            button={i18n._({ id: 'second-factor.codes.renew', message: 'Get new recovery codes' })}
            onConfirm={renewCodes}
            onCancel={reset}
          />
        )
      case 'ask-off':
        return (
          <ConfirmWithPassword
            lead={i18n._({ id: 'second-factor.off.lead', message: 'From then on, your password alone signs you in.' })}
            button={i18n._({ id: 'second-factor.off', message: 'Turn off two-step sign-in' })}
            onConfirm={turnOff}
            onCancel={reset}
          />
        )
      case 'setup':
        return <AppSetup uri={step.uri} onConfirmed={() => void handleConfirmed(step.recoveryCodes)} onCancel={reset} />
      case 'codes':
        return <RecoveryCodes codes={step.recoveryCodes} onDone={reset} />
    }
  }

  return (
    <AccountGate needs="second_factor">
      <SettingsCard
        title={i18n._({ id: 'second-factor.title', message: 'Two-step sign-in' })}
        keywords={i18n._({ id: 'second-factor.keywords', message: '2FA second factor authenticator code' })}
      >
        {content()}
      </SettingsCard>
    </AccountGate>
  )
}

function Off({ onStart }: { onStart: () => void }) {
  const { i18n } = useLingui()
  return (
    <SettingsRow
      label={i18n._({ id: 'second-factor.state.off', message: 'Off' })}
      hint={i18n._({
        id: 'second-factor.hint',
        message: 'Asks for a code from an app on your phone after your password, so a stolen password isn’t enough.',
      })}
    >
      <Button variant="default" onClick={onStart}>
        {i18n._({ id: 'second-factor.on', message: 'Turn on' })}
      </Button>
    </SettingsRow>
  )
}

type OnProps = { left: number; onStart: (step: 'ask-codes' | 'ask-off') => void }

function On({ left, onStart }: OnProps) {
  const { i18n } = useLingui()
  return (
    <>
      <SettingsRow
        label={i18n._({ id: 'second-factor.state.on', message: 'On' })}
        hint={i18n._({ id: 'second-factor.on.hint', message: 'Signing in needs a code from your authenticator app.' })}
      >
        <Button variant="default" onClick={() => onStart('ask-off')}>
          {i18n._({ id: 'second-factor.off.short', message: 'Turn off' })}
        </Button>
      </SettingsRow>
      <SettingsRow
        label={i18n._({ id: 'second-factor.codes', message: 'Recovery codes' })}
        hint={i18n._({
          id: 'second-factor.codes.left',
          message: '{left, plural, =0 {No codes left} one {# code left} other {# codes left}}',
          values: { left },
        })}
      >
        <Button variant="default" onClick={() => onStart('ask-codes')}>
          {i18n._({ id: 'second-factor.codes.renew.short', message: 'New codes' })}
        </Button>
      </SettingsRow>
    </>
  )
}

type ConfirmWithPasswordProps = {
  lead?: string
  /** The verb on the button. */
  button: string
  /** @throws IdentityError */
  onConfirm: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before a change of how the user signs in. */
function ConfirmWithPassword({ lead, button, onConfirm, onCancel }: ConfirmWithPasswordProps) {
  const { i18n } = useLingui()
  const [password, setPassword] = useState('')
  const { isBusy, problem, run } = useCommand()
  const isWrong = problem?.code === 'invalid-credentials'

  return (
    <Form onSubmit={() => void run(() => onConfirm(password))}>
      {lead !== undefined && <p className="wl-muted">{lead}</p>}
      <CurrentPasswordField
        value={password}
        error={isWrong ? i18n._({ id: 'settings.password.wrong', message: 'That isn’t your current password.' }) : null}
        onChange={setPassword}
      />
      <FormMessage>{isWrong ? null : problem?.sentence}</FormMessage>
      <div className="wl-settings-actions">
        <Button type="submit" loading={isBusy}>
          {button}
        </Button>
        <CancelButton onClick={onCancel} isSubtle />
      </div>
    </Form>
  )
}
