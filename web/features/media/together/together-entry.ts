import type { I18n } from '@lingui/core'
import { IconUsers } from '@tabler/icons-react'
import type { LinkRecord } from '#contract/links/links.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import type { MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { useTogetherDialog, type Starting } from './together-dialog.store.ts'

/** How the target of a link is played together; null for anything but a track or a video. */
export function togetherLink({ link, platform, kind, id }: LinkRecord): Starting | null {
  if (!id) return null
  if (platform === 'spotify' && kind === 'track') return { link, side: 'sound' }
  return platform === 'youtube' && (kind === 'video' || kind === 'short' || kind === 'live') ? { link, side: 'video' } : null
}

export const togetherLabel = (i18n: I18n, side: Starting['side']): string =>
  side === 'video'
    ? i18n._({ id: 'together.card.watch', message: 'Watch together' })
    : i18n._({ id: 'together.card.listen', message: 'Listen together' })

/** Opens the choice of a conversation. The dialog loads with the first press. `others` wait in the queue. */
export const startTogether = (starting: Starting, others: readonly NewTogetherItem[] = []): void =>
  useTogetherDialog.setState({ starting, others })

/** The menu entry that plays an item together; none for an item that sessions can't play. */
export const togetherEntries = (i18n: I18n, starting: Starting | null): MenuEntry[] =>
  starting ? [{ icon: IconUsers, label: togetherLabel(i18n, starting.side), act: () => startTogether(starting) }] : []
