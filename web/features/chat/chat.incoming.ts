/* The way in: what arrives or is loaded becomes an unbroken run of messages, whatever the order it comes in. */
import type { ChatEffect, PageKind, Step } from './chat.events.ts'
import { endOfRun, hasOlder, merge } from './chat.timeline.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, Thread } from './chat.types.ts'

/** More missing than this is not fetched page by page; the chat starts again from its newest. */
const MAX_CATCH_UP = 400
const CATCH_UP_AGAIN_MS = 3_000

const emptyThread: Thread = { status: 'loading', items: [], catchingUp: false, older: 'idle' }

/** Adds messages to a loaded chat; a chat that is not loaded will load them itself. */
export function withMessages(state: ChatState, chatId: ChatId, messages: readonly ChatMessage[]): ChatState {
  const thread = state.messages[chatId]
  return thread?.status === 'ready' ? withThread(state, chatId, { items: merge(thread.items, messages) }) : state
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

export function shown(state: ChatState, chatId: ChatId | null): Step {
  const next = { ...state, activeChat: chatId }
  const status = chatId === null ? 'ready' : state.messages[chatId]?.status
  if (chatId === null || status === 'ready' || status === 'loading') return { state: next, effects: [] }
  return { state: withThread(next, chatId, emptyThread), effects: [{ do: 'load_page', chatId, page: 'newest', at: null }] }
}

export function olderWanted(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready' || thread.older === 'loading' || !hasOlder(thread.items)) return { state, effects: [] }
  return {
    state: withThread(state, chatId, { older: 'loading' }),
    effects: [{ do: 'load_page', chatId, page: 'older', at: thread.items[0]?.seq ?? null }],
  }
}

export function pageLoaded(state: ChatState, chatId: ChatId, page: PageKind, messages: readonly ChatMessage[]): ChatState {
  const thread = state.messages[chatId] ?? emptyThread
  if (page === 'newest') {
    // What arrived while the page was on its way is newer than the page.
    const end = Math.max(0, ...messages.map(({ seq }) => seq))
    const items = merge(
      messages.toReversed(),
      thread.items.filter(({ seq }) => seq > end),
    )
    return withThread(state, chatId, { status: 'ready', items, catchingUp: false })
  }
  if (page === 'older') return withThread(state, chatId, { items: merge(thread.items, messages), older: 'idle' })
  if (messages.length > 0) return withThread(state, chatId, { items: merge(thread.items, messages), catchingUp: false })
  return nothingFollows(state, chatId, thread)
}

/** The server knows nothing after our run: what stands beyond the hole, or was promised, is not there (a restored backup). */
function nothingFollows(state: ChatState, chatId: ChatId, thread: Thread): ChatState {
  const end = endOfRun(thread.items)
  const next = withThread(state, chatId, { items: thread.items.filter(({ seq }) => seq <= end), catchingUp: false })
  const conversation = next.conversations[chatId]
  return conversation ? withLine(next, { ...conversation, lastSeq: end }) : next
}

export function pageFailed(state: ChatState, chatId: ChatId, page: PageKind, isMissing: boolean): Step {
  const thread = state.messages[chatId]
  if (!thread) return { state, effects: [] }
  if (isMissing) return { state: withThread(state, chatId, { status: 'missing', items: [], catchingUp: false }), effects: [] }
  if (page === 'older') return { state: withThread(state, chatId, { older: 'failed' }), effects: [] }
  if (thread.status !== 'ready') return { state: withThread(state, chatId, { status: 'failed' }), effects: [] }
  return { state, effects: [{ do: 'later', ms: CATCH_UP_AGAIN_MS, event: { name: 'catch_up_again', chatId } }] }
}

/** Fetches for every loaded chat what is known to be missing: after a hole, or after our run up to the chat's newest. */
export function catchUp(state: ChatState): Step {
  let next = state
  const effects: ChatEffect[] = []
  for (const [chatId, thread] of Object.entries(state.messages)) {
    if (thread.status !== 'ready' || thread.catchingUp) continue
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

export function withThread(state: ChatState, chatId: ChatId, change: Partial<Thread>): ChatState {
  return { ...state, messages: { ...state.messages, [chatId]: { ...emptyThread, ...state.messages[chatId], ...change } } }
}
