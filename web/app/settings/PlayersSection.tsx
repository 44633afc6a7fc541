import { useLingui } from '@lingui/react'
import type { PlayerConsent } from '#contract/players.ts'
import type { PlayerPlatform } from '#web/features/media/embed-address.ts'
import { usePlayersSettings } from '#web/features/media/players.settings.ts'
import { changePlayersSettings, useKnownPlayersSettings } from '#web/features/media/use-players-settings.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.ts'
import { Switch } from '#web/ui/Switch.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** Players: whether videos begin by themselves, and whether the platforms' players may load. */
export function PlayersSection() {
  const { i18n } = useLingui()
  const autoplay = usePlayersSettings(({ settings }) => settings.autoplay)
  const { isKnown } = useKnownPlayersSettings()
  const label = i18n._({ id: 'settings.autoplay', message: 'Play videos by themselves' })
  return (
    <SettingsCard title={i18n._({ id: 'settings.players', message: 'Players' })}>
      <SettingsRow label={label} hint={i18n._({ id: 'settings.autoplay.hint', message: 'The selected video of a channel begins muted.' })}>
        <Switch
          aria-label={label}
          disabled={!isKnown}
          checked={autoplay}
          onChange={({ currentTarget }) => void changePlayersSettings({ autoplay: currentTarget.checked })}
        />
      </SettingsRow>
      <ConsentRow platform="spotify" name="Spotify" isKnown={isKnown} />
      <ConsentRow platform="youtube" name="YouTube" isKnown={isKnown} />
    </SettingsCard>
  )
}

function ConsentRow({ platform, name, isKnown }: { platform: PlayerPlatform; name: string; isKnown: boolean }) {
  const { i18n } = useLingui()
  const consent = usePlayersSettings(({ settings }) => settings[platform])
  const label = i18n._({ id: 'settings.consent', message: 'Load players of {name}', values: { name } })
  return (
    <SettingsRow
      label={label}
      hint={i18n._({
        id: 'settings.consent.hint',
        message: '{name} then sees your address and what you play. This holds on all your devices.',
        values: { name },
      })}
    >
      <SegmentedControl<PlayerConsent>
        aria-label={label}
        radius="xl"
        disabled={!isKnown}
        value={consent}
        onChange={(next) => void changePlayersSettings({ [platform]: next })}
        data={[
          { value: 'ask', label: i18n._({ id: 'settings.consent.ask', message: 'Ask' }) },
          { value: 'always', label: i18n._({ id: 'settings.consent.always', message: 'Always' }) },
          { value: 'never', label: i18n._({ id: 'settings.consent.never', message: 'Never' }) },
        ]}
      />
    </SettingsRow>
  )
}
