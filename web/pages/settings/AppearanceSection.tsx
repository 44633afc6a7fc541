import { useLingui } from '@lingui/react'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { languageNames } from '#contract/languages/language-names.ts'
import { appLanguages, knownLanguage } from '#contract/languages/languages.ts'
import { chooseLanguage } from '#web/features/identity/language.ts'
import { activeLanguage } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { markPage } from '#web/platform/appearance.ts'
import { onStoredChange, writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { ChoiceRow, SettingsCard, SettingsRow, SwitchRow } from './SettingsCard.tsx'

/* Display settings of this browser. `web/app/appearance.js` applies them before the first paint, and base.css uses them. Other
   tabs follow what is stored (`web/platform/appearance.ts`). */

const textSizes = ['normal', 'large', 'larger'] as const
type TextSize = (typeof textSizes)[number]
type Motion = 'system' | 'reduced'

const textSize = (): TextSize => textSizes.find((size) => size === readStored('text-size')) ?? 'normal'
const motion = (): Motion => (readStored('motion') === 'reduced' ? 'reduced' : 'system')

function chooseTextSize(size: TextSize): void {
  writeStored('text-size', size === 'normal' ? null : size)
  markPage('textSize', size === 'normal' ? null : size)
}

function chooseMotion(chosen: Motion): void {
  writeStored('motion', chosen === 'reduced' ? chosen : null)
  markPage('motion', chosen === 'reduced' ? chosen : null)
}

/** Theme, language, text size, motion. */
export function AppearanceSection() {
  const { i18n } = useLingui()
  return (
    <SettingsCard title={i18n._({ id: 'settings.appearance', message: 'Appearance' })}>
      <ThemeRow />
      <LanguageRow />
      <TextSizeRow />
      <MotionRow />
    </SettingsCard>
  )
}

function ThemeRow() {
  const { i18n } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <ChoiceRow<MantineColorScheme>
      label={i18n._({ id: 'settings.theme', message: 'Theme' })}
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'dark', label: i18n._({ id: 'settings.theme.dark', message: 'Dark' }) },
        { value: 'light', label: i18n._({ id: 'settings.theme.light', message: 'Light' }) },
        { value: 'auto', label: i18n._({ id: 'settings.theme.auto', message: 'System' }) },
      ]}
    />
  )
}

function LanguageRow() {
  const { i18n } = useLingui()
  const label = i18n._({ id: 'settings.language', message: 'Language' })
  const choose = async (tag: string) => {
    const language = knownLanguage(tag)
    if (language) await chooseLanguage(language)
  }
  const handleFailure = () =>
    notify('error', i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }))
  return (
    <SettingsRow
      label={label}
      hint={i18n._({ id: 'settings.language.hint', message: 'On all your devices, and in emails and notifications.' })}
    >
      <NativeSelect
        aria-label={label}
        value={activeLanguage()}
        onChange={({ currentTarget }) => void choose(currentTarget.value).catch(handleFailure)}
        data={appLanguages.map((language) => ({ value: language, label: languageNames[language] }))}
      />
    </SettingsRow>
  )
}

function TextSizeRow() {
  const { i18n } = useLingui()
  const [size, setSize] = useState(textSize)
  useEffect(() => onStoredChange('text-size', () => setSize(textSize())), [])
  return (
    <ChoiceRow<TextSize>
      label={i18n._({ id: 'settings.text-size', message: 'Text size' })}
      hint={i18n._({ id: 'settings.text-size.hint', message: 'In this browser, on top of its own setting.' })}
      value={size}
      onChange={(next) => {
        chooseTextSize(next)
        setSize(next)
      }}
      data={[
        { value: 'normal', label: i18n._({ id: 'settings.text-size.normal', message: 'Normal' }) },
        { value: 'large', label: i18n._({ id: 'settings.text-size.large', message: 'Large' }) },
        { value: 'larger', label: i18n._({ id: 'settings.text-size.larger', message: 'Larger' }) },
      ]}
    />
  )
}

function MotionRow() {
  const { i18n } = useLingui()
  const [isReduced, setIsReduced] = useState(() => motion() === 'reduced')
  useEffect(() => onStoredChange('motion', () => setIsReduced(motion() === 'reduced')), [])
  return (
    <SwitchRow
      label={i18n._({ id: 'settings.motion', message: 'Reduce motion' })}
      hint={i18n._({ id: 'settings.motion.hint', message: 'Nothing slides or fades. Always on if your system asks for it.' })}
      checked={isReduced}
      onChange={(isOn) => {
        chooseMotion(isOn ? 'reduced' : 'system')
        setIsReduced(isOn)
      }}
    />
  )
}
