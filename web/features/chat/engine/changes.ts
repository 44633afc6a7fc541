/* Edits, deletions and reactions, told by the server. Each one has a number in its chat, without holes: whoever misses one asks
   for it. One's own wishes for them are in `message-commands.ts`. */
import { hasGiven, settled, settledWhere, withoutContent } from './message-commands.ts'
import type { ChatEffect, ChatEvent, Step } from './events.ts'
import { emptyThread, withLine, withThread } from './incoming.ts'
import type { ChatId, ChatMessage, ChatState } from './types.ts'

/** More missed changes than this are not fetched one by one; the chat starts again from its newest. */
const MAX_CHANGES = 400
const CHANGES_AGAIN_MS = 3_000

/** The message as it is now, told by the server. */
export function messageChanged(state: ChatState, message: ChatMessage): ChatState {
  return changed(state, message.chat_id, message.changeSeq, message.seq, () => message, message)
}

export function messageDeleted(
  state: ChatState,
  { id, chatId, seq, changeSeq }: { id: string; chatId: ChatId; seq: number; changeSeq: number },
): ChatState {
  const next = changed(state, chatId, changeSeq, seq, (message) => withoutContent({ ...message, changeSeq }))
  return settledWhere(next, id, () => true)
}

type Reacted = { id: string; chatId: ChatId; seq: number; changeSeq: number; reactions: ChatMessage['reactions'] }

export function messageReacted(state: ChatState, { id, chatId, seq, changeSeq, reactions }: Reacted): ChatState {
  const next = changed(state, chatId, changeSeq, seq, (message) => ({ ...message, reactions, changeSeq }))
  return settledWhere(next, id, (act) => act.kind === 'react' && hasGiven({ reactions }, act.emoji, state.me) === act.on)
}

type Change = (message: ChatMessage) => ChatMessage

/** @param told the whole message, where the server has told it: what was wished for one that is not loaded is settled by that */
function changed(
  state: ChatState,
  chatId: ChatId,
  changeSeq: number,
  seq: number,
  change: Change,
  told: ChatMessage | null = null,
): ChatState {
  // Of the same count the whole message says more: a reaction may have been told before the edit that came first.
  const isOlder = (message: ChatMessage) => message.changeSeq < changeSeq || (told !== null && message.changeSeq === changeSeq)
  const apply = (message: ChatMessage): ChatMessage =>
    message.seq === seq && isOlder(message) ? change(message) : withChangedReply(message, seq, change)
  let next = state
  const thread = state.messages[chatId]
  if (thread) {
    const reached = changeSeq === thread.changeSeq + 1 ? changeSeq : thread.changeSeq
    next = withThread(next, chatId, { items: thread.items.map(apply), changeSeq: reached })
  }
  const line = next.conversations[chatId]
  if (line) next = withLine(next, { ...line, last: line.last && apply(line.last), changeSeq: Math.max(line.changeSeq, changeSeq) })
  const after =
    next.messages[chatId]?.items.find((message) => message.seq === seq) ??
    (line?.last?.seq === seq ? next.conversations[chatId]?.last : told)
  return after ? settled(next, after) : next
}

/** A quote says what its message says now. */
function withChangedReply(message: ChatMessage, seq: number, change: Change): ChatMessage {
  const { reply } = message
  if (reply?.seq !== seq) return message
  const { content, isDeleted } = change({ ...message, content: reply.content, isDeleted: reply.deleted ?? false })
  return { ...message, reply: { ...reply, content, ...(isDeleted ? { deleted: true as const } : {}) } }
}

export function changesLoaded(state: ChatState, event: Extract<ChatEvent, { name: 'changes_loaded' }>): ChatState {
  const { chatId, after, messages, changeSeq } = event
  const thread = state.messages[chatId]
  if (!thread) return state
  const next = messages.reduce((held, message) => messageChanged(held, message), state)
  // A page that was asked for earlier than these has come meanwhile: what lies between is asked for again.
  const reached = after <= thread.changeSeq ? Math.max(thread.changeSeq, changeSeq) : thread.changeSeq
  return withThread(next, chatId, { changeSeq: reached, isChanging: false })
}

export function changesFailed(state: ChatState, chatId: ChatId): Step {
  const again: ChatEvent = { name: 'changes_loaded', chatId, after: 0, messages: [], changeSeq: 0 }
  return { state, effects: [{ do: 'later', ms: CHANGES_AGAIN_MS, event: again }] }
}

/** Fetches for every loaded chat the changes that were missed. */
export function catchUpChanges(state: ChatState): Step {
  let next = state
  const effects: ChatEffect[] = []
  for (const [chatId, thread] of Object.entries(state.messages)) {
    const missing = (state.conversations[chatId]?.changeSeq ?? 0) - thread.changeSeq
    if (thread.status !== 'ready' || thread.isChanging || thread.catchingUp || missing <= 0) continue
    if (missing > MAX_CHANGES) {
      next = withThread(next, chatId, { ...emptyThread, changeSeq: thread.changeSeq + missing })
      effects.push({ do: 'load_page', chatId, page: 'newest', at: null })
    } else {
      next = withThread(next, chatId, { isChanging: true })
      effects.push({ do: 'load_changes', chatId, after: thread.changeSeq })
    }
  }
  return { state: next, effects }
}
