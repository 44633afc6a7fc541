/* The way in: what arrives or is loaded becomes an unbroken run of messages, whatever the order it comes in. */
import type { ChatEffect, Step } from './events.ts'
import { endOfRun, merge } from './timeline.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, Thread } from './types.ts'

/** More missing than this is not fetched page by page; the chat starts again from its newest. */
export const MAX_CATCH_UP = 400

/** A chat that is not on screen keeps so many of its newest messages. */
const MAX_ASIDE = 200

export const emptyThread: Thread = {
  status: 'loading',
  items: [],
  reachesNewest: true,
  changeSeq: 0,
  isChanging: false,
  catchingUp: false,
  older: 'idle',
  newer: 'idle',
  target: null,
}

/** Adds messages to a loaded chat; a chat that is not loaded, or not up to its end, will load them itself. */
export function withMessages(state: ChatState, chatId: ChatId, messages: readonly ChatMessage[]): ChatState {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready') return state
  const end = thread.items.at(-1)?.seq ?? 0
  const wanted = thread.reachesNewest ? messages : messages.filter(({ seq }) => seq <= end)
  if (wanted.length === 0) return state
  const items = merge(thread.items, wanted)
  const isAside = state.activeChat !== chatId && items.length > MAX_ASIDE
  return isAside ? withNewestAlone(state, chatId, items.slice(-MAX_ASIDE / 2)) : withThread(state, chatId, { items })
}

/** Of a chat that is not read its newest stay; what was asked for to go with the others is asked for again where it is missing. */
export function withNewestAlone(state: ChatState, chatId: ChatId, items: ChatMessage[]): ChatState {
  return withThread(state, chatId, { items, older: 'idle', newer: 'idle', catchingUp: false })
}

/** The list's line of the chat after this message. */
export function withConversation(state: ChatState, message: ChatMessage): ChatState {
  const conversation = state.conversations[message.chat_id]
  if (!conversation || message.seq <= conversation.lastSeq) return state
  const missed = message.seq - conversation.lastSeq
  const unread = message.sender === state.me ? missed - 1 : missed
  return withLine(state, { ...conversation, last: message, lastSeq: message.seq, unread: conversation.unread + unread })
}

export function withLine(state: ChatState, conversation: Conversation): ChatState {
  return { ...state, conversations: { ...state.conversations, [conversation.chatId]: conversation } }
}

/** Fetches for every loaded chat what is known to be missing: after a hole, or after our run up to the chat's newest. */
export function catchUp(state: ChatState): Step {
  let next = state
  const effects: ChatEffect[] = []
  for (const [chatId, thread] of Object.entries(state.messages)) {
    if (thread.status !== 'ready' || thread.catchingUp || !thread.reachesNewest) continue
    const end = endOfRun(thread.items)
    const missing = Math.max(state.conversations[chatId]?.lastSeq ?? 0, thread.items.at(-1)?.seq ?? 0) - end
    if (missing <= 0) continue
    next = withThread(next, chatId, { catchingUp: true })
    effects.push(
      missing > MAX_CATCH_UP ? { do: 'load_page', chatId, page: 'newest', at: null } : { do: 'load_page', chatId, page: 'newer', at: end },
    )
  }
  return { state: next, effects }
}

/** Begins a chat that is not loaded, or begins it anew. */
export function withNewThread(state: ChatState, chatId: ChatId, thread: Partial<Thread>): ChatState {
  return { ...state, messages: { ...state.messages, [chatId]: { ...emptyThread, ...thread } } }
}

/**
 * Changes what is loaded of a chat; a chat that is not loaded (any more) stays that. Where the beginning has moved, nothing is
 * awaited from before it: an older page belongs before the message that it was asked for with.
 */
export function withThread(state: ChatState, chatId: ChatId, change: Partial<Thread>): ChatState {
  const thread = state.messages[chatId]
  if (!thread) return state
  const hasMoved = change.items !== undefined && change.items[0]?.seq !== thread.items[0]?.seq
  return withNewThread(state, chatId, { ...thread, ...(hasMoved ? { older: 'idle' } : {}), ...change })
}
