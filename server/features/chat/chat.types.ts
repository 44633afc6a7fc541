import type { MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'

export type ChatId = string

/** A message that may be stored: checked, cleaned, with its chat known. */
export type NewMessage = {
  chatId: ChatId
  /** Made by the sender's client; the same sender and id again is the same message. */
  id: string
  sender: Uid
  type: MessageType
  content: string
  referenceItem: string[]
  media: string[]
  sentAt: Date
}

/** `sender` is null once that account was deleted. */
export type StoredMessage = Omit<NewMessage, 'sender'> & {
  sender: Uid | null
  seq: number
  editedAt: Date | null
  deletedAt: Date | null
  /** The chat's count of changes at the latest one of this message; null while there was none. */
  changeSeq: number | null
}

/** What became of one message. `repeated`: it was there before, and `message` is the first one. */
export type Written = { message: StoredMessage; repeated: boolean }

/** One emoji of one person on one message. */
export type GivenReaction = { seq: number; uid: Uid; emoji: string }

/** `waiting` and `declined`: `askedBy` wrote first and has no answer. The one who asked can't tell the two apart. */
export type RequestState = 'none' | 'waiting' | 'accepted' | 'declined'

/** How far a chat has come, for one member. */
export type Marks = {
  chatId: ChatId
  other: Uid | null
  lastSeq: number
  changeSeq: number
  readSeq: number
  theirDeliveredSeq: number
  theirReadSeq: number
  request: RequestState
}

/** A chat as one of its members sees it. `other` is null once that account was deleted. */
export type MemberChat = Marks & {
  unread: number
  last: StoredMessage | null
  askedBy: Uid | null
  mutedUntil: Date | null
  archivedAt: Date | null
  /** What the list is ordered by. */
  listedAt: Date
}

/** A chat to be made for these two, under `id` unless they have one. */
export type NewChat = { pair: readonly [Uid, Uid]; id: ChatId }

/** What must be known of a chat before somebody writes in it. */
export type ChatStanding = {
  chatId: ChatId
  lastSeq: number
  request: RequestState
  askedBy: Uid | null
  isArchived: boolean
  otherMutedUntil: Date | null
  otherArchived: boolean
}

/** The acknowledgement of one message. `duplicate`: an earlier message with this id and another body was kept. */
export type Sent = { id: string; chatId: ChatId; seq: number; sentAt: Date; duplicate: boolean }
