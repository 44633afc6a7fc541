import type { I18n } from '@lingui/core'
import { IconBellOff } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import type { MenuEntry } from '#web/ui/inputs/MenuButton.tsx'

/** The artist or channel that can be muted: the item itself, or who made it. */
export type MuteTarget = { id: string; name: string; kind: 'artist' | 'channel' }

export function muteTarget({ id, kind, name, by, by_id: byId }: Item): MuteTarget | null {
  if (kind === 'artist' || kind === 'channel') return { id, name, kind }
  return by !== null && byId ? { id: byId, name: by, kind: kind === 'track' ? 'artist' : 'channel' } : null
}

/** The menu entry that mutes an artist or channel. Its code loads when it is pressed. */
export const muteEntries = (i18n: I18n, target: MuteTarget | null): MenuEntry[] =>
  target
    ? [
        {
          icon: IconBellOff,
          label:
            target.kind === 'artist'
              ? i18n._({ id: 'mutes.artist', message: 'Mute this artist' })
              : i18n._({ id: 'mutes.channel', message: 'Mute this channel' }),
          act: () => void import('./content-mutes.ts').then(({ muteItem }) => muteItem(target)),
        },
      ]
    : []
