/* The state of chat and its parts. Pages import it without the rest of the engine. */
import type { ChatRequest, ChatTab, GroupRole, MessageType, Reaction, ReplyPreview } from '#contract/chat/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { UploadedPicture } from '#contract/uploads.ts'

export type ChatId = string

/** The recording of a stored voice message. Its waveform has levels from 0 to `limits.recording.level`. */
export type VoiceClip = { id: string; url: string; durationMs: number; waveform: number[] }

/** A recording in the outbox. `uploadId`: its upload has started, perhaps in an earlier visit. `stored`: the upload is complete. */
export type UnsentRecording = { file: Blob; durationMs: number; waveform: number[]; uploadId: string | null; stored: VoiceClip | null }

/** A stored message with the spec's names (section 3) and our additions. */
export type ChatMessage = {
  chat_id: ChatId
  receiver: Uid
  type: MessageType
  content: string
  id: string
  /** ISO 8601; empty if the server didn't send it. */
  sent_date: string
  sender: Uid
  /** Position in the chat: 1, 2, 3 without gaps. */
  seq: number
  /** Ids of referenced items, such as a video. */
  referenceItem: string[]
  media: string[]
  /** Name and picture of the sender. */
  userName: string
  avatar: string | null
  /** ISO 8601; empty if never edited. */
  editedDate: string
  isDeleted: boolean
  /** The chat's change count when this message last changed; 0 if it never did. */
  changeSeq: number
  reactions: Reaction[]
  reply: ReplyPreview | null
  pictures: UploadedPicture[]
  /** Missing in data of older versions. */
  voice?: VoiceClip | null
}

/** A message without acknowledgement. It stays in the outbox, also over reloads, until the server confirms it. */
export type OutboxMessage = {
  id: string
  to: Uid
  from: Uid
  /** Null until the chat is known: the server finds or creates it. */
  chat_id: ChatId | null
  type: MessageType
  content: string
  referenceItem: string[]
  media: string[]
  /** Quoted message and pictures, to display while unsent. */
  reply: ReplyPreview | null
  pictures: UploadedPicture[]
  /** The recording of a voice message, which is uploaded before the message is sent. */
  voice?: UnsentRecording | null
  /** Queue position, roughly Unix time in milliseconds. */
  position: number
  /** Why the server rejected it; null while it waits. */
  failure: ErrorCode | null
}

export type Positions = Pick<Conversation, 'chatId' | 'lastSeq' | 'changeSeq' | 'readSeq' | 'theirDeliveredSeq' | 'theirReadSeq'>

/** An edit, a deletion or a reaction that the server has not confirmed; the message is already shown with it. */
export type MessageCommand = { id: string; chatId: ChatId; seq: number } & (
  | { kind: 'edit'; content: string }
  | { kind: 'delete' }
  | { kind: 'react'; emoji: string; on: boolean }
)

/** The edit of a message. */
export type Edit = Extract<MessageCommand, { kind: 'edit' }>

/** `isAnswered`: the server has sent an event about the message since the command was sent. */
type PendingCommand = MessageCommand & { isAnswered: boolean }

/** A conversation in the list, updated by events. */
export type Conversation = {
  chatId: ChatId
  /** The other user, or a card with the id, the name and the picture of the group. */
  person: PersonCard
  /** Null in a chat of two; missing in data of older versions. */
  group?: { role: GroupRole; members: number; invitedBy: PersonCard | null } | null
  /** Null for a declined request: no list shows it. */
  tab: ChatTab | null
  request: ChatRequest
  canWrite: boolean
  canAttach: boolean
  /** ISO 8601; null if not muted. */
  mutedUntil: string | null
  last: ChatMessage | null
  lastSeq: number
  /** How far each side has read. Ours may be ahead of the last receipt we sent (`toldSeq`). */
  readSeq: number
  toldSeq: number
  /** The last sent delivery receipt. */
  toldDeliveredSeq: number
  theirDeliveredSeq: number
  theirReadSeq: number
  /** Number of edits, deletions and reactions in the chat. */
  changeSeq: number
  unread: number
  /** The user has marked it as unread; missing in data of older versions. */
  isMarkedUnread?: boolean
  /** The other user's account is suspended. */
  isSuspended?: boolean
  /**
   * What the server has confirmed since the page loaded, or since a block may have hidden it: nothing (all from the cache), the positions,
   * or everything.
   */
  confirmed: 'nothing' | 'positions' | 'all'
}

type PageStatus = 'idle' | 'loading' | 'failed'

/** The loaded part of a chat: a gapless run, or one whose gap is being filled. */
export type Thread = {
  /** `missing`: the chat doesn't exist or is hidden from us. */
  status: 'loading' | 'ready' | 'failed' | 'missing'
  /** Sorted by `seq`. Includes messages after a gap until the gap is filled. */
  items: ChatMessage[]
  /** False while the newest messages are not loaded: new ones are then loaded on the way down instead of appended. */
  reachesNewest: boolean
  /** The last change that the items include. */
  changeSeq: number
  /** Whether changes are being loaded, or will be retried shortly. */
  isChanging: boolean
  /** Whether messages after the run are being loaded, or will be retried shortly. */
  catchingUp: boolean
  older: PageStatus
  newer: PageStatus
  /** Where to scroll; `turn` counts up, so that the same target can be requested twice. */
  target: { seq: number | 'newest'; turn: number } | null
}

type ListStatus = 'loading' | 'ready' | 'failed'

export type ChatListTab = {
  status: ListStatus | 'idle'
  /** Cursor of the next page; null at the end, and before the first response. */
  cursor: string | null
  /** Whether the server has returned a page. Until then the tab shows cached data. */
  isFromServer: boolean
  isLoadingMore: boolean
}

export type ChatState = {
  me: Uid
  online: boolean
  /** Counts events. Requests record it, so that outdated responses are recognized. */
  revision: number
  /** Per chat, even after its removal: the revision of our data. Responses requested earlier are outdated. */
  revisions: Record<ChatId, number>
  /** The same for `requests`. */
  requestsRevision: number
  lists: Record<ChatTab, ChatListTab>
  requests: number
  conversations: Record<ChatId, Conversation>
  activeChat: ChatId | null
  messages: Record<ChatId, Thread>
  /** In order of writing. */
  outbox: OutboxMessage[]
  /** Outbox messages that another tab is sending. */
  otherTabs: Record<string, true>
  /** Pending commands in the order in which they were issued. */
  commands: PendingCommand[]
  /** Whether delivery receipts are sent. False until the privacy settings are loaded. */
  sendsReceipts: boolean
  /** Whether the stored outbox is loaded; nothing is sent before. */
  isOutboxLoaded: boolean
  /** Per receiver: id of the message that awaits its answer. */
  inFlight: Record<Uid, string>
  /** True during the delay after a temporary error. */
  paused: boolean
  /** The last temporary error; null once a message is accepted. */
  temporaryError: ErrorCode | null
  /** Unix time in milliseconds until which another user counts as typing, and the latest one who does. */
  typing: Record<ChatId, number>
  typists: Record<ChatId, Uid>
}

const part: ChatListTab = { status: 'idle', cursor: null, isFromServer: false, isLoadingMore: false }

export function initialChat(me: Uid): ChatState {
  return {
    me,
    online: false,
    revision: 0,
    revisions: {},
    requestsRevision: 0,
    lists: { chats: { ...part, status: 'loading' }, requests: part, archived: part },
    requests: 0,
    conversations: {},
    activeChat: null,
    messages: {},
    outbox: [],
    otherTabs: {},
    commands: [],
    sendsReceipts: false,
    isOutboxLoaded: false,
    inFlight: {},
    paused: false,
    temporaryError: null,
    typing: {},
    typists: {},
  }
}

/** Local storage key: unsent messages exist, so chat starts without a visit to its page. */
export const PENDING_MESSAGES_KEY = 'unsent'

/** The same for pending commands. */
export const PENDING_COMMANDS_KEY = 'undone'
