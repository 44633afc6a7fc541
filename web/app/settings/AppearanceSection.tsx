import { useLingui } from '@lingui/react'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { DEFAULT_LANGUAGE, languages } from '#web/platform/i18n.ts'
import { NativeSelect } from '#web/ui/NativeSelect.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** Theme and language. */
export function AppearanceSection() {
  const { i18n } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const theme = i18n._({ id: 'settings.theme', message: 'Theme' })
  const language = i18n._({ id: 'settings.language', message: 'Language' })
  return (
    <SettingsCard title={i18n._({ id: 'settings.appearance', message: 'Appearance' })}>
      <SettingsRow label={theme}>
        <SegmentedControl<MantineColorScheme>
          aria-label={theme}
          radius="xl"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'dark', label: i18n._({ id: 'settings.theme.dark', message: 'Dark' }) },
            { value: 'light', label: i18n._({ id: 'settings.theme.light', message: 'Light' }) },
            { value: 'auto', label: i18n._({ id: 'settings.theme.auto', message: 'As the system' }) },
          ]}
        />
      </SettingsRow>
      <SettingsRow label={language}>
        <NativeSelect
          aria-label={language}
          value={DEFAULT_LANGUAGE}
          onChange={() => undefined}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
      </SettingsRow>
    </SettingsCard>
  )
}
