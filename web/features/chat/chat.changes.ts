/* Edits, deletions and reactions. Each one has a number in its chat, without holes: whoever misses one asks for it. One's own
   are shown at once and asked for until the server has confirmed or refused them. */
import type { ErrorCode } from '#contract/errors.ts'
import type { ChatEffect, ChatEvent, Step } from './chat.events.ts'
import { emptyThread, withLine, withThread } from './chat.incoming.ts'
import type { ChatId, ChatMessage, ChatState, MessageAct } from './chat.types.ts'

/** More missed changes than this are not fetched one by one; the chat starts again from its newest. */
const MAX_CHANGES = 400
const CHANGES_AGAIN_MS = 3_000
const ACT_WITHIN_MS = 10_000

/** The message as it is now, told by the server. */
export function messageChanged(state: ChatState, message: ChatMessage): ChatState {
  return changed(state, message.chat_id, message.changeSeq, message.seq, () => message)
}

export function messageDeleted(
  state: ChatState,
  { chatId, seq, changeSeq }: { chatId: ChatId; seq: number; changeSeq: number },
): ChatState {
  return changed(state, chatId, changeSeq, seq, (message) => withoutContent({ ...message, changeSeq }))
}

export function messageReacted(
  state: ChatState,
  { chatId, seq, changeSeq, reactions }: { chatId: ChatId; seq: number; changeSeq: number; reactions: ChatMessage['reactions'] },
): ChatState {
  return changed(state, chatId, changeSeq, seq, (message) => ({ ...message, reactions, changeSeq }))
}

/** What is left of a message that was deleted for everyone: its place. */
export function withoutContent(message: ChatMessage): ChatMessage {
  return { ...message, isDeleted: true, content: '', referenceItem: [], media: [], pictures: [], reactions: [], reply: null }
}

type Change = (message: ChatMessage) => ChatMessage

function changed(state: ChatState, chatId: ChatId, changeSeq: number, seq: number, change: Change): ChatState {
  const apply = (message: ChatMessage): ChatMessage =>
    message.seq === seq && message.changeSeq < changeSeq ? change(message) : withChangedReply(message, seq, change)
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
    (line?.last?.seq === seq ? next.conversations[chatId]?.last : null)
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

/** Somebody changes one of the messages here: shown at once, asked for while there is a socket. */
export function acted(state: ChatState, act: MessageAct): Step {
  const others = state.acts.filter((other) => !replaces(act, other))
  const message = state.messages[act.chatId]?.items.find(({ id }) => id === act.id)
  // Nothing to ask for, unless the opposite was asked for a moment ago.
  if (others.length === state.acts.length && message && isTrue(act, message, state.me)) return { state, effects: [] }
  return { state: { ...state, acts: [...others, act] }, effects: state.online ? asked(act) : [] }
}

/** The server says nothing of a change that changes nothing; after a while its silence is the answer. */
function asked(act: MessageAct): ChatEffect[] {
  return [
    { do: 'send_act', act },
    { do: 'later', ms: ACT_WITHIN_MS, event: { name: 'act_over', act } },
  ]
}

export function actOver(state: ChatState, act: MessageAct): ChatState {
  return state.online ? { ...state, acts: state.acts.filter((other) => other !== act) } : state
}

/** What was not confirmed before the socket was lost is asked for again; each of them twice is as good as once. */
export function actsAgain(state: ChatState): ChatEffect[] {
  return state.acts.flatMap(asked)
}

export function actRefused(state: ChatState, id: string, code: ErrorCode): Step {
  const acts = state.acts.filter((act) => act.id !== id)
  return acts.length === state.acts.length ? { state, effects: [] } : { state: { ...state, acts }, effects: [{ do: 'say_refused', code }] }
}

/** Acts that have come true are done. */
function settled(state: ChatState, message: ChatMessage): ChatState {
  const acts = state.acts.filter((act) => act.id !== message.id || !isTrue(act, message, state.me))
  return acts.length === state.acts.length ? state : { ...state, acts }
}

function isTrue(act: MessageAct, message: ChatMessage, me: string): boolean {
  if (message.isDeleted) return true
  if (act.kind === 'edit') return message.content === act.content
  if (act.kind === 'delete') return false
  return hasGiven(message, act.emoji, me) === act.on
}

function replaces(act: MessageAct, other: MessageAct): boolean {
  if (act.id !== other.id || act.kind !== other.kind) return false
  return act.kind !== 'react' || (other.kind === 'react' && other.emoji === act.emoji)
}

function hasGiven({ reactions }: ChatMessage, emoji: string, uid: string): boolean {
  return reactions.some((reaction) => reaction.emoji === emoji && reaction.by.includes(uid))
}

/** The message as it will be once its acts have come true. */
export function withActs(message: ChatMessage, acts: readonly MessageAct[], me: string): ChatMessage {
  return acts.reduce((held, act) => (act.id === message.id ? withAct(held, act, me) : held), message)
}

function withAct(message: ChatMessage, act: MessageAct, me: string): ChatMessage {
  if (message.isDeleted) return message
  if (act.kind === 'delete') return withoutContent(message)
  if (act.kind === 'edit') return { ...message, content: act.content, editedDate: message.editedDate || message.sent_date }
  if (hasGiven(message, act.emoji, me) === act.on) return message
  const others = message.reactions.map((it) => (it.emoji === act.emoji ? { ...it, by: it.by.filter((uid) => uid !== me) } : it))
  if (!act.on) return { ...message, reactions: others.filter(({ by }) => by.length > 0) }
  const isNew = others.every(({ emoji }) => emoji !== act.emoji)
  const given = others.map((it) => (it.emoji === act.emoji ? { ...it, by: [...it.by, me] } : it))
  return { ...message, reactions: isNew ? [...given, { emoji: act.emoji, by: [me] }] : given }
}
