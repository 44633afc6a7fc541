import type { I18n } from '@lingui/core'
import type { ItemKind } from '#contract/media.ts'
import type { ShareSearchPlace, ShareSection } from '#contract/taste/share-search.ts'
import type { KindFilter } from './use-share-results.ts'

export function sectionText(i18n: I18n, section: ShareSection): string {
  const texts: Record<ShareSection, () => string> = {
    recent: () => i18n._({ id: 'share-search.recent', message: 'Played last' }),
    library: () => i18n._({ id: 'share-search.library', message: 'Your library' }),
    fits: () => i18n._({ id: 'share-search.fits', message: 'They’d probably love' }),
    buddies: () => i18n._({ id: 'share-search.buddies', message: 'Your buddies’ libraries' }),
    catalogue: () => i18n._({ id: 'share-search.catalogue', message: 'More on Wavelength' }),
    spotify: () => 'Spotify',
    youtube: () => 'YouTube',
  }
  return texts[section]()
}

export function kindText(i18n: I18n, kind: KindFilter): string {
  if (kind === 'track') return i18n._({ id: 'share-search.tracks', message: 'Tracks' })
  return kind === 'video' ? i18n._({ id: 'share-search.videos', message: 'Videos' }) : i18n._({ id: 'share-search.all', message: 'All' })
}

export function itemKindText(i18n: I18n, kind: ItemKind): string {
  const texts: Record<ItemKind, () => string> = {
    artist: () => i18n._({ id: 'search.kind.artist', message: 'Artist' }),
    channel: () => i18n._({ id: 'search.kind.channel', message: 'Channel' }),
    track: () => i18n._({ id: 'search.kind.track', message: 'Track' }),
    video: () => i18n._({ id: 'search.kind.video', message: 'Video' }),
  }
  return texts[kind]()
}

/** Says that a platform's search doesn't answer. */
export function busyText(i18n: I18n, place: ShareSearchPlace): string {
  const platform = place === 'spotify' ? 'Spotify' : 'YouTube'
  return i18n._({ id: 'share-search.busy', message: '{platform} can’t be searched right now.', values: { platform } })
}
