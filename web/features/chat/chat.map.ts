import type { ChatRow, OutgoingMessage, WireMessage } from '#contract/chat.ts'
import type { ChatMessage, Conversation, OutboxMessage } from './chat.types.ts'

/** A message as received, under the spec's names: `receiver` from `to`, `sender` from `from`, `sent_date` empty if missing. */
export function toChatMessage(message: WireMessage): ChatMessage {
  return {
    chat_id: message.chat_id,
    receiver: message.to,
    type: message.type,
    content: message.content,
    id: message.id,
    sent_date: message.sent_date ?? '',
    sender: message.from,
    seq: message.seq,
    referenceItem: message.referenceItem,
    media: message.media,
    userName: message.userName,
    avatar: message.avatar,
  }
}

/** A waiting message as it is sent. */
export function toOutgoing({ id, type, content, referenceItem, to, from, chat_id, media }: OutboxMessage): OutgoingMessage {
  return { id, type, content, referenceItem, to, from, chat_id, media }
}

/** What a waiting message becomes once the server has said where it stands. */
export function toStoredMessage(message: OutboxMessage, at: { chat_id: string; seq: number; sent_date: string }): ChatMessage {
  const { id, type, content, referenceItem, to, from, media } = message
  return { ...at, id, type, content, referenceItem, media, receiver: to, sender: from, userName: '', avatar: null }
}

export function toConversation(row: ChatRow): Conversation {
  return {
    chatId: row.chat_id,
    person: row.person,
    canWrite: row.can_write,
    last: row.last && toChatMessage(row.last),
    lastSeq: row.last_seq,
    readSeq: row.read_seq,
    toldSeq: row.read_seq,
    theirReadSeq: row.their_read_seq,
    unread: row.unread,
  }
}
