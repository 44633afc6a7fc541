import type { MessageType } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { PersonCard } from '#contract/people.ts'

export type ChatId = string

/** A stored message under the spec's names (section 3), and what we know beyond them. */
export type ChatMessage = {
  chat_id: ChatId
  receiver: Uid
  type: MessageType
  content: string
  id: string
  /** ISO 8601; empty when the server did not tell. */
  sent_date: string
  sender: Uid
  /** Its place in the chat: 1, 2, 3 without holes. */
  seq: number
  /** Ids of what it is about, such as a video's. */
  referenceItem: string[]
  media: string[]
  /** The sender as drawn. */
  userName: string
  avatar: string | null
}

/** A message that the server has not acknowledged yet. It lives in the outbox, over reloads, until that happens. */
export type OutboxMessage = {
  id: string
  to: Uid
  from: Uid
  /** Null until the chat is known: the server finds or makes it. */
  chat_id: ChatId | null
  type: MessageType
  content: string
  referenceItem: string[]
  media: string[]
  /** Its place in the queue, about Unix time in milliseconds. */
  position: number
  /** Why the server will not take it; null while it waits for its turn. */
  failure: ErrorCode | null
}

/** One line of the conversation list, kept up to date by what arrives. */
export type Conversation = {
  chatId: ChatId
  person: PersonCard
  canWrite: boolean
  last: ChatMessage | null
  lastSeq: number
  /** How far each side has read. Ours may be ahead of what the server has been told. */
  readSeq: number
  toldSeq: number
  theirReadSeq: number
  unread: number
}

/** The loaded part of one chat: an unbroken run that ends at the newest, or is being completed. */
export type Thread = {
  /** `missing`: there is no such chat, or it is hidden from us. */
  status: 'loading' | 'ready' | 'failed' | 'missing'
  /** By `seq`. What arrived ahead of a hole stands here too until the hole is filled. */
  items: ChatMessage[]
  /** Whether what came after the run is being fetched, or will be again shortly. */
  catchingUp: boolean
  older: 'idle' | 'loading' | 'failed'
}

export type ChatState = {
  me: Uid
  online: boolean
  list: 'loading' | 'ready' | 'failed'
  conversations: Record<ChatId, Conversation>
  activeChat: ChatId | null
  messages: Record<ChatId, Thread>
  /** In the order in which they were written. */
  outbox: OutboxMessage[]
  /** Whether what earlier visits have left is in it; nothing new is sent ahead of that. */
  isOutboxRead: boolean
  /** Per receiver the one message whose answer is awaited. */
  inFlight: Record<Uid, string>
  /** Set while the server has asked for patience; nothing is sent meanwhile. */
  paused: boolean
  /** Unix time in milliseconds until which the other side counts as writing. */
  typing: Record<ChatId, number>
}
