import type { I18n } from '@lingui/core'
import type { ItemKind } from '#contract/media.ts'

export function itemKindText(i18n: I18n, kind: ItemKind): string {
  switch (kind) {
    case 'artist':
      return i18n._({ id: 'item.kind.artist', message: 'Artist' })
    case 'track':
      return i18n._({ id: 'item.kind.track', message: 'Track' })
    case 'channel':
      return i18n._({ id: 'item.kind.channel', message: 'Channel' })
    case 'video':
      return i18n._({ id: 'item.kind.video', message: 'Video' })
  }
}
