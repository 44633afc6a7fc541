import type { ChatPositions, ChatRequest, ChatRow, ChatTab, Reaction, ReplyPreview, WireMessage } from '#contract/chat.ts'
import { NOBODY } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { Marks, MemberChat, StoredMessage } from './chat.types.ts'

const REPLY_PREVIEW_LENGTH = 200

/** The two of a chat; `other` is null once that account was deleted. */
export type Two = { me: PersonCard; other: PersonCard | null }

/** What a message shows beyond its own row. */
export type Details = { reactions?: Reaction[]; reply?: StoredMessage; pictures?: UploadedPicture[] }

/** How the viewer may use a chat. */
export type Standing = { canWrite: boolean; canAttach: boolean; request: ChatRequest; seesReceipts: boolean }

/** The card for a deleted account: nothing of the person is left. */
function goneCard(): PersonCard {
  return { uid: NOBODY, user_name: '', name: 'Deleted account', avatar_url: null }
}

/** A message as it travels: who sent it, to whom, and the sender as drawn. */
export function presentMessage(message: StoredMessage, two: Two, details: Details = {}): WireMessage {
  const [sender, receiver] = sides(message, two)
  const { reactions = [], reply, pictures = [] } = details
  return {
    id: message.id,
    chat_id: message.chatId,
    to: receiver.uid,
    from: sender.uid,
    type: message.type,
    content: message.content,
    sent_date: message.sentAt.toISOString(),
    referenceItem: message.referenceItem,
    media: message.media,
    seq: message.seq,
    userName: sender.name,
    avatar: sender.avatar_url,
    ...(message.editedAt ? { edited_date: message.editedAt.toISOString() } : {}),
    ...(message.deletedAt ? { deleted: true } : {}),
    ...(message.changeSeq === null ? {} : { change_seq: message.changeSeq }),
    ...(reactions.length > 0 ? { reactions } : {}),
    ...(reply ? { reply: presentReply(reply, two) } : {}),
    ...(pictures.length > 0 ? { pictures } : {}),
  }
}

function presentReply(message: StoredMessage, two: Two): ReplyPreview {
  const [sender] = sides(message, two)
  return {
    id: message.id,
    seq: message.seq,
    from: sender.uid,
    userName: sender.name,
    type: message.type,
    content: shortened(message.content),
    ...(message.deletedAt ? { deleted: true } : {}),
  }
}

/** The other one as drawn. */
export const presentOther = (two: Two): PersonCard => two.other ?? goneCard()

/** Cut, but never through the middle of a letter. */
function shortened(text: string): string {
  return text.length <= REPLY_PREVIEW_LENGTH ? text : text.slice(0, REPLY_PREVIEW_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

function sides(message: StoredMessage, two: Two): [sender: PersonCard, receiver: PersonCard] {
  const other = two.other ?? goneCard()
  return message.sender === two.me.uid ? [two.me, other] : [other, two.me]
}

/** How far a chat is; a viewer who has no receipts of the other side sees 0 for it. */
export function presentMarks(marks: Marks, seesReceipts: boolean): ChatPositions {
  return {
    chat_id: marks.chatId,
    last_seq: marks.lastSeq,
    change_seq: marks.changeSeq,
    read_seq: marks.readSeq,
    their_delivered_seq: seesReceipts ? marks.theirDeliveredSeq : 0,
    their_read_seq: seesReceipts ? marks.theirReadSeq : 0,
  }
}

/** One line of the conversation list. */
export function presentChat(chat: MemberChat, two: Two, standing: Standing, details: Details = {}): ChatRow {
  return {
    ...presentMarks(chat, standing.seesReceipts),
    person: presentOther(two),
    last: chat.last && presentMessage(chat.last, two, details),
    unread: chat.unread,
    can_write: standing.canWrite,
    can_attach: standing.canAttach,
    tab: tabOf(chat, standing.request),
    request: standing.request,
    muted_until: chat.mutedUntil?.toISOString() ?? null,
  }
}

function tabOf(chat: MemberChat, request: ChatRequest): ChatTab | null {
  if (chat.archivedAt) return 'archived'
  if (request !== 'received') return 'chats'
  return chat.request === 'declined' ? null : 'requests'
}
