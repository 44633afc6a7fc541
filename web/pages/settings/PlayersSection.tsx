import { useLingui } from '@lingui/react'
import { platform } from '#contract/links/links.ts'
import type { PlayerConsent, PlayOn } from '#contract/players.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import type { PlayerPlatform } from '#web/features/media/players/embed-address.ts'
import { usePlayersSettings } from '#web/features/media/players/players.settings.ts'
import { changePlayersSettings, useKnownPlayersSettings } from '#web/features/media/players/use-players-settings.ts'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** Player settings: autoplay and consent per platform. */
export function PlayersSection() {
  const { i18n } = useLingui()
  const autoplay = usePlayersSettings(({ settings }) => settings.autoplay)
  const { isKnown } = useKnownPlayersSettings()
  const label = i18n._({ id: 'settings.autoplay', message: 'Autoplay videos' })
  return (
    <SettingsCard title={i18n._({ id: 'settings.players', message: 'Players' })}>
      <SettingsRow label={label} hint={i18n._({ id: 'settings.autoplay.hint', message: 'A channel’s selected video starts muted.' })}>
        <Switch
          aria-label={label}
          disabled={!isKnown}
          checked={autoplay}
          onChange={({ currentTarget }) => void changePlayersSettings({ autoplay: currentTarget.checked })}
        />
      </SettingsRow>
      <PlayOnRow isKnown={isKnown} />
      {platform.options.map((one) => (
        <ConsentRow key={one} platform={one} name={platformNames[one]} isKnown={isKnown} />
      ))}
    </SettingsCard>
  )
}

/** Where items that exist on both platforms play. */
function PlayOnRow({ isKnown }: { isKnown: boolean }) {
  const { i18n } = useLingui()
  const playOn = usePlayersSettings(({ settings }) => settings.play_on)
  const label = i18n._({ id: 'settings.play-on', message: 'Play tracks on' })
  return (
    <SettingsRow
      label={label}
      hint={i18n._({
        id: 'settings.play-on.hint',
        message: 'For tracks on both platforms. Automatic plays them where you have an account.',
      })}
    >
      <SegmentedControl<PlayOn>
        aria-label={label}
        radius="xl"
        disabled={!isKnown}
        value={playOn}
        onChange={(next) => void changePlayersSettings({ play_on: next })}
        data={[
          { value: 'auto', label: i18n._({ id: 'settings.play-on.auto', message: 'Automatic' }) },
          { value: 'spotify', label: platformNames.spotify },
          { value: 'youtube', label: platformNames.youtube },
        ]}
      />
    </SettingsRow>
  )
}

function ConsentRow({ platform: which, name, isKnown }: { platform: PlayerPlatform; name: string; isKnown: boolean }) {
  const { i18n } = useLingui()
  const consent = usePlayersSettings(({ settings }) => settings[which])
  const label = i18n._({ id: 'settings.consent', message: 'Load {name} players', values: { name } })
  return (
    <SettingsRow
      label={label}
      hint={i18n._({
        id: 'settings.consent.hint',
        message: '{name} then sees your IP address and what you play. This applies on all your devices.',
        values: { name },
      })}
    >
      <SegmentedControl<PlayerConsent>
        aria-label={label}
        radius="xl"
        disabled={!isKnown}
        value={consent}
        onChange={(next) => void changePlayersSettings({ [which]: next })}
        data={[
          { value: 'ask', label: i18n._({ id: 'settings.consent.ask', message: 'Ask' }) },
          { value: 'always', label: i18n._({ id: 'settings.consent.always', message: 'Always' }) },
          { value: 'never', label: i18n._({ id: 'settings.consent.never', message: 'Never' }) },
        ]}
      />
    </SettingsRow>
  )
}
