import type { I18n } from '@lingui/core'
import { unreachable } from '#contract/base/unreachable.ts'
import type { LinkKind, LinkRecord, Platform } from '#contract/links/links.ts'
import { sideOfLink } from './link-side.ts'

/** The platforms' brand names, the same in every language. */
export const platformNames: Record<Platform, string> = {
  youtube: 'YouTube',
  spotify: 'Spotify',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  facebook: 'Facebook',
}

/** The kind of the target, shown after the platform's name: "Spotify · track". */
export function linkKindText(i18n: I18n, kind: LinkKind): string {
  switch (kind) {
    case 'video':
      return i18n._({ id: 'link.kind.video', message: 'video' })
    case 'short':
      return i18n._({ id: 'link.kind.short', message: 'short' })
    case 'live':
      return i18n._({ id: 'link.kind.live', message: 'live' })
    case 'track':
      return i18n._({ id: 'link.kind.track', message: 'track' })
    case 'album':
      return i18n._({ id: 'link.kind.album', message: 'album' })
    case 'artist':
      return i18n._({ id: 'link.kind.artist', message: 'artist' })
    case 'playlist':
      return i18n._({ id: 'link.kind.playlist', message: 'playlist' })
    case 'episode':
      return i18n._({ id: 'link.kind.episode', message: 'episode' })
    case 'show':
      return i18n._({ id: 'link.kind.show', message: 'show' })
    case 'channel':
      return i18n._({ id: 'link.kind.channel', message: 'channel' })
    case 'post':
      return i18n._({ id: 'link.kind.post', message: 'post' })
    case 'reel':
      return i18n._({ id: 'link.kind.reel', message: 'reel' })
    case 'story':
      return i18n._({ id: 'link.kind.story', message: 'story' })
    case 'user':
      return i18n._({ id: 'link.kind.user', message: 'profile' })
    case 'page':
      return i18n._({ id: 'link.kind.page', message: 'page' })
    default:
      return unreachable(kind)
  }
}

/** The card's title: the account name if the address contains it, otherwise what the link opens. */
export function linkTitle(i18n: I18n, { platform, kind, id }: LinkRecord): string {
  if ((kind === 'user' || kind === 'channel') && id !== null && !/^(?:UC|\d+$)/.test(id)) return id.startsWith('@') ? id : `@${id}`
  const values = { platform: platformNames[platform] }
  const side = sideOfLink({ platform, kind })
  if (side === 'music') return i18n._({ id: 'link.listen', message: 'Listen on {platform}', values })
  if (side === 'video') return i18n._({ id: 'link.watch', message: 'Watch on {platform}', values })
  return i18n._({ id: 'link.look', message: 'View on {platform}', values })
}

/** The title of content that its platform doesn't show: for most, its answers about removed and private content are the same. */
export function goneTitle(i18n: I18n): string {
  return i18n._({ id: 'link.gone', message: 'Removed or private' })
}

/** The link to the same song or artist on the other platform; `isGuess` when only the names match. */
export function otherPlatformText(i18n: I18n, platform: Platform, isGuess: boolean): string {
  const values = { platform: platformNames[platform] }
  return isGuess
    ? i18n._({ id: 'link.other-guess', message: 'Maybe also on {platform}', values })
    : i18n._({ id: 'link.other', message: 'Also on {platform}', values })
}
