/* Sends messages: one at a time per receiver, the next after its answer. Parallel sends would lose the order through errors, lost
   sockets and restarts. */
import type { ErrorCode } from '#contract/errors.ts'
import type { ChatEffect, Step } from './events.ts'
import { withLastMessage, withConversation, withMessages } from './thread.ts'
import { toStoredMessage } from './chat.map.ts'
import type { ChatMessage, ChatState, OutboxMessage, VoiceClip } from './state.ts'
import { newestRequested } from './pages.ts'

/** Temporary errors and the delay before the next attempt. All others are final until the user retries. */
export const retryDelayMs: Partial<Record<ErrorCode, number>> = { rate_limited: 1_000, unavailable: 2_000, storage_full: 5_000 }

/** A message of another tab is sent from here after this time. */
const TAKEOVER_MS = 15_000

/** Sends the first waiting message of each receiver that has none in flight. */
export function sendNext(state: ChatState): Step {
  if (!state.online || state.paused || !state.isOutboxLoaded) return { state, effects: [] }
  const inFlight = { ...state.inFlight }
  const effects: ChatEffect[] = []
  for (const message of state.outbox) {
    if (message.failure !== null || inFlight[message.to] !== undefined || state.otherTabs[message.id]) continue
    inFlight[message.to] = message.id
    effects.push({ do: 'send_message', message })
  }
  return { state: effects.length > 0 ? { ...state, inFlight } : state, effects }
}

export function messageQueued(state: ChatState, message: OutboxMessage): Step {
  const next = withQueueEffects(
    { ...state, outbox: sortByPosition([...state.outbox.filter(({ id }) => id !== message.id), message]) },
    message,
  )
  const atNewest = message.chat_id === null ? null : newestRequested(next.state, message.chat_id)
  return atNewest ? { state: atNewest.state, effects: [...next.effects, ...atNewest.effects] } : next
}

/** A rejected message is queued again at the end: later ones may already be stored. */
export function messageRetried(state: ChatState, id: string): Step {
  const message = state.outbox.find((entry) => entry.id === id && entry.failure !== null)
  if (!message) return { state, effects: [] }
  const position = Math.max(...state.outbox.map((entry) => entry.position)) + 1
  return messageQueued(state, { ...message, failure: null, position })
}

function withQueueEffects(state: ChatState, message: OutboxMessage): Step {
  const broadcast: ChatEffect = { do: 'broadcast', event: { name: 'message_queued_elsewhere', message } }
  return { state, effects: [{ do: 'save_message', message }, broadcast, ...(state.online ? [] : [{ do: 'reconnect' } as const])] }
}

/** Shows a message of another tab, and sends it from here if that tab doesn't. */
export function messageQueuedElsewhere(state: ChatState, message: OutboxMessage): Step {
  if (message.from !== state.me) return { state, effects: [] }
  const outbox = sortByPosition([...state.outbox.filter(({ id }) => id !== message.id), message])
  const next = { ...state, outbox, otherTabs: { ...state.otherTabs, [message.id]: true as const } }
  return { state: next, effects: [{ do: 'later', ms: TAKEOVER_MS, event: { name: 'message_taken_over', id: message.id } }] }
}

/** The other tab may be closed, or suspended in the background. The server stores a message once, even if it is sent twice. */
export function messageTakenOver(state: ChatState, id: string): ChatState {
  const { [id]: _, ...otherTabs } = state.otherTabs
  return { ...state, otherTabs }
}

/** Adds messages that an earlier visit or a closed tab left unsent. */
export function outboxLoaded(state: ChatState, messages: readonly OutboxMessage[]): Step {
  // One of them may have been acknowledged since the outbox was read.
  const items = Object.values(state.messages).flatMap((thread) => thread.items)
  const ids = new Set([...state.outbox, ...items].map(({ id }) => id))
  const added = messages.filter(({ id, from }) => from === state.me && !ids.has(id))
  const outbox = added.length === 0 ? state.outbox : sortByPosition([...state.outbox, ...added])
  return { state: { ...state, outbox, isOutboxLoaded: true }, effects: [] }
}

/** Keeps what was uploaded, and sends the message once its recording is complete, unless it lost its turn with the connection. */
export function recordingUploaded(
  state: ChatState,
  { id, uploadId, stored }: { id: string; uploadId: string; stored: VoiceClip | null },
): Step {
  const before = state.outbox.find((entry) => entry.id === id)
  if (!before?.voice) return { state, effects: [] }
  const message = { ...before, voice: { ...before.voice, uploadId, stored }, media: stored ? [stored.id] : [] }
  const isInFlight = stored !== null && state.inFlight[message.to] === id
  return {
    state: { ...state, outbox: state.outbox.map((entry) => (entry.id === id ? message : entry)) },
    effects: [{ do: 'save_message', message }, ...(isInFlight ? [{ do: 'send_message', message } as const] : [])],
  }
}

/** The server stored the message: move it from the queue into the chat. */
export function messageStored(
  state: ChatState,
  stored: { id: string; chatId: string; seq: number; sentDate: string; duplicate: boolean },
): Step {
  const message = state.outbox.find(({ id }) => id === stored.id)
  const accepted = { ...state, temporaryError: null }
  if (!message) return storedAfterSettled(withoutInFlight(accepted, stored.id), stored)
  if (stored.duplicate) {
    const next = removeFromOutbox(accepted, [stored.id])
    // The server stored a different body under this id: reload instead of showing ours.
    return { ...next, effects: [...next.effects, { do: 'load_page', chatId: stored.chatId, page: 'newest', at: null }] }
  }
  const item = toStoredMessage(message, { chat_id: stored.chatId, seq: stored.seq, sent_date: stored.sentDate })
  const next = removeFromOutbox(accepted, [stored.id], [item])
  const conversation = next.state.conversations[stored.chatId]
  // A first message to a stranger, or a reply to one, changes what may be written next.
  const isSettled = conversation !== undefined && conversation.request === 'none'
  return {
    state: withLastMessage(withMessages(next.state, stored.chatId, [item]), item),
    effects: [...next.effects, ...(isSettled ? [] : [{ do: 'load_chat', chatId: stored.chatId } as const])],
  }
}

/**
 * Another tab settled the message before our acknowledgement arrived, so we don't have its text. Raising `lastSeq` makes the catch-up
 * load it.
 */
function storedAfterSettled(state: ChatState, { id, chatId, seq }: { id: string; chatId: string; seq: number }): Step {
  const conversation = state.conversations[chatId]
  const isHere = state.messages[chatId]?.items.some((item) => item.id === id)
  if (!conversation || isHere) return { state, effects: [] }
  return {
    state: withConversation(state, { ...conversation, lastSeq: Math.max(conversation.lastSeq, seq) }),
    effects: [{ do: 'load_chat', chatId }],
  }
}

/** Removes messages from the queue: acknowledged, seen in the chat, or discarded. Other tabs show the stored ones in place of theirs. */
export function removeFromOutbox(state: ChatState, ids: readonly string[], stored: readonly ChatMessage[] = []): Step {
  const removed = new Set(ids)
  const effects = state.outbox
    .filter(({ id }) => removed.has(id))
    .flatMap(({ id }): ChatEffect[] => [
      { do: 'delete_message', id },
      { do: 'broadcast', event: { name: 'message_settled_elsewhere', id, stored: stored.find((item) => item.id === id) } },
    ])
  if (effects.length === 0) return { state, effects }
  return { state: ids.reduce(withoutInFlight, { ...state, outbox: state.outbox.filter(({ id }) => !removed.has(id)) }), effects }
}

export function messageRejected(state: ChatState, id: string, code: ErrorCode): Step {
  const message = state.outbox.find((entry) => entry.id === id)
  if (!message) return { state, effects: [] }
  const ms = retryDelayMs[code]
  const next = withoutInFlight(state, id)
  if (ms !== undefined)
    return { state: { ...next, paused: true, temporaryError: code }, effects: [{ do: 'later', ms, event: { name: 'pause_ended' } }] }
  const failed = { ...message, failure: code }
  return {
    state: { ...next, outbox: next.outbox.map((entry) => (entry.id === id ? failed : entry)) },
    effects: [{ do: 'save_message', message: failed }],
  }
}

/** A socket that accepts messages and never answers is dead. */
export function messageTimedOut(state: ChatState, id: string): Step {
  const isAwaited = Object.values(state.inFlight).includes(id)
  return { state, effects: isAwaited ? [{ do: 'drop_link' }] : [] }
}

/** Resets in-flight messages after the socket closed, and shows that they were not sent; they are sent again later. */
export function linkLost(state: ChatState): Step {
  const isAwaiting = Object.keys(state.inFlight).length > 0
  return { state: { ...state, online: false, inFlight: {} }, effects: isAwaiting ? [{ do: 'notify_not_sent' }] : [] }
}

function withoutInFlight(state: ChatState, id: string): ChatState {
  const entries = Object.entries(state.inFlight)
  const rest = entries.filter(([, waiting]) => waiting !== id)
  return rest.length === entries.length ? state : { ...state, inFlight: Object.fromEntries(rest) }
}

function sortByPosition(messages: OutboxMessage[]): OutboxMessage[] {
  return messages.toSorted((a, b) => a.position - b.position)
}
