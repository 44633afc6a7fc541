import type { MessageType, OutgoingMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { isBareLink } from '#contract/links.ts'
import { visibleText } from '#contract/base/text.ts'
import { storable } from '#server/platform/i18n/text.ts'

/** What a message says once it is clean enough to be stored. */
export type Body = {
  id: string
  type: MessageType
  content: string
  referenceItem: string[]
  media: string[]
  /** What is said about each of `media`. */
  mediaAlt: string[]
  /** The message of the same chat that it answers, and the moment it is about: taken out of `referenceItem`. */
  replyTo: string | null
  momentId: string | null
}

/** What the ids of these types look like; they end up in addresses of players. */
const publicId: Partial<Record<MessageType, RegExp>> = {
  'youtube video': /^[\w-]{11}$/,
  'spotify artist': /^[0-9A-Za-z]{22}$/,
  'spotify track': /^[0-9A-Za-z]{22}$/,
}
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ownThing = new RegExp(`^(message|moment):(${uuid})$`)
const pictureId = new RegExp(`^${uuid}$`)
const oneEmoji = /^\p{RGI_Emoji}$/v

/**
 * The message as it may be stored, or a refusal that says why not. Looks at the message alone.
 * @throws AppError 'invalid_input' for a sender other than the session's, for text no store can hold and for ids that are none;
 * 'blank_content' after trimming, except for a picture; 'not_found' for references to things that chat does not show.
 */
export function readBody(from: Uid, to: Uid, message: OutgoingMessage): Body {
  if (message.from !== from || message.to !== to || to === from) throw new AppError('invalid_input', { field: 'from, to' })
  const content = readContent(message.content, message.type)
  const references = message.referenceItem.map(readReference)
  const type = typeOf(message.type, content)
  checkPublicIds(type, references)
  if (type === 'picture' ? message.media.length === 0 : message.media.length > 0 && type !== 'text') {
    throw new AppError('invalid_input', { field: 'media' })
  }
  // Pictures of other people and what is no picture look alike.
  const isEachOnce = new Set(message.media).size === message.media.length
  if (!isEachOnce || !message.media.every((id) => pictureId.test(id))) throw new AppError('not_found', { field: 'media' })
  return {
    id: message.id.toLowerCase(),
    type: message.media.length > 0 ? 'picture' : type,
    content,
    referenceItem: references.map(({ item }) => item),
    media: message.media,
    mediaAlt: message.mediaAlt ?? [],
    replyTo: onlyOne(references, 'message'),
    momentId: onlyOne(references, 'moment'),
  }
}

/** @throws AppError 'blank_content' or 'invalid_input'. */
export function readContent(given: string, type: MessageType): string {
  const content = visibleText(storable(given, 'content'))
  if (!content && type !== 'picture') throw new AppError('blank_content')
  return content
}

/** A link is drawn as a card, so only a text that is nothing but one recognised link counts as one. */
export function typeOf(type: MessageType, content: string): MessageType {
  return type === 'link' && !isBareLink(content) ? 'text' : type
}

/** @throws AppError 'invalid_input' for anything but one emoji. */
export function readEmoji(emoji: string): string {
  if (!oneEmoji.test(emoji)) throw new AppError('invalid_input', { field: 'emoji' })
  return emoji
}

type Reference = { item: string; kind: 'public' | 'message' | 'moment'; id: string }

function readReference(item: string): Reference {
  const [, kind, id] = ownThing.exec(item.toLowerCase()) ?? []
  if ((kind === 'message' || kind === 'moment') && id) return { item: item.toLowerCase(), kind, id }
  return { item, kind: 'public', id: item }
}

function onlyOne(references: readonly Reference[], kind: 'message' | 'moment'): string | null {
  const [first, second] = references.filter((it) => it.kind === kind)
  if (second) throw new AppError('invalid_input', { field: 'referenceItem' })
  return first?.id ?? null
}

/** Videos, artists and tracks are named by their public id. Nothing else can be named so, so another person's things can't either. */
function checkPublicIds(type: MessageType, references: readonly Reference[]): void {
  const ids = references.filter(({ kind }) => kind === 'public')
  const shape = publicId[type]
  if (!shape && ids.length > 0) throw new AppError('not_found', { field: 'referenceItem' })
  if (shape && (ids.length === 0 || !ids.every(({ id }) => shape.test(id)))) throw new AppError('invalid_input', { field: 'referenceItem' })
}
