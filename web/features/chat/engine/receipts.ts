/* How far each side has come: read, delivered, and where the server says that there is more. */
import type { Uid } from '#contract/base/ids.ts'
import type { ChatEffect, Step } from './events.ts'
import { emptyThread, withLine } from './incoming.ts'
import type { ChatId, ChatState, Conversation, Marks } from './types.ts'
import { shown } from './window.ts'

const only = (state: ChatState): Step => ({ state, effects: [] })

export function seenHere(state: ChatState, chatId: ChatId, seq: number): Step {
  const conversation = state.conversations[chatId]
  if (!conversation) return only(state)
  const readSeq = Math.min(seq, conversation.lastSeq)
  const unread = Math.min(conversation.unread, conversation.lastSeq - readSeq)
  if (conversation.readSeq >= readSeq && conversation.unread <= unread) return only(state)
  const next = withLine(state, { ...conversation, readSeq: Math.max(readSeq, conversation.readSeq), unread })
  return state.online ? tellRead(next, chatId) : only(next)
}

/** The server keeps to itself what was read of a stranger's request. */
function tellRead(state: ChatState, chatId: ChatId): Step {
  const conversation = state.conversations[chatId]
  if (!conversation) return only(state)
  return {
    state: withLine(state, { ...conversation, toldSeq: conversation.readSeq }),
    effects: [{ do: 'tell_read', chatId, seq: conversation.readSeq }],
  }
}

/** What was read without a socket is told once there is one; a marker told twice is harmless. */
export function untold(state: ChatState): ChatEffect[] {
  return Object.values(state.conversations)
    .filter(({ readSeq, toldSeq }) => readSeq > toldSeq)
    .map(({ chatId, readSeq }) => ({ do: 'tell_read', chatId, seq: readSeq }))
}

/**
 * Tells once of each chat how far its messages have reached this device; what was read needs no word. What arrives before the
 * person's settings are known is told when they are.
 */
export function tellDelivered(state: ChatState): Step {
  if (!state.online || !state.tellsDelivered) return only(state)
  const due = Object.values(state.conversations).filter(isDue)
  if (due.length === 0) return only(state)
  return {
    state: due.reduce((next, line) => withLine(next, { ...line, toldDeliveredSeq: line.lastSeq }), state),
    effects: due.map(({ chatId, lastSeq }) => ({ do: 'tell_delivered', chatId, seq: lastSeq })),
  }
}

function isDue({ unread, lastSeq, readSeq, toldDeliveredSeq, request }: Conversation): boolean {
  return unread > 0 && lastSeq > Math.max(readSeq, toldDeliveredSeq) && request !== 'received'
}

export function read(state: ChatState, chatId: ChatId, by: Uid, seq: number): ChatState {
  const conversation = state.conversations[chatId]
  if (!conversation) return state
  if (by !== state.me) {
    const theirReadSeq = Math.max(conversation.theirReadSeq, seq)
    return withLine(state, { ...conversation, theirReadSeq, theirDeliveredSeq: Math.max(conversation.theirDeliveredSeq, seq) })
  }
  const readSeq = Math.max(conversation.readSeq, seq)
  const unread = Math.min(conversation.unread, conversation.lastSeq - readSeq)
  return withLine(state, { ...conversation, readSeq, toldSeq: Math.max(conversation.toldSeq, seq), unread })
}

export function delivered(state: ChatState, chatId: ChatId, by: Uid, seq: number): ChatState {
  const conversation = state.conversations[chatId]
  if (!conversation || by === state.me) return state
  return withLine(state, { ...conversation, theirDeliveredSeq: Math.max(conversation.theirDeliveredSeq, seq) })
}

/** One chat is further than we have heard; one that we don't know has just begun. */
export function moved(state: ChatState, mark: Marks): Step {
  const line = state.conversations[mark.chatId]
  if (!line) return { state, effects: [{ do: 'load_chat', chatId: mark.chatId }] }
  return only(withLine(state, further(line, mark)))
}

/**
 * What has moved while there was no socket; of chats whose history is not ours any more, nothing is kept. Those that we don't know
 * are told by the list, which is read after every reconnect: asked for one by one they would be hundreds.
 */
export function resumed(state: ChatState, marks: readonly Marks[], reset: readonly ChatId[]): Step {
  const effects: ChatEffect[] = []
  const told = new Map(marks.map((mark) => [mark.chatId, mark]))
  let next = state
  for (const chatId of reset) {
    const { [chatId]: _, ...messages } = next.messages
    next = { ...next, messages }
    const [line, mark] = [next.conversations[chatId], told.get(chatId)]
    if (line) next = withLine(next, { ...line, ...(mark ?? { lastSeq: 0, changeSeq: 0 }), last: null, unread: 0 })
    effects.push({ do: 'load_chat', chatId })
  }
  for (const mark of marks) {
    const line = next.conversations[mark.chatId]
    if (line) next = withLine(next, further(line, mark))
  }
  const active = next.activeChat
  if (active === null || !reset.includes(active)) return { state: next, effects }
  const again = shown({ ...next, messages: { ...next.messages, [active]: { ...emptyThread, status: 'failed' } } }, active, null)
  return { state: again.state, effects: [...effects, ...again.effects] }
}

function further(line: Conversation, mark: Marks): Conversation {
  const lastSeq = Math.max(line.lastSeq, mark.lastSeq)
  const readSeq = Math.max(line.readSeq, mark.readSeq)
  return {
    ...line,
    lastSeq,
    changeSeq: Math.max(line.changeSeq, mark.changeSeq),
    theirDeliveredSeq: Math.max(line.theirDeliveredSeq, mark.theirDeliveredSeq),
    theirReadSeq: Math.max(line.theirReadSeq, mark.theirReadSeq),
    readSeq,
    unread: Math.min(line.unread + lastSeq - line.lastSeq, lastSeq - readSeq),
    told: line.told === 'nothing' ? 'marks' : line.told,
  }
}
