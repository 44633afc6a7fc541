/* What chat says in words: previews in the list and in notices, why a message was not taken, what a link leads to. */
import type { I18n } from '@lingui/core'
import type { MessageType } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { recognizeLink, type LinkKind, type Platform } from '#contract/links.ts'

export const platformNames: Record<Platform, string> = {
  youtube: 'YouTube',
  spotify: 'Spotify',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  facebook: 'Facebook',
}

const MAX_PREVIEW = 90

/** A message in a line: its text, or what it is when the text alone says little. */
export function previewWords(i18n: I18n, { type, content }: { type: MessageType; content: string }): string {
  const link = type === 'link' ? recognizeLink(content) : null
  if (link) {
    const values = { kind: linkWords(i18n, link.kind), platform: platformNames[link.platform] }
    return i18n._({ id: 'chat.preview.link', message: '{kind} on {platform}', values })
  }
  const text = content.length > MAX_PREVIEW ? `${content.slice(0, MAX_PREVIEW).toWellFormed()}…` : content
  if (type === 'youtube video') return i18n._({ id: 'chat.preview.video', message: 'Video: {text}', values: { text } })
  return text
}

/** Why the server did not take a message, in a few words under it. */
export function refusalWords(i18n: I18n, code: ErrorCode): string {
  if (code === 'not_connected') return i18n._({ id: 'chat.refused.not-connected', message: 'Not sent: you are not buddies any more' })
  if (code === 'not_found') return i18n._({ id: 'chat.refused.not-found', message: 'Not sent: this conversation isn’t here any more' })
  return i18n._({ id: 'chat.refused', message: 'Not sent' })
}

/** What a link leads to. */
export function linkWords(i18n: I18n, kind: LinkKind): string {
  switch (kind) {
    case 'video':
      return i18n._({ id: 'link.video', message: 'Video' })
    case 'short':
      return i18n._({ id: 'link.short', message: 'Short' })
    case 'live':
      return i18n._({ id: 'link.live', message: 'Live' })
    case 'track':
      return i18n._({ id: 'link.track', message: 'Track' })
    case 'album':
      return i18n._({ id: 'link.album', message: 'Album' })
    case 'artist':
      return i18n._({ id: 'link.artist', message: 'Artist' })
    case 'playlist':
      return i18n._({ id: 'link.playlist', message: 'Playlist' })
    case 'episode':
      return i18n._({ id: 'link.episode', message: 'Episode' })
    case 'show':
      return i18n._({ id: 'link.show', message: 'Show' })
    case 'channel':
      return i18n._({ id: 'link.channel', message: 'Channel' })
    case 'post':
      return i18n._({ id: 'link.post', message: 'Post' })
    case 'reel':
      return i18n._({ id: 'link.reel', message: 'Reel' })
    case 'story':
      return i18n._({ id: 'link.story', message: 'Story' })
    case 'user':
      return i18n._({ id: 'link.user', message: 'Profile' })
    case 'page':
      return i18n._({ id: 'link.page', message: 'Page' })
    default:
      return kind satisfies never
  }
}
