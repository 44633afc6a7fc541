import type { MessageType, OutgoingMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import { isBareLink } from '#contract/links.ts'
import { storable } from '../../platform/text.ts'

/** What a message says once it is clean enough to be stored. */
export type Body = { id: string; type: MessageType; content: string; referenceItem: string[]; media: string[] }

const youtubeVideoId = /^[\w-]{11}$/

/**
 * The message as it may be stored, or a refusal that says why not. Looks at the message alone.
 * @throws AppError 'invalid_input' for a sender other than the session's, for text no store can hold and for ids that are none;
 * 'blank_content' after trimming; 'not_found' for references to things this product does not show in chat.
 */
export function readBody(from: Uid, to: Uid, message: OutgoingMessage): Body {
  if (message.from !== from || message.to !== to || to === from) throw new AppError('invalid_input', { field: 'from, to' })
  const content = storable(message.content, 'content').trim()
  if (!content) throw new AppError('blank_content')
  checkAttachments(message)
  return {
    id: message.id.toLowerCase(),
    type: typeOf(message.type, content),
    content,
    referenceItem: message.referenceItem,
    media: message.media,
  }
}

/** A link is drawn as a card, so only a text that is nothing but one recognised link counts as one. */
function typeOf(type: MessageType, content: string): MessageType {
  return type === 'link' && !isBareLink(content) ? 'text' : type
}

/** Videos are referred to by their public id. Nothing else can be referred to, so another person's things can't either. */
function checkAttachments({ type, referenceItem, media }: OutgoingMessage): void {
  if (media.length > 0) throw new AppError('not_found', { field: 'media' })
  if (type === 'youtube video') {
    if (referenceItem.length === 0 || !referenceItem.every((id) => youtubeVideoId.test(id))) {
      throw new AppError('invalid_input', { field: 'referenceItem' })
    }
  } else if (referenceItem.length > 0) throw new AppError('not_found', { field: 'referenceItem' })
}
