/* Translations of chat: previews in the list and in notices, and the reasons of errors. */
import type { I18n } from '@lingui/core'
import type { ChatTab, MessageType } from '#contract/chat/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { findLink, isBareLink, recognizeLink } from '#contract/links/links.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { splitLinks } from './engine/text.ts'
import { linkKindText, platformNames } from '#web/features/links/link.messages.ts'

const MAX_PREVIEW = 90

/** On the wire, or on this device. */
type Voice = { durationMs: number } | { duration_ms: number }
type Previewed = {
  type: MessageType
  content: string
  isDeleted?: boolean
  deleted?: true | undefined
  media?: readonly string[]
  voice?: Voice | null | undefined
}
export type PreviewedMessage = Previewed & { referenceItem: readonly string[] }

/**
 * A one-line preview: the text, or the kind of message when the text says little. Links appear by their name, otherwise by platform and
 * kind, and other addresses by their host.
 */
export function previewText(
  i18n: I18n,
  { type, content: written, isDeleted, deleted, media = [], voice = null }: Previewed,
  linkName: string | null = null,
): string {
  if (isDeleted || deleted) return deletedText(i18n)
  if (type === 'voice') return voiceText(i18n, voice)
  if (linkName !== null && (type === 'link' || (isCard(type) && isBareLink(written)))) return linkName
  const content = withLinkNames(i18n, written, linkName)
  const text = content.length > MAX_PREVIEW ? `${content.slice(0, MAX_PREVIEW).toWellFormed()}…` : content
  if (type === 'picture') {
    if (text) return i18n._({ id: 'chat.preview.picture-text', message: 'Picture: {text}', values: { text } })
    const count = Math.max(1, media.length)
    return i18n._({ id: 'chat.preview.picture', message: '{count, plural, one {Picture} other {# pictures}}', values: { count } })
  }
  const isOnlyCard = isBareLink(written)
  if (type === 'spotify artist' && isOnlyCard) return i18n._({ id: 'chat.preview.artist', message: 'Artist on Spotify' })
  if (type === 'spotify track' && isOnlyCard) return i18n._({ id: 'chat.preview.track', message: 'Track on Spotify' })
  if (type === 'youtube video' && !isOnlyCard) return i18n._({ id: 'chat.preview.video', message: 'Video: {text}', values: { text } })
  return text
}

/** A voice message with its length, which replies don't know. */
export function voiceText(i18n: I18n, voice: Voice | null | undefined): string {
  if (!voice) return i18n._({ id: 'chat.preview.voice', message: 'Voice message' })
  // A length of 0:00 would look empty.
  const time = clockTime(Math.max(1, ('durationMs' in voice ? voice.durationMs : voice.duration_ms) / 1_000))
  return i18n._({ id: 'chat.preview.voice-length', message: 'Voice message, {time}', values: { time } })
}

const isCard = (type: MessageType): boolean => type === 'spotify artist' || type === 'spotify track' || type === 'youtube video'

/** Replaces each address; `linkName` is the name of the link that has a card, the first one. */
function withLinkNames(i18n: I18n, text: string, linkName: string | null): string {
  const named = findLink(text)?.link
  return splitLinks(text)
    .map(({ text: part, href }) => {
      const link = href === null ? null : recognizeLink(part)
      if (href === null) return part
      if (!link) return new URL(href).host
      if (linkName !== null && link.link === named) return linkName
      const values = { kind: linkKindText(i18n, link.kind), platform: platformNames[link.platform] }
      return i18n._({ id: 'chat.preview.link', message: '{platform} · {kind}', values })
    })
    .join('')
}

export function tabNames(i18n: I18n): Record<ChatTab, string> {
  return {
    chats: i18n._({ id: 'chat.tab.chats', message: 'Chats' }),
    requests: i18n._({ id: 'chat.tab.requests', message: 'Requests' }),
    archived: i18n._({ id: 'chat.tab.archived', message: 'Archived' }),
  }
}

/** Replaces the messages of a group that the user is invited to. */
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
  if (code === 'quota_exceeded') return i18n._({ id: 'chat.refused.quota', message: 'Not sent: your storage is full' })
  return i18n._({ id: 'chat.refused', message: 'Not sent' })
}

/** Shown in place of a message that was deleted for everyone. */
export function deletedText(i18n: I18n): string {
  return i18n._({ id: 'chat.deleted', message: 'Message deleted' })
}

/** Why an edit, a deletion or a reaction failed. */
export function commandErrorText(i18n: I18n, code: ErrorCode): string {
  if (code === 'rate_limited') return i18n._({ id: 'chat.act.too-fast', message: 'That was a bit fast. Please try again in a moment.' })
  return i18n._({ id: 'chat.act.refused', message: 'That can’t be changed anymore.' })
}
