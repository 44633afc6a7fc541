import type { ChatRequest, ChatTab, MessageType, Reaction, ReplyPreview } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'

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
  /** ISO 8601; empty when it was never edited. */
  editedDate: string
  isDeleted: boolean
  /** The chat's count of changes when this message last changed; 0 when it never did. */
  changeSeq: number
  reactions: Reaction[]
  reply: ReplyPreview | null
  pictures: UploadedPicture[]
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
  /** What it answers and its pictures, as they are drawn meanwhile. */
  reply: ReplyPreview | null
  pictures: UploadedPicture[]
  /** Its place in the queue, about Unix time in milliseconds. */
  position: number
  /** Why the server will not take it; null while it waits for its turn. */
  failure: ErrorCode | null
}

/** How far a chat has come. */
export type Marks = Pick<Conversation, 'chatId' | 'lastSeq' | 'changeSeq' | 'readSeq' | 'theirDeliveredSeq' | 'theirReadSeq'>

/** An edit, a deletion or a reaction that the server has not confirmed yet; the message is shown as if it had. */
export type MessageAct = { id: string; chatId: ChatId; seq: number } & (
  | { kind: 'edit'; content: string }
  | { kind: 'delete' }
  | { kind: 'react'; emoji: string; on: boolean }
)

/** `isAnswered`: the server has spoken of that message since it was asked. */
type WaitingAct = MessageAct & { isAnswered: boolean }

/** One line of the conversation list, kept up to date by what arrives. */
export type Conversation = {
  chatId: ChatId
  person: PersonCard
  /** Null for a declined request: no list shows it. */
  tab: ChatTab | null
  request: ChatRequest
  canWrite: boolean
  canAttach: boolean
  /** ISO 8601; null when its notices are on. */
  mutedUntil: string | null
  last: ChatMessage | null
  lastSeq: number
  /** How far each side has read. Ours may be ahead of what the server has been told. */
  readSeq: number
  toldSeq: number
  /** Up to where the server was told that messages have reached this device. */
  toldDeliveredSeq: number
  theirDeliveredSeq: number
  theirReadSeq: number
  /** How many edits, deletions and reactions the chat has seen. */
  changeSeq: number
  unread: number
  /**
   * What the server has said of it since the page was loaded: `nothing` (it stands as an earlier visit left it), its `marks`, how
   * far it is, or `all`, as well whom it is with.
   */
  told: 'nothing' | 'marks' | 'all'
}

type PageStatus = 'idle' | 'loading' | 'failed'

/** The loaded part of one chat: an unbroken run, or one whose hole is being filled. */
export type Thread = {
  /** `missing`: there is no such chat, or it is hidden from us. */
  status: 'loading' | 'ready' | 'failed' | 'missing'
  /** By `seq`. What arrived ahead of a hole stands here too until the hole is filled. */
  items: ChatMessage[]
  /** False while one reads so far back that the newest are not loaded: what arrives is then not added but fetched on the way down. */
  reachesNewest: boolean
  /** Up to which of the chat's changes the items are as they are now. */
  changeSeq: number
  /** Whether changes are being fetched, or will be again shortly. */
  isChanging: boolean
  /** Whether what came after the run is being fetched, or will be again shortly. */
  catchingUp: boolean
  older: PageStatus
  newer: PageStatus
  /** Where the reader is to be taken; `turn` counts up, so that the same place can be wanted twice. */
  target: { seq: number | 'newest'; turn: number } | null
}

type ListStatus = 'loading' | 'ready' | 'failed'

/** One tab of the list. */
export type ChatListPart = {
  status: ListStatus | 'idle'
  /** Where to go on; null at its end, and until the server has told of it. */
  cursor: string | null
  /** Whether the server has told a page of it. What stands there before that is from an earlier visit. */
  isTold: boolean
  isLoadingMore: boolean
}

export type ChatState = {
  me: Uid
  online: boolean
  /** Counts events. Every request notes it, so that an answer is known to be older than what happened meanwhile. */
  revision: number
  /** Per chat, the revision that our information is as of, also when it is gone. An answer requested earlier says nothing about it. */
  asOf: Record<ChatId, number>
  /** The same for `requests`. */
  requestsAsOf: number
  lists: Record<ChatTab, ChatListPart>
  /** How many strangers wait for an answer. */
  requests: number
  conversations: Record<ChatId, Conversation>
  activeChat: ChatId | null
  messages: Record<ChatId, Thread>
  /** In the order in which they were written. */
  outbox: OutboxMessage[]
  /** Messages of the outbox that another tab of this person is sending. */
  elsewhere: Record<string, true>
  /** Changes that were asked for and are not confirmed yet, in the order in which they were made. */
  acts: WaitingAct[]
  /** Whether others are told what has reached this device. False until the person's settings are known. */
  tellsDelivered: boolean
  /** Whether what earlier visits have left is in it; nothing new is sent ahead of that. */
  isOutboxRead: boolean
  /** Per receiver the one message whose answer is awaited. */
  inFlight: Record<Uid, string>
  /** Set while the server has asked for patience; nothing is sent meanwhile. */
  paused: boolean
  /** Why the server took no message for now; null again once it took one. */
  heldUp: ErrorCode | null
  /** Unix time in milliseconds until which the other side counts as writing. */
  typing: Record<ChatId, number>
}
