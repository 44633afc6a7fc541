import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import { MultiSelect } from '#web/ui/inputs/MultiSelect.ts'
import { isLanguage, languageOptions } from './languages.ts'

export type LanguagesFieldProps = { value: string[]; error: string | null; onChange: (value: string[]) => void }

/** The user's spoken languages. */
export function LanguagesField({ value, error, onChange }: LanguagesFieldProps) {
  const { i18n } = useLingui()
  const options = useMemo(() => languageOptions(i18n.locale), [i18n.locale])
  return (
    <MultiSelect
      name="languages"
      label={i18n._({ id: 'languages.label', message: 'Languages' })}
      description={i18n._({ id: 'languages.hint', message: 'The ones you like to talk in.' })}
      placeholder={value.length === 0 ? i18n._({ id: 'languages.placeholder', message: 'Pick some' }) : ''}
      nothingFoundMessage={i18n._({ id: 'languages.none', message: 'No language found' })}
      data={options}
      value={value}
      error={error}
      onChange={onChange}
      maxValues={limits.languages.max}
      searchable
      selectFirstOptionOnChange
      filter={({ options: all, search }) => all.filter((option) => 'value' in option && isLanguage(option.value, option.label, search))}
      onKeyDown={(event) => {
        // Enter chooses a language. Typed text must not be lost by submitting the form.
        if (event.key === 'Enter' && event.currentTarget.value.trim() !== '') event.preventDefault()
      }}
      hidePickedOptions
      comboboxProps={{ shadow: 'none' }}
    />
  )
}
