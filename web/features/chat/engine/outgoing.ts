/* The way out: one message per receiver under way, the next after its answer. That keeps the order through refusals,
   lost sockets and restarts; sending several at once would not. */
import type { ErrorCode } from '#contract/errors.ts'
import type { ChatEffect, Step } from './events.ts'
import { withConversation, withLine, withMessages } from './incoming.ts'
import { toStoredMessage } from './chat.map.ts'
import type { ChatState, OutboxMessage } from './types.ts'
import { newestWanted } from './window.ts'

/** Refusals that pass by themselves: how long to wait before trying again. Any other is final until the person retries. */
export const patienceMs: Partial<Record<ErrorCode, number>> = { rate_limited: 1_000, unavailable: 2_000, storage_full: 5_000 }

/** A message that another tab wrote is ours to send after so long. */
const TAKE_OVER_MS = 15_000

/** Sends for each receiver the first waiting message, unless one is under way. */
export function sendNext(state: ChatState): Step {
  if (!state.online || state.paused || !state.isOutboxRead) return { state, effects: [] }
  const inFlight = { ...state.inFlight }
  const effects: ChatEffect[] = []
  for (const message of state.outbox) {
    if (message.failure !== null || inFlight[message.to] !== undefined || state.elsewhere[message.id]) continue
    inFlight[message.to] = message.id
    effects.push({ do: 'send', message })
  }
  return { state: effects.length > 0 ? { ...state, inFlight } : state, effects }
}

/** A new message joins the queue at its end. */
export function written(state: ChatState, message: OutboxMessage): Step {
  const next = queued({ ...state, outbox: inOrder([...state.outbox.filter(({ id }) => id !== message.id), message]) }, message)
  const back = message.chat_id === null ? null : newestWanted(next.state, message.chat_id)
  return back ? { state: back.state, effects: [...next.effects, ...back.effects] } : next
}

/** A refused message tries again, behind those that were written meanwhile: they may be through already. */
export function retried(state: ChatState, id: string): Step {
  const message = state.outbox.find((it) => it.id === id && it.failure !== null)
  if (!message) return { state, effects: [] }
  const position = Math.max(...state.outbox.map((it) => it.position)) + 1
  return written(state, { ...message, failure: null, position })
}

function queued(state: ChatState, message: OutboxMessage): Step {
  const told: ChatEffect = { do: 'tell_tabs', told: { name: 'written_elsewhere', message } }
  return { state, effects: [{ do: 'keep', message }, told, ...(state.online ? [] : [{ do: 'wake' } as const])] }
}

/** Another tab of this person has written: it is shown here too, and sent from here only when that tab does not get to it. */
export function writtenElsewhere(state: ChatState, message: OutboxMessage): Step {
  if (message.from !== state.me) return { state, effects: [] }
  const outbox = inOrder([...state.outbox.filter(({ id }) => id !== message.id), message])
  const next = { ...state, outbox, elsewhere: { ...state.elsewhere, [message.id]: true as const } }
  return { state: next, effects: [{ do: 'later', ms: TAKE_OVER_MS, event: { name: 'taken_over', id: message.id } }] }
}

/** The other tab may be gone, or asleep in the background. Sent twice, a message is stored once. */
export function takenOver(state: ChatState, id: string): ChatState {
  const { [id]: _, ...elsewhere } = state.elsewhere
  return { ...state, elsewhere }
}

/** What an earlier visit, or another tab that is gone, has left unsent. */
export function outboxLoaded(state: ChatState, messages: readonly OutboxMessage[]): Step {
  // The outbox may have been read just before one of them was acknowledged.
  const items = Object.values(state.messages).flatMap((thread) => thread.items)
  const known = new Set([...state.outbox, ...items].map(({ id }) => id))
  const added = messages.filter(({ id, from }) => from === state.me && !known.has(id))
  const outbox = added.length === 0 ? state.outbox : inOrder([...state.outbox, ...added])
  return { state: { ...state, outbox, isOutboxRead: true }, effects: [] }
}

/** The server has it: out of the queue, into the chat. */
export function stored(state: ChatState, at: { id: string; chatId: string; seq: number; sentDate: string; duplicate: boolean }): Step {
  const message = state.outbox.find(({ id }) => id === at.id)
  const taken = { ...state, heldUp: null }
  if (!message) return settledBefore(landed(taken, at.id), at)
  const next = withoutMessages(taken, [at.id])
  // Another body was kept under this id (it can only be another program's): ours must not be shown as what was said.
  if (at.duplicate) return { ...next, effects: [...next.effects, { do: 'load_page', chatId: at.chatId, page: 'newest', at: null }] }
  const item = toStoredMessage(message, { chat_id: at.chatId, seq: at.seq, sent_date: at.sentDate })
  const line = next.state.conversations[at.chatId]
  // A first message to a stranger, and an answer to one, change what may be written next.
  const isSettled = line !== undefined && line.request === 'none'
  return {
    state: withConversation(withMessages(next.state, at.chatId, [item]), item),
    effects: [...next.effects, ...(isSettled ? [] : [{ do: 'load_chat', chatId: at.chatId } as const])],
  }
}

/**
 * Another tab saw the message in the chat and settled it, before our own answer came: what we no longer hold is read again.
 * The chat then promises more than is here, and what follows every event fetches it.
 */
function settledBefore(state: ChatState, { id, chatId, seq }: { id: string; chatId: string; seq: number }): Step {
  const line = state.conversations[chatId]
  const isHere = state.messages[chatId]?.items.some((item) => item.id === id)
  if (!line || isHere) return { state, effects: [] }
  return { state: withLine(state, { ...line, lastSeq: Math.max(line.lastSeq, seq) }), effects: [{ do: 'load_chat', chatId }] }
}

/** Takes messages out of the queue: acknowledged, seen in the chat, or given up by the person. */
export function withoutMessages(state: ChatState, ids: readonly string[]): Step {
  const gone = new Set(ids)
  const effects = state.outbox
    .filter(({ id }) => gone.has(id))
    .flatMap(({ id }): ChatEffect[] => [
      { do: 'forget', id },
      { do: 'tell_tabs', told: { name: 'settled_elsewhere', id } },
    ])
  if (effects.length === 0) return { state, effects }
  return { state: ids.reduce(landed, { ...state, outbox: state.outbox.filter(({ id }) => !gone.has(id)) }), effects }
}

export function refused(state: ChatState, id: string, code: ErrorCode): Step {
  const message = state.outbox.find((it) => it.id === id)
  if (!message) return { state, effects: [] }
  const ms = patienceMs[code]
  const next = landed(state, id)
  if (ms !== undefined)
    return { state: { ...next, paused: true, heldUp: code }, effects: [{ do: 'later', ms, event: { name: 'pause_over' } }] }
  const failed = { ...message, failure: code }
  return { state: { ...next, outbox: next.outbox.map((it) => (it.id === id ? failed : it)) }, effects: [{ do: 'keep', message: failed }] }
}

/** A socket that takes messages and never answers is no socket. */
export function unanswered(state: ChatState, id: string): Step {
  const isAwaited = Object.values(state.inFlight).includes(id)
  return { state, effects: isAwaited ? [{ do: 'give_up_link' }, { do: 'say_not_sent' }] : [] }
}

/** Nothing is under way on a socket that is gone; what was waits for its turn again. */
export function linkLost(state: ChatState): ChatState {
  return { ...state, online: false, inFlight: {} }
}

function landed(state: ChatState, id: string): ChatState {
  const entries = Object.entries(state.inFlight)
  const rest = entries.filter(([, waiting]) => waiting !== id)
  return rest.length === entries.length ? state : { ...state, inFlight: Object.fromEntries(rest) }
}

function inOrder(messages: OutboxMessage[]): OutboxMessage[] {
  return messages.toSorted((one, two) => one.position - two.position)
}
