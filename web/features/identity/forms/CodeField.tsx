import { useLingui } from '@lingui/react'
import type { Ref } from 'react'
import { TextInput } from '#web/ui/inputs/TextInput.ts'

export type CodeFieldProps = {
  kind: 'app' | 'recovery'
  value: string
  error: string | null
  onChange: (code: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A code of an authenticator app, or a recovery code. Codes read from left to right in every language. */
export function CodeField({ kind, value, error, onChange, ref }: CodeFieldProps) {
  const { i18n } = useLingui()
  const isApp = kind === 'app'
  return (
    <TextInput
      ref={ref}
      name="code"
      dir="ltr"
      inputMode={isApp ? 'numeric' : 'text'}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={50}
      label={
        isApp
          ? i18n._({ id: 'second-factor.code', message: 'Code with 6 digits' })
          : i18n._({ id: 'second-factor.recovery-code', message: 'Recovery code' })
      }
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
