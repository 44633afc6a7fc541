import type { ChatPositions, ChatRequest, ChatRow, ChatTab, Reaction, ReplyPreview, WireMessage } from '#contract/chat/chat.ts'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Recording, UploadedPicture } from '#contract/uploads.ts'
import type { ChatPermissions } from './chat.permissions.ts'
import type { MemberChat, Positions, StoredMessage } from './chat.types.ts'

const REPLY_PREVIEW_LENGTH = 200

/** The members of a chat as one of them sees it. `other` is null after that account is deleted. */
export type ChatMembers = { me: PersonCard; other: PersonCard | null; group?: GroupView }

/** A group as one of its members sees it. `hidden`: authors with a block between them and the viewer. */
export type GroupView = {
  card: PersonCard
  cards: ReadonlyMap<Uid, PersonCard>
  hidden: ReadonlySet<Uid>
}

/** Data that a message shows in addition to its own row. */
export type MessageDetails = { reactions?: Reaction[]; reply?: StoredMessage; pictures?: UploadedPicture[]; voice?: Recording }

function deletedAccountCard(): PersonCard {
  return { uid: NOBODY, user_name: '', name: 'Deleted account', avatar_url: null }
}

export function presentMessage(stored: StoredMessage, members: ChatMembers, details: MessageDetails = {}): WireMessage {
  const isHidden = isHiddenAuthor(stored.sender, members)
  const message = isHidden ? withoutContent(stored) : stored
  const [sender, receiver] = senderAndReceiver(message, members)
  const wire: WireMessage = {
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
  }
  // Nearly all messages end here. Spreading what they don't have would cost more than everything above.
  if (message.editedAt) wire.edited_date = message.editedAt.toISOString()
  if (message.deletedAt) wire.deleted = true
  if (message.changeSeq !== null) wire.change_seq = message.changeSeq
  if (!isHidden) addDetails(wire, members, details)
  return wire
}

function addDetails(wire: WireMessage, members: ChatMembers, { reactions, reply, pictures, voice }: MessageDetails): void {
  const visible = reactions && visibleReactions(reactions, members)
  if (visible && visible.length > 0) wire.reactions = visible
  if (reply) wire.reply = presentReply(reply, members)
  if (pictures && pictures.length > 0) wire.pictures = pictures
  if (voice) wire.voice = voice
}

/** A message that a block hides looks like a message of a deleted account. */
function withoutContent(message: StoredMessage): StoredMessage {
  const { sentAt } = message
  return { ...message, sender: null, type: 'text', content: '', referenceItem: [], media: [], editedAt: null, deletedAt: sentAt }
}

export function isHiddenAuthor(sender: Uid | null, { group }: ChatMembers): boolean {
  return sender !== null && group?.hidden.has(sender) === true
}

/** The reactions without those of hidden members. */
export function visibleReactions(reactions: readonly Reaction[] | undefined, { group }: ChatMembers): Reaction[] {
  if (!reactions || !group || group.hidden.size === 0) return [...(reactions ?? [])]
  const visible = reactions.map(({ emoji, by }) => ({ emoji, by: by.filter((uid) => !group.hidden.has(uid)) }))
  return visible.filter(({ by }) => by.length > 0)
}

function presentReply(stored: StoredMessage, members: ChatMembers): ReplyPreview {
  const message = isHiddenAuthor(stored.sender, members) ? withoutContent(stored) : stored
  const [sender] = senderAndReceiver(message, members)
  return {
    id: message.id,
    seq: message.seq,
    from: sender.uid,
    userName: sender.name,
    type: message.type,
    content: shorten(message.content),
    ...(message.deletedAt ? { deleted: true } : {}),
  }
}

/** The other person, or the group's card. */
export const otherCard = ({ group, other }: ChatMembers): PersonCard => group?.card ?? other ?? deletedAccountCard()

/** Never cuts a surrogate pair in half. */
function shorten(text: string): string {
  return text.length <= REPLY_PREVIEW_LENGTH ? text : text.slice(0, REPLY_PREVIEW_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

function senderAndReceiver(message: StoredMessage, members: ChatMembers): [sender: PersonCard, receiver: PersonCard] {
  const { group } = members
  if (group) return [(message.sender && group.cards.get(message.sender)) || deletedAccountCard(), group.card]
  const other = members.other ?? deletedAccountCard()
  return message.sender === members.me.uid ? [members.me, other] : [other, members.me]
}

/** @param seesReceipts otherwise the positions of the other member are 0 */
export function presentPositions(positions: Positions, seesReceipts: boolean): ChatPositions {
  return {
    chat_id: positions.chatId,
    last_seq: positions.lastSeq,
    change_seq: positions.changeSeq,
    read_seq: positions.readSeq,
    their_delivered_seq: seesReceipts ? positions.theirDeliveredSeq : 0,
    their_read_seq: seesReceipts ? positions.theirReadSeq : 0,
  }
}

export function presentChat(
  chat: MemberChat,
  members: ChatMembers,
  permissions: ChatPermissions,
  details: MessageDetails = {},
  group?: ChatRow['group'],
): ChatRow {
  return {
    ...presentPositions(chat, permissions.seesReceipts),
    person: otherCard(members),
    ...(group ? { group } : {}),
    last: chat.last && presentMessage(chat.last, members, details),
    unread: chat.unread,
    can_write: permissions.canWrite,
    can_attach: permissions.canAttach,
    tab: tabOf(chat, permissions.request),
    request: permissions.request,
    muted_until: chat.mutedUntil?.toISOString() ?? null,
    ...(chat.isMarkedUnread ? { marked_unread: true } : {}),
  }
}

function tabOf(chat: MemberChat, request: ChatRequest): ChatTab | null {
  if (chat.archivedAt) return 'archived'
  if (request !== 'received') return 'chats'
  return chat.request === 'declined' ? null : 'requests'
}
