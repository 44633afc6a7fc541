import { useLingui } from '@lingui/react'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.tsx'

export type CurrentPasswordFieldProps = { value: string; error: string | null; label?: string; onChange: (password: string) => void }

/** The user's current password, as a proof of identity. */
export function CurrentPasswordField({ value, error, label, onChange }: CurrentPasswordFieldProps) {
  const { i18n } = useLingui()
  return (
    <PasswordInput
      name="password"
      autoComplete="current-password"
      label={label ?? i18n._({ id: 'identity.password.current', message: 'Your password' })}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
