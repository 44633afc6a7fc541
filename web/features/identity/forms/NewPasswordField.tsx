import { useLingui } from '@lingui/react'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { useAuthStore } from '../auth.store.ts'
import { useCapabilities } from '../use-capabilities.ts'

export type NewPasswordFieldProps = { value: string; error: string | null; onChange: (password: string) => void }

export function NewPasswordField({ value, error, onChange }: NewPasswordFieldProps) {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email)
  const rules = useCapabilities().data?.identity.password
  return (
    <div>
      <PasswordInput
        name="new-password"
        autoComplete="new-password"
        aria-describedby="password-rules"
        label={i18n._({ id: 'identity.password.new', message: 'New password' })}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {rules && <PasswordRules id="password-rules" password={value} email={email} policy={rules} />}
    </div>
  )
}
