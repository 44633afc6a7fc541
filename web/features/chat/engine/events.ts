import type { ChatTab, Reaction } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, Marks, MessageAct, OutboxMessage } from './types.ts'

/** `newest` joins or replaces what is loaded, `older` goes before it, `newer` after its unbroken run, `around` stands instead of it. */
export type PageKind = 'newest' | 'older' | 'newer' | 'around'

/** What happens to the list, and to which part of a chat is loaded. */
export type ListEvent =
  | { name: 'started' }
  | { name: 'link_opened' }
  | { name: 'link_lost' }
  /** What the person lets others know is known now, or has changed. */
  | { name: 'privacy_told'; receipts: boolean }
  | { name: 'list_wanted'; tab: ChatTab }
  | { name: 'more_wanted'; tab: ChatTab }
  /** `from`: the cursor that was asked with; null for the first page. `asked`: the revision at which it was requested. */
  | {
      name: 'list_loaded'
      tab: ChatTab
      from: string | null
      asked: number
      conversations: Conversation[]
      cursor: string | null
      requests: number
    }
  | { name: 'list_failed'; tab: ChatTab; from: string | null }
  /** What an earlier visit had on screen; anything the server says is newer. */
  | {
      name: 'cache_loaded'
      conversations: Conversation[]
      threads: { chatId: ChatId; items: ChatMessage[]; changeSeq: number }[]
      acts: MessageAct[]
    }
  /** `asked`: as above. The answer to a command is as of its arrival, that to a read as of its request. */
  | { name: 'chat_opened'; conversation: Conversation; asked: number; by: 'read' | 'command' }
  | { name: 'chat_changed'; chatId: ChatId }
  | { name: 'chat_gone'; chatId: ChatId; asked: number; by: 'read' | 'command' }
  /** The relationship with that user is another one: their chat may be hidden, back, open or closed. */
  | { name: 'relationship_changed'; uid: Uid }
  /** How far all chats are, after a reconnect. */
  | { name: 'resumed'; marks: Marks[]; reset: ChatId[] }
  /** One has moved, and its messages were not told. */
  | { name: 'moved'; mark: Marks }
  /** `at`: a message to be taken to, instead of the newest. */
  | { name: 'shown'; chatId: ChatId | null; at: number | null }
  | { name: 'older_wanted'; chatId: ChatId }
  | { name: 'newer_wanted'; chatId: ChatId }
  | { name: 'newest_wanted'; chatId: ChatId }
  | { name: 'jumped'; chatId: ChatId; seq: number }
  | { name: 'looked_at'; chatId: ChatId; seq: number }
  /**
   * `at`: what was asked with; `changeSeq`: up to which change at least the messages are as they are now; `lastSeq`: where the chat
   * was known to end when the page was asked for, null for not at all.
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

/** What happens to messages. */
export type MessageEvent =
  /** Everything that changed after `after` and up to `changeSeq`. */
  | { name: 'changes_loaded'; chatId: ChatId; after: number; messages: ChatMessage[]; changeSeq: number }
  | { name: 'changes_failed'; chatId: ChatId }
  | { name: 'message_changed'; message: ChatMessage }
  | { name: 'message_deleted'; id: string; chatId: ChatId; seq: number; changeSeq: number }
  | { name: 'message_reacted'; id: string; chatId: ChatId; seq: number; changeSeq: number; reactions: Reaction[] }
  | { name: 'acted'; act: MessageAct }
  /** Long after it was asked for it has neither come true nor been refused. */
  | { name: 'act_unsettled'; act: MessageAct }
  /** Another tab of this person asks for it, or knows that it is over. */
  | { name: 'acted_elsewhere'; act: MessageAct }
  | { name: 'act_over_elsewhere'; act: MessageAct }
  | { name: 'act_taken_over'; act: MessageAct }
  | { name: 'outbox_loaded'; messages: OutboxMessage[] }
  | { name: 'written'; message: OutboxMessage }
  /** Another tab of this person has written, or knows that a message is out of the queue. */
  | { name: 'written_elsewhere'; message: OutboxMessage }
  | { name: 'settled_elsewhere'; id: string }
  | { name: 'taken_over'; id: string }
  | { name: 'retried'; id: string }
  | { name: 'discarded'; id: string }
  | { name: 'stored'; id: string; chatId: ChatId; seq: number; sentDate: string; duplicate: boolean }
  | { name: 'refused'; id: string; code: ErrorCode }
  | { name: 'unanswered'; id: string }
  | { name: 'pause_over' }
  | { name: 'arrived'; message: ChatMessage }
  | { name: 'seen_here'; chatId: ChatId; seq: number }
  | { name: 'read'; chatId: ChatId; by: Uid; seq: number }
  | { name: 'delivered'; chatId: ChatId; by: Uid; seq: number }
  | { name: 'typing'; chatId: ChatId; untilMs: number }
  | { name: 'typing_over'; chatId: ChatId; untilMs: number }

/** Everything that can happen to chat. */
export type ChatEvent = ListEvent | MessageEvent

/** What the tabs of one person tell each other. */
export type Told = Extract<MessageEvent, { name: `${string}_elsewhere` }>

/** Everything chat asks of the world. What comes of it returns as an event. */
export type ChatEffect =
  | { do: 'load_list'; tab: ChatTab; from: string | null }
  | { do: 'load_chat'; chatId: ChatId }
  /** Tell the server how far we have come; it answers with what has moved since. */
  | { do: 'resume' }
  | { do: 'load_changes'; chatId: ChatId; after: number }
  | { do: 'load_outbox' }
  /** `at`: just before it for `older`, just after it for `newer`, with it in the middle for `around`. */
  | { do: 'load_page'; chatId: ChatId; page: PageKind; at: number | null }
  /** Keep a message in the outbox over reloads, or take it out. */
  | { do: 'keep'; message: OutboxMessage }
  | { do: 'forget'; id: string }
  | { do: 'send'; message: OutboxMessage }
  | { do: 'send_act'; act: MessageAct }
  | { do: 'say_refused'; code: ErrorCode }
  /** Tell the other tabs of this person. */
  | { do: 'tell_tabs'; told: Told }
  /** Somebody wrote while there is no socket: open one at once and say that it could not be sent. */
  | { do: 'wake' }
  | { do: 'tell_read'; chatId: ChatId; seq: number }
  | { do: 'tell_delivered'; chatId: ChatId; seq: number }
  | { do: 'give_up_link' }
  /** What was sent reached nobody: it only looked as if there were a socket. */
  | { do: 'say_not_sent' }
  | { do: 'later'; ms: number; event: ChatEvent }

export type Step = { state: ChatState; effects: ChatEffect[] }
