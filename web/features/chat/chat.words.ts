/* What chat says in words: previews in the list and in notices, why a message was not taken. */
import type { I18n } from '@lingui/core'
import type { MessageType } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { recognizeLink } from '#contract/links.ts'
import { linkKindWord, platformNames } from '#web/features/links/link.words.ts'

const MAX_PREVIEW = 90

/** A message in a line: its text, or what it is when the text alone says little. */
export function previewWords(i18n: I18n, { type, content }: { type: MessageType; content: string }): string {
  const link = type === 'link' ? recognizeLink(content) : null
  if (link) {
    const values = { kind: linkKindWord(i18n, link.kind), platform: platformNames[link.platform] }
    return i18n._({ id: 'chat.preview.link', message: '{platform} · {kind}', values })
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
