import type { ChatPositions, ChatRow, OutgoingMessage, WireMessage } from '#contract/chat/chat.ts'
import type { Recording } from '#contract/uploads.ts'
import type { ChatMessage, Conversation, Positions, OutboxMessage, VoiceClip } from './state.ts'

export function toVoiceClip({ id, url, duration_ms: durationMs, waveform }: Recording): VoiceClip {
  return { id, url, durationMs, waveform }
}

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
    editedDate: message.edited_date ?? '',
    isDeleted: message.deleted ?? false,
    changeSeq: message.change_seq ?? 0,
    reactions: message.reactions ?? [],
    reply: message.reply ?? null,
    pictures: message.pictures ?? [],
    voice: message.voice ? toVoiceClip(message.voice) : null,
  }
}

export function toOutgoing({ id, type, content, referenceItem, to, from, chat_id, media, pictures }: OutboxMessage): OutgoingMessage {
  const alts = pictures.some(({ alt }) => alt !== '') ? { mediaAlt: pictures.map(({ alt }) => alt) } : {}
  return { id, type, content, referenceItem, to, from, chat_id, media, ...alts }
}

/** The stored message that an outbox message becomes once the server has acknowledged it. */
export function toStoredMessage(message: OutboxMessage, stored: { chat_id: string; seq: number; sent_date: string }): ChatMessage {
  const { id, type, content, referenceItem, to, from, media, reply, pictures, voice } = message
  const what = { id, type, content, referenceItem, media, receiver: to, sender: from, reply, pictures, voice: voice?.stored ?? null }
  return { ...stored, ...what, userName: '', avatar: null, editedDate: '', isDeleted: false, changeSeq: 0, reactions: [] }
}

export function toConversation(row: ChatRow): Conversation {
  return {
    chatId: row.chat_id,
    person: row.person,
    group: row.group ? { role: row.group.role, members: row.group.members, invitedBy: row.group.invited_by } : null,
    tab: row.tab,
    request: row.request,
    canWrite: row.can_write,
    canAttach: row.can_attach,
    mutedUntil: row.muted_until,
    last: row.last && toChatMessage(row.last),
    lastSeq: row.last_seq,
    readSeq: row.read_seq,
    toldSeq: row.read_seq,
    toldDeliveredSeq: row.read_seq,
    theirDeliveredSeq: row.their_delivered_seq,
    theirReadSeq: row.their_read_seq,
    changeSeq: row.change_seq,
    unread: row.unread,
    ...(row.marked_unread ? { isMarkedUnread: true } : {}),
    ...(row.suspended ? { isSuspended: true } : {}),
    confirmed: 'all',
  }
}

/** The positions of a chat, as the server sends them between two reads of the list. */
export function toPositions(marks: ChatPositions): Positions {
  return {
    chatId: marks.chat_id,
    lastSeq: marks.last_seq,
    changeSeq: marks.change_seq,
    readSeq: marks.read_seq,
    theirDeliveredSeq: marks.their_delivered_seq,
    theirReadSeq: marks.their_read_seq,
  }
}
