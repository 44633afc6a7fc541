import type { MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'

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
export type StoredMessage = Omit<NewMessage, 'sender'> & { sender: Uid | null; seq: number }

/** What became of one message. `repeated`: it was there before, and `message` is the first one. */
export type Written = { message: StoredMessage; repeated: boolean }

/** A chat as one of its members sees it. `other` is null once that account was deleted. */
export type MemberChat = {
  chatId: ChatId
  other: Uid | null
  lastSeq: number
  readSeq: number
  theirReadSeq: number
  unread: number
  last: StoredMessage | null
}

/** The acknowledgement of one message. `duplicate`: an earlier message with this id and another body was kept. */
export type Sent = { id: string; chatId: ChatId; seq: number; sentAt: Date; duplicate: boolean }
