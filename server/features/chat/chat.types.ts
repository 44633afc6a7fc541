import type { GroupRole, MessageType } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'

export type ChatId = string

/** A validated message that is ready to be stored. */
export type NewMessage = {
  chatId: ChatId
  /** Created by the sender's client; sender and id together are unique. */
  id: string
  sender: Uid
  type: MessageType
  content: string
  referenceItem: string[]
  media: string[]
  sentAt: Date
}

/** `sender` is null after the account is deleted. */
export type StoredMessage = Omit<NewMessage, 'sender'> & {
  sender: Uid | null
  seq: number
  editedAt: Date | null
  deletedAt: Date | null
  /** The chat's change sequence at the latest change of this message, or null. */
  changeSeq: number | null
}

/** `repeated`: the message had been stored before, and `message` is the stored one. */
export type WriteResult = { message: StoredMessage; repeated: boolean }

export type UserReaction = { seq: number; uid: Uid; emoji: string }

/** `waiting` and `declined`: `askedBy` sent a request that is not accepted. The sender can't distinguish the two. */
export type RequestState = 'none' | 'waiting' | 'accepted' | 'declined'

/** The latest sequence numbers of a chat for one member. */
export type Positions = {
  chatId: ChatId
  /** Null in groups, and after that account is deleted. */
  other: Uid | null
  /** The member's role in a group; null in a chat of two. */
  role: GroupRole | null
  lastSeq: number
  changeSeq: number
  readSeq: number
  theirDeliveredSeq: number
  theirReadSeq: number
  request: RequestState
}

/** A chat as one of its members sees it. */
export type MemberChat = Positions & {
  unread: number
  last: StoredMessage | null
  askedBy: Uid | null
  mutedUntil: Date | null
  archivedAt: Date | null
  isMarkedUnread: boolean
  /** The sort key of the list. */
  listedAt: Date
}

/** A chat to create for two users with this id, unless they have one. */
export type NewChat = { pair: readonly [Uid, Uid]; id: ChatId }

/** The chat of two users, with the fields that decide whether one may write to the other. */
export type PairChat = {
  chatId: ChatId
  lastSeq: number
  request: RequestState
  askedBy: Uid | null
  isArchived: boolean
  otherMutedUntil: Date | null
  otherArchived: boolean
}

/** The acknowledgement of one message. `duplicate`: an earlier message with this id has a different body. */
export type SendResult = { id: string; chatId: ChatId; seq: number; sentAt: Date; duplicate: boolean }
