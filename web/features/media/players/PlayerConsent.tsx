import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { identityCalls } from '#contract/identity/identity.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusAround } from '#web/ui/focus/focus-around.ts'
import { PLAYER_ORIGINS, type PlayerPlatform } from './embed-address.ts'
import { mayLoad, usePlayersSettings } from './players.settings.ts'
import { changePlayersSettings, useKnownPlayersSettings } from './use-players-settings.ts'
import { PlayerMessage } from './PlayerFrame.tsx'

export type PlayerConsentProps = {
  platform: PlayerPlatform
  /** The content's page on its platform. */
  href: string
  /** Renders the player with its origin, only after consent. */
  children: (origin: string) => ReactNode
}

/** Asks for consent before the first request to a platform. Until then nothing is loaded from it, not even a picture. */
export function PlayerConsent({ platform, href, children }: PlayerConsentProps) {
  const { i18n } = useLingui()
  const settings = usePlayersSettings()
  const { isKnown } = useKnownPlayersSettings()
  const capabilities = useCall(identityCalls.getCapabilities, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (!isKnown) return <div className="wl-player" />
  if (mayLoad(settings, platform)) {
    // The capabilities contain the player's origin; a server without an answer configures no fake players.
    return capabilities.isPending ? (
      <div className="wl-player" />
    ) : (
      children(capabilities.data?.players?.[platform] ?? PLAYER_ORIGINS[platform])
    )
  }
  const name = platformNames[platform]
  if (settings.settings[platform] === 'never') {
    return (
      <div className="wl-player">
        <PlayerMessage
          text={i18n._({ id: 'player.never', message: '{name} players are turned off in your settings.', values: { name } })}
          href={href}
          platform={name}
        />
      </div>
    )
  }
  return (
    <div className="wl-player">
      <PlayerMessage
        text={i18n._({
          id: 'player.ask',
          message: '{name} will see your IP address and what you play, and may store data in this browser.',
          values: { name },
        })}
        href={href}
        platform={name}
      >
        <Button
          onClick={({ currentTarget }) => {
            focusAround(currentTarget)
            settings.allowOnce(platform)
          }}
        >
          {i18n._({ id: 'player.ask.once', message: 'Load the player' })}
        </Button>
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            focusAround(currentTarget)
            void changePlayersSettings({ [platform]: 'always' })
          }}
        >
          {i18n._({ id: 'player.ask.always', message: 'Always load {name}', values: { name } })}
        </Button>
      </PlayerMessage>
    </div>
  )
}
