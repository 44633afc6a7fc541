import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, OutboxMessage } from './chat.types.ts'

/** `newest` replaces what is loaded, `older` goes before it, `newer` after its unbroken run. */
export type PageKind = 'newest' | 'older' | 'newer'

/** Everything that can happen to chat. */
export type ChatEvent =
  | { name: 'started' }
  | { name: 'link_opened' }
  | { name: 'link_lost' }
  | { name: 'list_wanted' }
  | { name: 'list_loaded'; conversations: Conversation[] }
  | { name: 'list_failed' }
  | { name: 'chat_opened'; conversation: Conversation }
  | { name: 'shown'; chatId: ChatId | null }
  | { name: 'older_wanted'; chatId: ChatId }
  | { name: 'page_loaded'; chatId: ChatId; page: PageKind; messages: ChatMessage[] }
  | { name: 'page_failed'; chatId: ChatId; page: PageKind; isMissing: boolean }
  | { name: 'catch_up_again'; chatId: ChatId }
  | { name: 'outbox_loaded'; messages: OutboxMessage[] }
  | { name: 'written'; message: OutboxMessage }
  | { name: 'retried'; id: string }
  | { name: 'discarded'; id: string }
  | { name: 'stored'; id: string; chatId: ChatId; seq: number; sentDate: string; duplicate: boolean }
  | { name: 'refused'; id: string; code: ErrorCode }
  | { name: 'unanswered'; id: string }
  | { name: 'pause_over' }
  | { name: 'arrived'; message: ChatMessage }
  | { name: 'seen_here'; chatId: ChatId }
  | { name: 'read'; chatId: ChatId; by: Uid; seq: number }
  | { name: 'typing'; chatId: ChatId; untilMs: number }
  | { name: 'typing_over'; chatId: ChatId; untilMs: number }

/** Everything chat asks of the world. What comes of it returns as an event. */
export type ChatEffect =
  | { do: 'load_list' }
  | { do: 'load_outbox' }
  /** `at`: just before it for `older`, just after it for `newer`. */
  | { do: 'load_page'; chatId: ChatId; page: PageKind; at: number | null }
  /** Keep a message in the outbox over reloads, or take it out. */
  | { do: 'keep'; message: OutboxMessage }
  | { do: 'forget'; id: string }
  | { do: 'send'; message: OutboxMessage }
  /** Somebody wrote while there is no socket: open one at once and say that it could not be sent. */
  | { do: 'wake' }
  | { do: 'tell_read'; chatId: ChatId; seq: number }
  | { do: 'give_up_link' }
  | { do: 'later'; ms: number; event: ChatEvent }

export type Step = { state: ChatState; effects: ChatEffect[] }
