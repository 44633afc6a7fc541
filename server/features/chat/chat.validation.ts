import type { MessageType, OutgoingMessage } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { isBareLink } from '#contract/links/links.ts'
import { FORWARDED_REFERENCE } from '#contract/chat/message-link.ts'
import { readAtReference } from '#contract/together.ts'
import { visibleText } from '#contract/base/text.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { NewMessage } from './chat.types.ts'

export type MessageBody = Pick<NewMessage, 'id' | 'type' | 'content' | 'referenceItem' | 'media'> & {
  /** The alternative text of each of `media`. */
  mediaAlt: string[]
  /** The ids of the `message:` and `moment:` references in `referenceItem`. */
  replyTo: string | null
  momentId: string | null
}

/** Formats of the public ids of each type; the ids become part of player URLs. */
const publicIdFormats: Partial<Record<MessageType, RegExp>> = {
  'youtube video': /^[\w-]{11}$/,
  'spotify artist': /^[0-9A-Za-z]{22}$/,
  'spotify track': /^[0-9A-Za-z]{22}$/,
}
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** References to what the server has stored. */
const namedKinds = ['message', 'moment', 'play', 'together', 'poll', 'queue'] as const
const internalReference = new RegExp(`^(${namedKinds.join('|')}):(${uuid})$`)
const pictureId = new RegExp(`^${uuid}$`)
const oneEmoji = /^\p{RGI_Emoji}$/v

/**
 * Validates a message without reading the database.
 * @throws AppError 'invalid_input' for another sender than the session's, text that can't be stored and malformed ids;
 * 'blank_content' for blank text without a picture or a recording; 'not_found' for unsupported references.
 */
export function parseBody(from: Uid, to: Uid, message: OutgoingMessage): MessageBody {
  if (message.from !== from || message.to !== to || to === from) throw new AppError('invalid_input', { field: 'from, to' })
  const content = parseContent(message.content, message.type)
  const references = message.referenceItem.map(parseReference)
  const type = effectiveType(message.type, content)
  checkPublicIds(type, references)
  checkPlay(type, references)
  if (references.length > 0) for (const kind of ['together', 'poll', 'queue', 'at', 'forwarded'] as const) singleId(references, kind)
  if (!hasMediaOfType(type, content, message.media)) throw new AppError('invalid_input', { field: 'media' })
  // Malformed ids get the same error as pictures of other users.
  const areUnique = new Set(message.media).size === message.media.length
  if (!areUnique || !message.media.every((id) => pictureId.test(id))) throw new AppError('not_found', { field: 'media' })
  return {
    id: message.id.toLowerCase(),
    type: message.media.length > 0 && type !== 'voice' ? 'picture' : type,
    content,
    referenceItem: references.map(({ item }) => item),
    media: message.media,
    mediaAlt: message.mediaAlt ?? [],
    replyTo: singleId(references, 'message'),
    momentId: singleId(references, 'moment'),
  }
}

/** Text may have pictures, which makes it a picture. A voice message is one recording and nothing else. */
function hasMediaOfType(type: MessageType, content: string, media: readonly string[]): boolean {
  if (type === 'voice') return media.length === 1 && content === ''
  return type === 'picture' ? media.length > 0 : media.length === 0 || type === 'text'
}

/** @throws AppError 'blank_content' or 'invalid_input'. */
export function parseContent(text: string, type: MessageType): string {
  const content = visibleText(storable(text, 'content'))
  if (!content && type !== 'picture' && type !== 'voice') throw new AppError('blank_content')
  return content
}

/** A link is shown as a card, so a 'link' must consist of one recognized link; otherwise it is 'text'. */
export function effectiveType(type: MessageType, content: string): MessageType {
  return type === 'link' && !isBareLink(content) ? 'text' : type
}

/** @throws AppError 'invalid_input' unless it is exactly one emoji. */
export function parseEmoji(emoji: string): string {
  if (!oneEmoji.test(emoji)) throw new AppError('invalid_input', { field: 'emoji' })
  return emoji
}

type InternalKind = (typeof namedKinds)[number] | 'at' | 'forwarded'
type Reference = { item: string; kind: 'public' | InternalKind; id: string }

function parseReference(item: string): Reference {
  const [, name, id] = internalReference.exec(item.toLowerCase()) ?? []
  const kind = namedKinds.find((entry) => entry === name)
  if (kind && id) return { item: item.toLowerCase(), kind, id }
  if (readAtReference(item)) return { item, kind: 'at', id: item }
  if (item === FORWARDED_REFERENCE) return { item, kind: 'forwarded', id: item }
  return { item, kind: 'public', id: item }
}

function singleId(references: readonly Reference[], kind: InternalKind): string | null {
  const [first, second] = references.filter((reference) => reference.kind === kind)
  if (second) throw new AppError('invalid_input', { field: 'referenceItem' })
  return first?.id ?? null
}

/** A quoted play needs the public id of its track or video, which the card shows. */
function checkPlay(type: MessageType, references: readonly Reference[]): void {
  if (singleId(references, 'play') !== null && type !== 'spotify track' && type !== 'youtube video')
    throw new AppError('invalid_input', { field: 'referenceItem' })
}

/** Only videos, artists and tracks have public ids, so a reference can't name private content of other users. */
function checkPublicIds(type: MessageType, references: readonly Reference[]): void {
  const ids = references.filter(({ kind }) => kind === 'public')
  const format = publicIdFormats[type]
  if (!format && ids.length > 0) throw new AppError('not_found', { field: 'referenceItem' })
  if (format && (ids.length === 0 || !ids.every(({ id }) => format.test(id))))
    throw new AppError('invalid_input', { field: 'referenceItem' })
}
