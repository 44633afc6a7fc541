/* The way in: what arrives or is loaded becomes an unbroken run of messages, whatever the order it comes in. */
import type { ChatEffect, PageKind, Step } from './chat.events.ts'
import { endOfRun, merge } from './chat.timeline.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, Thread } from './chat.types.ts'

/** More missing than this is not fetched page by page; the chat starts again from its newest. */
const MAX_CATCH_UP = 400
const CATCH_UP_AGAIN_MS = 3_000

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
  return withThread(state, chatId, { items: isAside ? items.slice(-MAX_ASIDE / 2) : items })
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

export function pageLoaded(state: ChatState, chatId: ChatId, page: PageKind, messages: readonly ChatMessage[]): ChatState {
  const thread = state.messages[chatId] ?? emptyThread
  if (page === 'newest') return newestLoaded(state, chatId, thread, messages)
  if (page === 'older') return olderLoaded(state, chatId, thread, messages)
  // Until the conversation itself is known, nobody knows where it ends.
  const lastSeq = state.conversations[chatId]?.lastSeq ?? Number.POSITIVE_INFINITY
  if (page === 'around') {
    const items = merge([], messages)
    const reachesNewest = (items.at(-1)?.seq ?? 0) >= lastSeq
    return withThread(state, chatId, {
      ...emptyThread,
      status: 'ready',
      items,
      reachesNewest,
      target: thread.target,
      changeSeq: thread.changeSeq,
    })
  }
  if (messages.length === 0) return nothingFollows(state, chatId, thread)
  const items = merge(thread.items, messages)
  const reachesNewest = thread.reachesNewest || endOfRun(items) >= lastSeq
  return withThread(state, chatId, { items, reachesNewest, catchingUp: false, newer: 'idle' })
}

/** A page that was asked for before the chat began again elsewhere does not belong before what is loaded now. */
function olderLoaded(state: ChatState, chatId: ChatId, thread: Thread, messages: readonly ChatMessage[]): ChatState {
  const end = Math.max(0, ...messages.map(({ seq }) => seq))
  const belongs = end + 1 === thread.items[0]?.seq
  return withThread(state, chatId, { ...(belongs ? { items: merge(thread.items, messages) } : {}), older: 'idle' })
}

/** Joins what is loaded unless too much lies between: then the chat starts again from its newest. */
function newestLoaded(state: ChatState, chatId: ChatId, thread: Thread, messages: readonly ChatMessage[]): ChatState {
  const end = Math.max(0, ...messages.map(({ seq }) => seq))
  const joins = thread.status === 'ready' && thread.reachesNewest && end - endOfRun(thread.items) <= MAX_CATCH_UP
  // What arrived while the page was on its way is newer than the page.
  const items = merge(joins ? thread.items : thread.items.filter(({ seq }) => seq > end), messages)
  const { older, target, changeSeq, isChanging } = thread
  const next = withThread(state, chatId, { ...emptyThread, status: 'ready', items, older, target, changeSeq, isChanging })
  const conversation = next.conversations[chatId]
  // More is promised than the server has: it has gone back to an earlier state (a restored backup).
  const isPromisedTooMuch = conversation && conversation.lastSeq - endOfRun(items) > MAX_CATCH_UP
  return isPromisedTooMuch ? withLine(next, { ...conversation, lastSeq: endOfRun(items) }) : next
}

/** The server knows nothing after our run: what stands beyond the hole, or was promised, is not there (a restored backup). */
function nothingFollows(state: ChatState, chatId: ChatId, thread: Thread): ChatState {
  const end = endOfRun(thread.items)
  const items = thread.items.filter(({ seq }) => seq <= end)
  const next = withThread(state, chatId, { items, catchingUp: false, newer: 'idle', reachesNewest: true })
  const conversation = next.conversations[chatId]
  return conversation ? withLine(next, { ...conversation, lastSeq: end }) : next
}

export function pageFailed(state: ChatState, chatId: ChatId, page: PageKind, isMissing: boolean): Step {
  const thread = state.messages[chatId]
  if (!thread) return { state, effects: [] }
  if (isMissing) return { state: withThread(state, chatId, { ...emptyThread, status: 'missing' }), effects: [] }
  if (page === 'older') return { state: withThread(state, chatId, { older: 'failed' }), effects: [] }
  if (thread.newer === 'loading') return { state: withThread(state, chatId, { newer: 'failed' }), effects: [] }
  if (page === 'around')
    return { state: withThread(state, chatId, { status: thread.status === 'ready' ? 'ready' : 'failed', target: null }), effects: [] }
  if (thread.status !== 'ready') return { state: withThread(state, chatId, { status: 'failed' }), effects: [] }
  return { state, effects: [{ do: 'later', ms: CATCH_UP_AGAIN_MS, event: { name: 'catch_up_again', chatId } }] }
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

export function withThread(state: ChatState, chatId: ChatId, change: Partial<Thread>): ChatState {
  return { ...state, messages: { ...state.messages, [chatId]: { ...emptyThread, ...state.messages[chatId], ...change } } }
}
