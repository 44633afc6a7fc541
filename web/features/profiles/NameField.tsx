import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'

export function NameField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (name: string) => void }) {
  const { i18n } = useLingui()
  const limit = nameLimit(value, limits.name.max)
  return (
    <TextInput
      name="name"
      label={i18n._({ id: 'setup.name', message: 'Name' })}
      autoComplete="name"
      {...limit.field}
      value={value}
      error={error ?? limit.isOver}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
