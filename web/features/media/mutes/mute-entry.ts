import type { I18n } from '@lingui/core'
import { IconBellOff } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { notify } from '#web/platform/notices.ts'
import type { MenuEntry } from '#web/ui/inputs/MenuButton.tsx'

/** The artist or channel that can be muted: the item itself, or who made it. */
export type MuteTarget = { id: string; name: string; kind: 'artist' | 'channel' }

export function muteTarget({ id, kind, name, by, by_id: byId }: Item): MuteTarget | null {
  if (kind === 'artist' || kind === 'channel') return { id, name, kind }
  return by !== null && byId ? { id: byId, name: by, kind: kind === 'track' ? 'artist' : 'channel' } : null
}

/** Its code loads when it is pressed. */
async function mute(i18n: I18n, target: MuteTarget): Promise<void> {
  try {
    const { muteItem } = await importWithRetry(() => import('./content-mutes.ts'))
    await muteItem(target)
  } catch {
    notify('error', i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' }))
  }
}

/** The menu entry that mutes an artist or channel. */
export const muteEntries = (i18n: I18n, target: MuteTarget | null): MenuEntry[] =>
  target
    ? [
        {
          icon: IconBellOff,
          label:
            target.kind === 'artist'
              ? i18n._({ id: 'mutes.artist', message: 'Mute this artist' })
              : i18n._({ id: 'mutes.channel', message: 'Mute this channel' }),
          act: () => void mute(i18n, target),
        },
      ]
    : []
