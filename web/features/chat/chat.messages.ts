/* Translations of chat: previews in the list and in notices, and the reasons of errors. */
import type { I18n } from '@lingui/core'
import type { MessageType } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isBareLink, recognizeLink } from '#contract/links.ts'
import { linkKindText, platformNames } from '#web/features/links/link.messages.ts'

const MAX_PREVIEW = 90

type Previewed = { type: MessageType; content: string; isDeleted?: boolean; deleted?: true | undefined; media?: readonly string[] }

/** A one-line preview: the text, or the kind of message when the text says little. */
export function previewText(i18n: I18n, { type, content, isDeleted, deleted, media = [] }: Previewed): string {
  if (isDeleted || deleted) return deletedText(i18n)
  const link = type === 'link' ? recognizeLink(content) : null
  if (link) {
    const values = { kind: linkKindText(i18n, link.kind), platform: platformNames[link.platform] }
    return i18n._({ id: 'chat.preview.link', message: '{platform} · {kind}', values })
  }
  const text = content.length > MAX_PREVIEW ? `${content.slice(0, MAX_PREVIEW).toWellFormed()}…` : content
  if (type === 'picture') {
    if (text) return i18n._({ id: 'chat.preview.picture-text', message: 'Picture: {text}', values: { text } })
    const count = Math.max(1, media.length)
    return i18n._({ id: 'chat.preview.picture', message: '{count, plural, one {Picture} other {# pictures}}', values: { count } })
  }
  const isOnlyCard = isBareLink(content)
  if (type === 'spotify artist' && isOnlyCard) return i18n._({ id: 'chat.preview.artist', message: 'Artist on Spotify' })
  if (type === 'spotify track' && isOnlyCard) return i18n._({ id: 'chat.preview.track', message: 'Track on Spotify' })
  if (type === 'youtube video') return i18n._({ id: 'chat.preview.video', message: 'Video: {text}', values: { text } })
  return text
}

/** Stands for the messages of a group that the user is invited to. */
export function invitationText(i18n: I18n, by: { name: string } | null): string {
  if (!by) return i18n._({ id: 'group.invited', message: 'You’re invited to this group' })
  return i18n._({ id: 'group.invited-by', message: '{name} invited you to this group', values: { name: by.name } })
}

/** Why the server rejected a message, shown under it. */
export function sendErrorText(i18n: I18n, code: ErrorCode): string {
  if (code === 'not_connected') return i18n._({ id: 'chat.refused.not-connected', message: 'Not sent: you’re no longer buddies' })
  if (code === 'not_found') return i18n._({ id: 'chat.refused.not-found', message: 'Not sent: this conversation no longer exists' })
  if (code === 'too_many_strangers')
    return i18n._({ id: 'chat.refused.too-many-strangers', message: 'Not sent: you’ve written to many new people, try again later' })
  return i18n._({ id: 'chat.refused', message: 'Not sent' })
}

/** Shown in place of a message that was deleted for everyone. */
export function deletedText(i18n: I18n): string {
  return i18n._({ id: 'chat.deleted', message: 'This message was deleted' })
}

/** Why an edit, a deletion or a reaction failed. */
export function commandErrorText(i18n: I18n, code: ErrorCode): string {
  if (code === 'rate_limited') return i18n._({ id: 'chat.act.too-fast', message: 'That was a bit fast. Please try again in a moment.' })
  return i18n._({ id: 'chat.act.refused', message: 'That can’t be changed anymore.' })
}
