import type { ChatTab, Reaction } from '#contract/chat/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, Positions, Edit, MessageCommand, OutboxMessage, VoiceClip } from './state.ts'

/** `newest` joins or replaces what is loaded, `older` precedes it, `newer` follows its gapless run, `around` replaces it. */
export type PageKind = 'newest' | 'older' | 'newer' | 'around'

/** Events of the list of chats, and of loading parts of a chat. */
export type ListEvent =
  | { name: 'started' }
  | { name: 'link_opened' }
  | { name: 'link_lost' }
  /** The user's privacy settings were loaded or changed. */
  | { name: 'privacy_changed'; receipts: boolean }
  | { name: 'list_requested'; tab: ChatTab }
  | { name: 'more_requested'; tab: ChatTab }
  /** `from`: cursor of the request, null for the first page. `requestedAt`: revision at the time of the request. */
  | {
      name: 'list_loaded'
      tab: ChatTab
      from: string | null
      requestedAt: number
      conversations: Conversation[]
      cursor: string | null
      requests: number
    }
  | { name: 'list_failed'; tab: ChatTab; from: string | null }
  /** State persisted by an earlier visit; everything from the server is newer. */
  | {
      name: 'cache_loaded'
      conversations: Conversation[]
      threads: { chatId: ChatId; items: ChatMessage[]; changeSeq: number }[]
      commands: MessageCommand[]
    }
  /** `requestedAt`: as in `list_loaded`. The response to a command is current when it arrives, the response to a read when it was requested. */
  | { name: 'chat_opened'; conversation: Conversation; requestedAt: number; by: 'read' | 'command' }
  | { name: 'chat_changed'; chatId: ChatId }
  /** `command`: this page has left or deleted it. `frame`: the server says so. */
  | { name: 'chat_gone'; chatId: ChatId; requestedAt: number; by: 'read' | 'command' | 'frame' }
  /** The relationship with that user changed: their chat may be hidden, shown, open or closed. */
  | { name: 'relationship_changed'; uid: Uid; mayHide: boolean }
  /** The user has a new name or picture. */
  | { name: 'person_changed'; person: PersonCard }
  /** The positions of all chats, after a reconnect. */
  | { name: 'resumed'; positions: Positions[]; reset: ChatId[] }
  /** A chat advanced without its messages being delivered. */
  | { name: 'chat_advanced'; position: Positions }
  /** `at`: the message to scroll to instead of the newest. */
  | { name: 'chat_shown'; chatId: ChatId | null; at: number | null }
  /** The user pressed the line of this chat, which is about to open. */
  | { name: 'chat_prepared'; chatId: ChatId }
  | { name: 'older_requested'; chatId: ChatId }
  | { name: 'newer_requested'; chatId: ChatId }
  | { name: 'newest_requested'; chatId: ChatId }
  | { name: 'jumped'; chatId: ChatId; seq: number }
  | { name: 'reader_moved'; chatId: ChatId; seq: number }
  /**
   * `at`: seq in the request. `changeSeq`: the messages include changes at least up to this one. `lastSeq`: the last known seq of the
   * chat at the time of the request, null if unknown.
   */
  | {
      name: 'page_loaded'
      chatId: ChatId
      page: PageKind
      at: number | null
      changeSeq: number
      lastSeq: number | null
      messages: ChatMessage[]
    }
  | { name: 'page_failed'; chatId: ChatId; page: PageKind; at: number | null; isMissing: boolean }
  | { name: 'catch_up_again'; chatId: ChatId }

export type MessageEvent =
  /** All changes after `after`, up to and including `changeSeq`. */
  | { name: 'changes_loaded'; chatId: ChatId; after: number; messages: ChatMessage[]; changeSeq: number }
  | { name: 'changes_failed'; chatId: ChatId }
  | { name: 'message_changed'; message: ChatMessage }
  | { name: 'message_deleted'; id: string; chatId: ChatId; seq: number; changeSeq: number }
  | { name: 'message_reacted'; id: string; chatId: ChatId; seq: number; changeSeq: number; reactions: Reaction[] }
  | { name: 'command_issued'; command: MessageCommand }
  /** The command was neither confirmed nor rejected in time. */
  | { name: 'command_timed_out'; command: MessageCommand }
  /** Another tab of this user issued the command, or knows that it is settled. */
  | { name: 'command_issued_elsewhere'; command: MessageCommand }
  | { name: 'command_settled_elsewhere'; command: MessageCommand }
  | { name: 'command_taken_over'; command: MessageCommand }
  | { name: 'outbox_loaded'; messages: OutboxMessage[] }
  | { name: 'message_queued'; message: OutboxMessage }
  /** Another tab of this user queued the message, or knows that it left the queue. */
  | { name: 'message_queued_elsewhere'; message: OutboxMessage }
  /** `stored`: the message as the server stored it; not for discarded ones. */
  | { name: 'message_settled_elsewhere'; id: string; stored?: ChatMessage | undefined }
  | { name: 'message_taken_over'; id: string }
  | { name: 'message_retried'; id: string }
  | { name: 'message_discarded'; id: string }
  /** The upload of an unsent recording has started, or is complete. */
  | { name: 'recording_uploaded'; id: string; uploadId: string; stored: VoiceClip | null }
  | { name: 'message_stored'; id: string; chatId: ChatId; seq: number; sentDate: string; duplicate: boolean }
  | { name: 'rejected'; id: string; code: ErrorCode }
  | { name: 'message_timed_out'; id: string }
  | { name: 'pause_ended' }
  | { name: 'message_received'; message: ChatMessage }
  | { name: 'messages_seen'; chatId: ChatId; seq: number }
  | { name: 'read_receipt'; chatId: ChatId; by: Uid; seq: number }
  | { name: 'delivery_receipt'; chatId: ChatId; by: Uid; seq: number }
  | { name: 'typing_started'; chatId: ChatId; by: Uid; untilMs: number }
  | { name: 'typing_ended'; chatId: ChatId; untilMs: number }

export type ChatEvent = ListEvent | MessageEvent

/** The events that a user's tabs broadcast to each other. */
export type TabEvent = Extract<MessageEvent, { name: `${string}_elsewhere` }>

/** The side effects of chat. Their results return as events. */
export type ChatEffect =
  | { do: 'load_list'; tab: ChatTab; from: string | null }
  | { do: 'load_chat'; chatId: ChatId }
  /** Sends our positions; the server answers with everything newer. */
  | { do: 'resume' }
  /** Deletes the messages of a chat on this device, because the user may not see them anymore. */
  | { do: 'forget_chat'; chatId: ChatId; keepsText: boolean }
  | { do: 'load_changes'; chatId: ChatId; after: number }
  | { do: 'load_outbox' }
  /** `at`: the page ends before it for `older`, starts after it for `newer`, and is centered on it for `around`. */
  | { do: 'load_page'; chatId: ChatId; page: PageKind; at: number | null }
  /** Saves a message in the outbox, or deletes it there. */
  | { do: 'save_message'; message: OutboxMessage }
  | { do: 'delete_message'; id: string }
  | { do: 'send_message'; message: OutboxMessage }
  | { do: 'send_command'; command: MessageCommand }
  /** `edits`: texts of edits, which are not lost. */
  | { do: 'notify_rejected'; code: ErrorCode; edits: readonly Edit[] }
  | { do: 'broadcast'; event: TabEvent }
  /** The user wrote while no socket was open: connect at once and show that sending failed. */
  | { do: 'reconnect' }
  | { do: 'send_read_receipt'; chatId: ChatId; seq: number }
  | { do: 'send_delivery_receipt'; chatId: ChatId; seq: number }
  | { do: 'drop_link' }
  /** The socket closed before the server confirmed what was sent. */
  | { do: 'notify_not_sent' }
  | { do: 'later'; ms: number; event: ChatEvent }

export type Step = { state: ChatState; effects: ChatEffect[] }

export const withoutEffects = (state: ChatState): Step => ({ state, effects: [] })
