/* Read and delivery receipts, and positions that the server announces. */
import type { Uid } from '#contract/base/ids.ts'
import { withoutEffects, type ChatEffect, type Step } from './events.ts'
import { emptyThread, withConversation } from './thread.ts'
import type { ChatId, ChatState, Conversation, Positions } from './state.ts'
import { showChat } from './pages.ts'

export function messagesSeen(state: ChatState, chatId: ChatId, seq: number): Step {
  const conversation = state.conversations[chatId]
  if (!conversation) return withoutEffects(state)
  const readSeq = Math.min(seq, conversation.lastSeq)
  const unread = Math.min(conversation.unread, conversation.lastSeq - readSeq)
  if (conversation.readSeq >= readSeq && conversation.unread <= unread) return withoutEffects(state)
  const next = withConversation(state, { ...conversation, readSeq: Math.max(readSeq, conversation.readSeq), unread })
  return state.online ? sendReadReceipt(next, chatId) : withoutEffects(next)
}

function sendReadReceipt(state: ChatState, chatId: ChatId): Step {
  const conversation = state.conversations[chatId]
  if (!conversation) return withoutEffects(state)
  return {
    state: withConversation(state, { ...conversation, toldSeq: conversation.readSeq }),
    effects: [{ do: 'send_read_receipt', chatId, seq: conversation.readSeq }],
  }
}

/** Read receipts that were not sent while offline. A repeated receipt is harmless. */
export function unsentReadReceipts(state: ChatState): ChatEffect[] {
  return Object.values(state.conversations)
    .filter(({ readSeq, toldSeq }) => readSeq > toldSeq)
    .map(({ chatId, readSeq }) => ({ do: 'send_read_receipt', chatId, seq: readSeq }))
}

/**
 * Sends one delivery receipt per chat with new messages; read messages need none. Nothing is sent before the privacy settings are
 * loaded.
 */
export function sendDeliveryReceipts(state: ChatState): Step {
  if (!state.online || !state.sendsReceipts) return withoutEffects(state)
  const due = Object.values(state.conversations).filter(isDue)
  if (due.length === 0) return withoutEffects(state)
  return {
    state: due.reduce((next, conversation) => withConversation(next, { ...conversation, toldDeliveredSeq: conversation.lastSeq }), state),
    effects: due.map(({ chatId, lastSeq }) => ({ do: 'send_delivery_receipt', chatId, seq: lastSeq })),
  }
}

function isDue({ unread, lastSeq, readSeq, toldDeliveredSeq, request }: Conversation): boolean {
  return unread > 0 && lastSeq > Math.max(readSeq, toldDeliveredSeq) && request !== 'received'
}

export function readReceipt(state: ChatState, chatId: ChatId, by: Uid, seq: number): ChatState {
  const conversation = state.conversations[chatId]
  if (!conversation) return state
  if (by !== state.me) {
    const theirReadSeq = Math.max(conversation.theirReadSeq, seq)
    return withConversation(state, { ...conversation, theirReadSeq, theirDeliveredSeq: Math.max(conversation.theirDeliveredSeq, seq) })
  }
  const readSeq = Math.max(conversation.readSeq, seq)
  const unread = Math.min(conversation.unread, conversation.lastSeq - readSeq)
  return withConversation(state, { ...conversation, readSeq, toldSeq: Math.max(conversation.toldSeq, seq), unread })
}

export function deliveryReceipt(state: ChatState, chatId: ChatId, by: Uid, seq: number): ChatState {
  const conversation = state.conversations[chatId]
  if (!conversation || by === state.me) return state
  return withConversation(state, { ...conversation, theirDeliveredSeq: Math.max(conversation.theirDeliveredSeq, seq) })
}

/** A chat advanced; an unknown chat is new. */
export function chatAdvanced(state: ChatState, position: Positions): Step {
  const conversation = state.conversations[position.chatId]
  if (!conversation) return { state, effects: [{ do: 'load_chat', chatId: position.chatId }] }
  return withoutEffects(withConversation(state, withPositions(conversation, position)))
}

/**
 * Applies the positions after a reconnect, and drops the history of chats in `reset`. Unknown chats come with the list, which is loaded
 * after every reconnect: single requests could be hundreds.
 */
export function resumed(state: ChatState, positions: readonly Positions[], reset: readonly ChatId[]): Step {
  const effects: ChatEffect[] = []
  const byChat = new Map(positions.map((position) => [position.chatId, position]))
  let next = state
  for (const chatId of reset) {
    const { [chatId]: _, ...messages } = next.messages
    next = { ...next, messages }
    const [conversation, position] = [next.conversations[chatId], byChat.get(chatId)]
    if (conversation)
      next = withConversation(next, { ...conversation, ...(position ?? { lastSeq: 0, changeSeq: 0 }), last: null, unread: 0 })
    effects.push({ do: 'load_chat', chatId })
  }
  const conversations = { ...next.conversations }
  for (const position of positions) {
    const conversation = conversations[position.chatId]
    if (!conversation) continue
    conversations[position.chatId] = withPositions(conversation, position)
    if (hasUnseenChange(next, conversation, position)) effects.push({ do: 'load_chat', chatId: conversation.chatId })
  }
  next = { ...next, conversations }
  const active = next.activeChat
  if (active === null || !reset.includes(active)) return { state: next, effects }
  const repeated = showChat({ ...next, messages: { ...next.messages, [active]: { ...emptyThread, status: 'failed' } } }, active, null)
  return { state: repeated.state, effects: [...effects, ...repeated.effects] }
}

/** Whether the last message of another user may have changed, or be gone with their account. Loaded chats load their changes anyway. */
function hasUnseenChange({ me, messages }: ChatState, { chatId, changeSeq, last }: Conversation, position: Positions): boolean {
  return position.changeSeq > changeSeq && last !== null && last.sender !== me && messages[chatId]?.status !== 'ready'
}

function withPositions(conversation: Conversation, position: Positions): Conversation {
  const lastSeq = Math.max(conversation.lastSeq, position.lastSeq)
  const readSeq = Math.max(conversation.readSeq, position.readSeq)
  return {
    ...conversation,
    lastSeq,
    changeSeq: Math.max(conversation.changeSeq, position.changeSeq),
    theirDeliveredSeq: Math.max(conversation.theirDeliveredSeq, position.theirDeliveredSeq),
    theirReadSeq: Math.max(conversation.theirReadSeq, position.theirReadSeq),
    readSeq,
    unread: Math.min(conversation.unread + lastSeq - conversation.lastSeq, lastSeq - readSeq),
    confirmed: conversation.confirmed === 'nothing' ? 'positions' : conversation.confirmed,
  }
}
