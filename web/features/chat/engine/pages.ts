/* Which part of a chat is loaded: the newest messages, or those around a position. It follows the reader and stays bounded. By the
   time a page arrives the chat may have been reloaded at another position (a jump, a long gap, a return to the chat): a page that no
   longer fits is dropped and only resets its loading state. */
import type { ChatEvent, Step, ChatEffect } from './events.ts'
import { emptyThread, MAX_CATCH_UP, withConversation, withThread, trimToNewest, withNewThread } from './thread.ts'
import { endOfRun, merge, hasOlder } from './thread.ts'
import type { ChatState, Thread, ChatId } from './state.ts'

type PageLoaded = Extract<ChatEvent, { name: 'page_loaded' }>
type PageFailed = Extract<ChatEvent, { name: 'page_failed' }>

const CATCH_UP_RETRY_MS = 3_000

export function pageLoaded(state: ChatState, page: PageLoaded): ChatState {
  const thread = state.messages[page.chatId]
  // The chat was left, or is no longer visible to us.
  if (!thread) return state
  if (!isCurrent(thread, page)) return withThread(state, page.chatId, resetLoading(page))
  // The page may predate changes that arrived since its request, so they are requested again.
  const current = { ...thread, changeSeq: Math.min(thread.changeSeq, page.changeSeq) }
  switch (page.page) {
    case 'newest':
      return newestLoaded(state, current, page)
    case 'around':
      return targetLoaded(state, current, page)
    case 'older':
      return withThread(state, page.chatId, { ...current, items: merge(thread.items, page.messages), older: 'idle' })
    case 'newer':
      return newerLoaded(state, current, page)
  }
}

/** Whether the page still fits what is loaded or requested. */
function isCurrent({ status, items, reachesNewest, target }: Thread, { page, at }: Pick<PageLoaded, 'page' | 'at'>): boolean {
  // The chat became invisible after the request.
  if (status === 'missing') return false
  // A reader who jumped further up stays there.
  if (page === 'newest') return status !== 'ready' || reachesNewest || target?.seq === 'newest'
  if (page === 'around') return target?.seq === at
  if (status !== 'ready' || at === null) return false
  const first = items[0]?.seq ?? 1
  return page === 'older' ? at === first : at >= first - 1 && at <= endOfRun(items)
}

/** Resets the loading state, so that the page can be requested again. */
function resetLoading({ page }: Pick<PageLoaded, 'page'>): Partial<Thread> {
  if (page === 'older') return { older: 'idle' }
  return page === 'newer' ? { newer: 'idle', catchingUp: false } : {}
}

/** Replaces the loaded part by the page around the target. */
function targetLoaded(state: ChatState, { target, changeSeq }: Thread, { chatId, messages }: PageLoaded): ChatState {
  const items = merge([], messages)
  const reachesNewest = (items.at(-1)?.seq ?? 0) >= lastSeqOf(state, chatId)
  return withThread(state, chatId, { ...emptyThread, status: 'ready', items, reachesNewest, target, changeSeq })
}

function newerLoaded(state: ChatState, thread: Thread, page: PageLoaded): ChatState {
  const { chatId, at, messages } = page
  if (messages.length === 0 && at === endOfRun(thread.items)) return endReached(state, thread, page)
  const items = merge(thread.items, messages)
  const reachesNewest = thread.reachesNewest || endOfRun(items) >= lastSeqOf(state, chatId)
  return withThread(state, chatId, { ...thread, items, reachesNewest, catchingUp: false, newer: 'idle' })
}

/** Infinity until the conversation is loaded. */
function lastSeqOf(state: ChatState, chatId: string): number {
  return state.conversations[chatId]?.lastSeq ?? Number.POSITIVE_INFINITY
}

/** Joins the loaded messages unless the gap is too large; then it replaces them. */
function newestLoaded(state: ChatState, thread: Thread, { chatId, messages }: PageLoaded): ChatState {
  const end = Math.max(0, ...messages.map(({ seq }) => seq))
  const joins = thread.status === 'ready' && thread.reachesNewest && end - endOfRun(thread.items) <= MAX_CATCH_UP
  // Messages that arrived after the request are newer than the page.
  const items = merge(joins ? thread.items : thread.items.filter(({ seq }) => seq > end), messages)
  const { target, changeSeq, isChanging } = thread
  const older = items[0]?.seq === thread.items[0]?.seq ? thread.older : 'idle'
  const next = withThread(state, chatId, { ...emptyThread, status: 'ready', items, older, target, changeSeq, isChanging })
  const conversation = next.conversations[chatId]
  // The server has fewer messages than it announced: it was restored from a backup.
  const isServerBehind = conversation && conversation.lastSeq - endOfRun(items) > MAX_CATCH_UP
  return isServerBehind ? withConversation(next, { ...conversation, lastSeq: endOfRun(items) }) : next
}

/**
 * The server has nothing after our run, so messages beyond the gap no longer exist (a restored backup). Messages that arrived since the
 * request are missing now, and the catch-up loads them.
 */
function endReached(state: ChatState, thread: Thread, { chatId, lastSeq }: PageLoaded): ChatState {
  const end = endOfRun(thread.items)
  const items = thread.items.filter(({ seq }) => seq <= end)
  const next = withThread(state, chatId, { ...thread, items, catchingUp: false, newer: 'idle', reachesNewest: true })
  const conversation = next.conversations[chatId]
  return conversation?.lastSeq === lastSeq ? withConversation(next, { ...conversation, lastSeq: end }) : next
}

export function pageFailed(state: ChatState, failed: PageFailed): Step {
  const { chatId, page, isMissing } = failed
  const thread = state.messages[chatId]
  const changeThread = (change: Partial<Thread>): Step => ({ state: withThread(state, chatId, change), effects: [] })
  if (!thread) return { state, effects: [] }
  if (isMissing) return changeThread({ ...emptyThread, status: 'missing' })
  if (!isCurrent(thread, failed)) return changeThread(resetLoading(failed))
  if (page === 'older') return changeThread({ older: 'failed' })
  if (page === 'around') return changeThread({ status: thread.status === 'ready' ? 'ready' : 'failed', target: null })
  if (thread.status !== 'ready') return changeThread({ status: 'failed' })
  if (page === 'newer' && thread.newer === 'loading') return changeThread({ newer: 'failed' })
  return { state, effects: [{ do: 'later', ms: CATCH_UP_RETRY_MS, event: { name: 'catch_up_again', chatId } }] }
}

/** The number of loaded messages before and after the reader's position. */
const KEEP_EACH_SIDE = 250
/** Smallest number of messages dropped at once, so that scrolling doesn't drop some on every step. */
const DROP_AT_LEAST = 100
/** The number of newest messages that stay loaded after leaving a chat. */
const KEPT_AFTER_LEAVING = 50

const loadNewest = (chatId: ChatId): ChatEffect => ({ do: 'load_page', chatId, page: 'newest', at: null })

/** Changes the chat on screen. */
export function showChat(state: ChatState, chatId: ChatId | null, fromSeq: number | null): Step {
  const left = state.activeChat !== null && state.activeChat !== chatId ? leaveChat(state, state.activeChat) : state
  const next = { ...left, activeChat: chatId }
  if (chatId === null) return { state: next, effects: [] }
  if (fromSeq !== null) return jumpTo(next, chatId, fromSeq)
  return prepareChat(next, chatId)
}

/** Loads a chat that is about to be shown. Invited users can't read messages yet. */
export function prepareChat(state: ChatState, chatId: ChatId): Step {
  const status = state.messages[chatId]?.status
  const isInvited = state.conversations[chatId]?.group?.role === 'invited'
  if (status === 'ready' || status === 'loading' || isInvited) return { state, effects: [] }
  return { state: withNewThread(state, chatId, newThread(state, chatId)), effects: [loadNewest(chatId)] }
}

/** A page loaded from now on includes the changes known now. */
function newThread(state: ChatState, chatId: ChatId): Thread {
  return { ...emptyThread, changeSeq: state.conversations[chatId]?.changeSeq ?? 0 }
}

function leaveChat(state: ChatState, chatId: ChatId): ChatState {
  const thread = state.messages[chatId]
  if (!thread) return state
  if (thread.reachesNewest && thread.status === 'ready') {
    return withThread(trimToNewest(state, chatId, thread.items.slice(-KEPT_AFTER_LEAVING)), chatId, { target: null })
  }
  const { [chatId]: _, ...messages } = state.messages
  return { ...state, messages }
}

export function olderRequested(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready' || thread.older === 'loading' || !hasOlder(thread.items)) return { state, effects: [] }
  return {
    state: withThread(state, chatId, { older: 'loading' }),
    effects: [{ do: 'load_page', chatId, page: 'older', at: thread.items[0]?.seq ?? null }],
  }
}

export function newerRequested(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready' || thread.newer === 'loading' || thread.reachesNewest) return { state, effects: [] }
  return {
    state: withThread(state, chatId, { newer: 'loading' }),
    effects: [{ do: 'load_page', chatId, page: 'newer', at: endOfRun(thread.items) }],
  }
}

/** Scrolls to the newest message. */
export function newestRequested(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready') return { state, effects: [] }
  const next = withThread(state, chatId, { target: { seq: 'newest', turn: (thread.target?.turn ?? 0) + 1 } })
  return { state: next, effects: thread.reachesNewest ? [] : [loadNewest(chatId)] }
}

/** Jumps to a message, and loads the page around it if needed. */
export function jumpTo(state: ChatState, chatId: ChatId, seq: number): Step {
  const existing = state.messages[chatId]
  // A hidden chat may be visible again.
  const thread = existing && existing.status !== 'missing' ? existing : newThread(state, chatId)
  const next = withNewThread(state, chatId, { ...thread, target: { seq, turn: (thread.target?.turn ?? 0) + 1 } })
  const isLoaded = thread.status === 'ready' && thread.items.some((item) => item.seq === seq)
  return { state: next, effects: isLoaded ? [] : [{ do: 'load_page', chatId, page: 'around', at: seq }] }
}

/** Drops messages far from the reader: at one end at a time, so that the virtual list can follow. */
export function readingPositionChanged(state: ChatState, chatId: ChatId, seq: number): ChatState {
  const thread = state.messages[chatId]
  const [first, last] = [thread?.items[0], thread?.items.at(-1)]
  if (thread?.status !== 'ready' || !first || !last || endOfRun(thread.items) !== last.seq) return state
  // A position from before a reload says nothing about the loaded part.
  if (seq < first.seq || seq > last.seq) return state
  const from = thread.items.findIndex((item) => item.seq >= seq - KEEP_EACH_SIDE)
  if (from >= DROP_AT_LEAST) return withThread(state, chatId, { items: thread.items.slice(from) })
  const isFar = last.seq - seq - KEEP_EACH_SIDE
  if (isFar < DROP_AT_LEAST || thread.newer === 'loading' || thread.catchingUp) return state
  return withThread(state, chatId, { items: thread.items.filter((item) => item.seq <= seq + KEEP_EACH_SIDE), reachesNewest: false })
}
