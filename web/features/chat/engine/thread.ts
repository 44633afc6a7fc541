/* Merges received and loaded messages into a gapless run, in whatever order they arrive. */
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { ChatEffect, Step } from './events.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, Thread } from './state.ts'

/** With more missing messages than this, the chat reloads its newest page instead. */
export const MAX_CATCH_UP = 400

/** The maximum number of messages of a chat in the background. */
const MAX_BACKGROUND_MESSAGES = 200

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

/** Adds messages to a loaded chat. A chat that is not loaded, or not to its end, loads them later. */
export function withMessages(state: ChatState, chatId: ChatId, messages: readonly ChatMessage[]): ChatState {
  const thread = state.messages[chatId]
  if (thread?.status !== 'ready') return state
  const end = thread.items.at(-1)?.seq ?? 0
  const relevant = thread.reachesNewest ? messages : messages.filter(({ seq }) => seq <= end)
  if (relevant.length === 0) return state
  const items = merge(thread.items, relevant)
  const isBackground = state.activeChat !== chatId && items.length > MAX_BACKGROUND_MESSAGES
  return isBackground ? trimToNewest(state, chatId, items.slice(-MAX_BACKGROUND_MESSAGES / 2)) : withThread(state, chatId, { items })
}

/** Keeps only the newest messages of a background chat, and resets its page requests. */
export function trimToNewest(state: ChatState, chatId: ChatId, items: ChatMessage[]): ChatState {
  return withThread(state, chatId, { items, older: 'idle', newer: 'idle', catchingUp: false })
}

export function withLastMessage(state: ChatState, message: ChatMessage): ChatState {
  const conversation = state.conversations[message.chat_id]
  if (!conversation || message.seq <= conversation.lastSeq) return state
  const missed = message.seq - conversation.lastSeq
  const isHidden = isHiddenMessage(message, state.me)
  const unread = conversation.unread + (message.sender === state.me || isHidden ? missed - 1 : missed)
  return withConversation(state, { ...conversation, last: isHidden ? conversation.last : message, lastSeq: message.seq, unread })
}

/** A message in a group, of a deleted account or of a member whom a block hides. They look the same, and are not shown. */
export function isHiddenMessage({ sender, receiver }: Pick<ChatMessage, 'sender' | 'receiver'>, me: Uid): boolean {
  return sender === NOBODY && receiver !== me
}

export function withConversation(state: ChatState, conversation: Conversation): ChatState {
  return { ...state, conversations: { ...state.conversations, [conversation.chatId]: conversation } }
}

/** Requests the missing messages of every loaded chat: after a gap, or up to the newest. */
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

/** Starts an empty thread, or replaces an existing one. */
export function withNewThread(state: ChatState, chatId: ChatId, thread: Partial<Thread>): ChatState {
  return { ...state, messages: { ...state.messages, [chatId]: { ...emptyThread, ...thread } } }
}

/** Sorts chats: the one on screen first, then by their last message, the latest first. */
export function latestFirst<T extends { chatId: ChatId; items: readonly ChatMessage[] }>(
  threads: readonly T[],
  { conversations, activeChat }: Pick<ChatState, 'conversations' | 'activeChat'>,
): T[] {
  const dateOf = ({ chatId, items }: T) => (conversations[chatId]?.last ?? items.at(-1))?.sent_date ?? ''
  const isShown = ({ chatId }: T) => Number(chatId === activeChat)
  return threads.toSorted((a, b) => isShown(b) - isShown(a) || dateOf(b).localeCompare(dateOf(a)))
}

/** Updates a loaded thread and ignores the others. When the first message changes, a pending older page no longer fits, so it is reset. */
export function withThread(state: ChatState, chatId: ChatId, change: Partial<Thread>): ChatState {
  const thread = state.messages[chatId]
  if (!thread) return state
  const hasMoved = change.items !== undefined && change.items[0]?.seq !== thread.items[0]?.seq
  return withNewThread(state, chatId, { ...thread, ...(hasMoved ? { older: 'idle' } : {}), ...change })
}

/** Merges two lists by `seq`. The newer version of a message wins. */
export function merge(items: readonly ChatMessage[], incoming: readonly ChatMessage[]): ChatMessage[] {
  const [first] = incoming
  const last = items.at(-1)
  // Fast path: a single new message at the end.
  if (incoming.length === 1 && first && (!last || first.seq > last.seq)) return [...items, first]
  const bySeq = new Map(items.map((item) => [item.seq, item]))
  for (const item of incoming) {
    const existing = bySeq.get(item.seq)
    if (!existing || existing.changeSeq <= item.changeSeq) bySeq.set(item.seq, item)
  }
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** The last seq reached from the first without a gap; 0 for an empty list. */
export function endOfRun(items: readonly ChatMessage[]): number {
  const [first] = items
  const last = items.at(-1)
  if (!first || !last) return 0
  if (last.seq - first.seq === items.length - 1) return last.seq
  let offset = 1
  while (items[offset]?.seq === first.seq + offset) offset++
  return first.seq + offset - 1
}

/** Whether the chat has messages before the first loaded one. Sequences start at 1 without gaps. */
export function hasOlder(items: readonly ChatMessage[]): boolean {
  return (items[0]?.seq ?? 1) > 1
}
