/* Which part of a chat is loaded: from the newest back, or around a place further up. It moves with the reader and never grows
   without bound. */
import type { ChatEffect, Step } from './events.ts'
import { emptyThread, withNewestAlone, withNewThread, withThread } from './incoming.ts'
import { endOfRun, hasOlder } from './timeline.ts'
import type { ChatId, ChatState, Thread } from './types.ts'

/** So many messages are kept on either side of what is being read. */
const KEEP_EACH_SIDE = 250
/** What is further away is dropped only in pieces of this size, so that it does not happen with every turn of the wheel. */
const DROP_AT_LEAST = 100
/** Of a chat that is left, so many of its newest stay. */
const KEEP_ASIDE = 50

const loadNewest = (chatId: ChatId): ChatEffect => ({ do: 'load_page', chatId, page: 'newest', at: null })

/** Another chat, or none, is on screen. */
export function shown(state: ChatState, chatId: ChatId | null, at: number | null): Step {
  const left = state.activeChat !== null && state.activeChat !== chatId ? leave(state, state.activeChat) : state
  const next = { ...left, activeChat: chatId }
  if (chatId === null) return { state: next, effects: [] }
  if (at !== null) return jumped(next, chatId, at)
  const thread = next.messages[chatId]
  if (thread?.status === 'ready' || thread?.status === 'loading') return { state: next, effects: [] }
  return { state: withNewThread(next, chatId, fresh(next, chatId)), effects: [loadNewest(chatId)] }
}

/** Whatever is loaded from now on holds the changes that are known of now. */
function fresh(state: ChatState, chatId: ChatId): Thread {
  return { ...emptyThread, changeSeq: state.conversations[chatId]?.changeSeq ?? 0 }
}

function leave(state: ChatState, chatId: ChatId): ChatState {
  const thread = state.messages[chatId]
  if (!thread) return state
  if (thread.reachesNewest && thread.status === 'ready') {
    return withThread(withNewestAlone(state, chatId, thread.items.slice(-KEEP_ASIDE)), chatId, { target: null })
  }
  const { [chatId]: _, ...messages } = state.messages
  return { ...state, messages }
}

export function olderWanted(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready' || thread.older === 'loading' || !hasOlder(thread.items)) return { state, effects: [] }
  return {
    state: withThread(state, chatId, { older: 'loading' }),
    effects: [{ do: 'load_page', chatId, page: 'older', at: thread.items[0]?.seq ?? null }],
  }
}

export function newerWanted(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready' || thread.newer === 'loading' || thread.reachesNewest) return { state, effects: [] }
  return {
    state: withThread(state, chatId, { newer: 'loading' }),
    effects: [{ do: 'load_page', chatId, page: 'newer', at: endOfRun(thread.items) }],
  }
}

/** Back to the newest, wherever one is. */
export function newestWanted(state: ChatState, chatId: ChatId): Step {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready') return { state, effects: [] }
  const next = withThread(state, chatId, { target: { seq: 'newest', turn: (thread.target?.turn ?? 0) + 1 } })
  return { state: next, effects: thread.reachesNewest ? [] : [loadNewest(chatId)] }
}

/** To one message; what stands around it is loaded when it is not there. */
export function jumped(state: ChatState, chatId: ChatId, seq: number): Step {
  const held = state.messages[chatId]
  // A chat that was taken away may be ours again.
  const thread = held && held.status !== 'missing' ? held : fresh(state, chatId)
  const next = withNewThread(state, chatId, { ...thread, target: { seq, turn: (thread.target?.turn ?? 0) + 1 } })
  const isLoaded = thread.status === 'ready' && thread.items.some((item) => item.seq === seq)
  return { state: next, effects: isLoaded ? [] : [{ do: 'load_page', chatId, page: 'around', at: seq }] }
}

/** Drops what is far from the place being read: at one end at a time, so that a list on screen can follow. */
export function lookedAt(state: ChatState, chatId: ChatId, seq: number): ChatState {
  const thread = state.messages[chatId]
  const [first, last] = [thread?.items[0], thread?.items.at(-1)]
  if (thread?.status !== 'ready' || !first || !last || endOfRun(thread.items) !== last.seq) return state
  // What was on screen before the chat began again elsewhere says nothing of what is loaded now.
  if (seq < first.seq || seq > last.seq) return state
  const from = thread.items.findIndex((item) => item.seq >= seq - KEEP_EACH_SIDE)
  if (from >= DROP_AT_LEAST) return withThread(state, chatId, { items: thread.items.slice(from) })
  const isFar = last.seq - seq - KEEP_EACH_SIDE
  if (isFar < DROP_AT_LEAST || thread.newer === 'loading' || thread.catchingUp) return state
  return withThread(state, chatId, { items: thread.items.filter((item) => item.seq <= seq + KEEP_EACH_SIDE), reachesNewest: false })
}
