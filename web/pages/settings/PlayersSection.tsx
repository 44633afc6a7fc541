import { useLingui } from '@lingui/react'
import { platforms } from '#contract/links/links.ts'
import type { PlayerConsent, PlayOn } from '#contract/players.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import type { PlayerPlatform } from '#web/features/media/players/embed-address.ts'
import { usePlayersSettings } from '#web/features/media/players/players.settings.ts'
import { changePlayersSettings, useKnownPlayersSettings } from '#web/features/media/players/use-players-settings.ts'
import { ChoiceRow, SettingsCard, SwitchRow } from './SettingsCard.tsx'

/** Player settings: autoplay and consent per platform. */
export function PlayersSection() {
  const { i18n } = useLingui()
  const autoplay = usePlayersSettings(({ settings }) => settings.autoplay)
  const { isKnown } = useKnownPlayersSettings()
  return (
    <SettingsCard title={i18n._({ id: 'settings.players', message: 'Players' })}>
      <SwitchRow
        label={i18n._({ id: 'settings.autoplay', message: 'Autoplay videos' })}
        hint={i18n._({ id: 'settings.autoplay.hint', message: 'A channel’s selected video starts muted.' })}
        disabled={!isKnown}
        checked={autoplay}
        onChange={(isOn) => void changePlayersSettings({ autoplay: isOn })}
      />
      <PlayOnRow isKnown={isKnown} />
      {platforms.map((entry) => (
        <ConsentRow key={entry} platform={entry} name={platformNames[entry]} isKnown={isKnown} />
      ))}
    </SettingsCard>
  )
}

/** Where items that exist on both platforms play. */
function PlayOnRow({ isKnown }: { isKnown: boolean }) {
  const { i18n } = useLingui()
  const playOn = usePlayersSettings(({ settings }) => settings.play_on)
  return (
    <ChoiceRow<PlayOn>
      label={i18n._({ id: 'settings.play-on', message: 'Play tracks on' })}
      hint={i18n._({
        id: 'settings.play-on.hint',
        message: 'For tracks on both platforms. Automatic plays them where you have an account.',
      })}
      disabled={!isKnown}
      value={playOn}
      onChange={(next) => void changePlayersSettings({ play_on: next })}
      data={[
        { value: 'auto', label: i18n._({ id: 'settings.play-on.auto', message: 'Automatic' }) },
        { value: 'spotify', label: platformNames.spotify },
        { value: 'youtube', label: platformNames.youtube },
      ]}
    />
  )
}

function ConsentRow({ platform: which, name, isKnown }: { platform: PlayerPlatform; name: string; isKnown: boolean }) {
  const { i18n } = useLingui()
  const consent = usePlayersSettings(({ settings }) => settings[which])
  return (
    <ChoiceRow<PlayerConsent>
      label={i18n._({ id: 'settings.consent', message: 'Load {name} players', values: { name } })}
      hint={i18n._({
        id: 'settings.consent.hint',
        message: '{name} then sees your IP address and what you play. This applies on all your devices.',
        values: { name },
      })}
      disabled={!isKnown}
      value={consent}
      onChange={(next) => void changePlayersSettings({ [which]: next })}
      data={[
        { value: 'ask', label: i18n._({ id: 'settings.consent.ask', message: 'Ask' }) },
        { value: 'always', label: i18n._({ id: 'settings.consent.always', message: 'Always' }) },
        { value: 'never', label: i18n._({ id: 'settings.consent.never', message: 'Never' }) },
      ]}
    />
  )
}
