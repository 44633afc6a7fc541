import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'

export function NameField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (name: string) => void }) {
  const { i18n } = useLingui()
  return (
    <TextInput
      name="name"
      label={i18n._({ id: 'setup.name', message: 'Name' })}
      autoComplete="name"
      maxLength={limits.name.max}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
