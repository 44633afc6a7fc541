/* Chat as a machine: from a state and an event to the next state and what to ask of the world. No time, no network, no storage. */
import type { Uid } from '#contract/ids.ts'
import type { ChatEffect, ChatEvent, Step } from './chat.events.ts'
import {
  catchUp,
  olderWanted,
  pageFailed,
  pageLoaded,
  shown,
  withConversation,
  withLine,
  withMessages,
  withThread,
} from './chat.incoming.ts'
import { linkLost, outboxLoaded, refused, retried, sendNext, stored, unanswered, withoutMessages, written } from './chat.outgoing.ts'
import type { ChatId, ChatMessage, ChatState, Conversation } from './chat.types.ts'

const LIST_AGAIN_MS = 5_000

/** One step. What waits is sent and what is missing is fetched after every event, so no single event has to think of it. */
export function step(before: ChatState, event: ChatEvent): Step {
  const first = react(before, event)
  const second = catchUp(first.state)
  const third = sendNext(second.state)
  return { state: third.state, effects: [...first.effects, ...second.effects, ...third.effects] }
}

function react(state: ChatState, event: ChatEvent): Step {
  switch (event.name) {
    case 'started':
      return { state, effects: [{ do: 'load_outbox' }, { do: 'load_list' }] }
    case 'link_opened':
      return { state: { ...state, online: true }, effects: [{ do: 'load_outbox' }, { do: 'load_list' }, ...untold(state)] }
    case 'link_lost':
      return only(linkLost(state))
    case 'list_wanted':
      return { state: { ...state, list: state.list === 'failed' ? 'loading' : state.list }, effects: [{ do: 'load_list' }] }
    case 'list_loaded':
      return listLoaded(state, event.conversations)
    case 'list_failed':
      return listFailed(state)
    case 'chat_opened':
      return only(withLine(state, newer(state.conversations[event.conversation.chatId], event.conversation)))
    case 'shown':
      return shown(state, event.chatId)
    case 'older_wanted':
      return olderWanted(state, event.chatId)
    case 'page_loaded':
      return arrivedTogether(pageLoaded(state, event.chatId, event.page, event.messages), event.messages)
    case 'page_failed':
      return pageFailed(state, event.chatId, event.page, event.isMissing)
    case 'catch_up_again':
      return only(withThread(state, event.chatId, { catchingUp: false }))
    case 'outbox_loaded':
      return outboxLoaded(state, event.messages)
    case 'written':
      return written(state, event.message)
    case 'retried':
      return retried(state, event.id)
    case 'discarded':
      return withoutMessages(state, [event.id])
    case 'stored':
      return stored(state, event)
    case 'refused':
      return refused(state, event.id, event.code)
    case 'unanswered':
      return unanswered(state, event.id)
    case 'pause_over':
      return only({ ...state, paused: false })
    case 'arrived':
      return arrived(state, event.message)
    case 'seen_here':
      return seenHere(state, event.chatId)
    case 'read':
      return only(read(state, event.chatId, event.by, event.seq))
    case 'typing':
      return only({ ...state, typing: { ...state.typing, [event.chatId]: event.untilMs } })
    case 'typing_over':
      return only(state.typing[event.chatId] === event.untilMs ? notTyping(state, event.chatId) : state)
    default:
      return unreachable(event)
  }
}

/** The compiler proves that this is never called. */
function unreachable(event: never): never {
  throw new Error(`no such event: ${JSON.stringify(event)}`)
}

function only(state: ChatState): Step {
  return { state, effects: [] }
}

function listLoaded(state: ChatState, loaded: readonly Conversation[]): Step {
  // An empty chat was opened by us; the list may have been drawn up just before.
  const kept = Object.values(state.conversations).filter(({ lastSeq }) => lastSeq === 0)
  const conversations = Object.fromEntries(
    [...kept, ...loaded].map((conversation) => [conversation.chatId, newer(state.conversations[conversation.chatId], conversation)]),
  )
  const next: ChatState = { ...state, list: 'ready', conversations }
  // The page that shows a chat whose loading failed while we were away recovers by itself.
  const active = next.activeChat
  return active !== null && next.messages[active]?.status === 'failed' ? shown(next, active) : only(next)
}

/** What was loaded before stays; while there is a socket, the server is asked again shortly. */
function listFailed(state: ChatState): Step {
  const again: ChatEffect = { do: 'later', ms: LIST_AGAIN_MS, event: { name: 'list_wanted' } }
  return { state: { ...state, list: state.list === 'ready' ? 'ready' : 'failed' }, effects: state.online ? [again] : [] }
}

/** The server's line, unless ours knows of a later message; read markers never go back. */
function newer(ours: Conversation | undefined, theirs: Conversation): Conversation {
  if (!ours) return theirs
  const ahead = ours.lastSeq > theirs.lastSeq ? { last: ours.last, lastSeq: ours.lastSeq, unread: ours.unread } : {}
  const readSeq = Math.max(ours.readSeq, theirs.readSeq)
  const unread = readSeq >= theirs.lastSeq ? 0 : theirs.unread
  const theirReadSeq = Math.max(ours.theirReadSeq, theirs.theirReadSeq)
  return { ...theirs, unread, readSeq, toldSeq: Math.max(ours.toldSeq, theirs.toldSeq), theirReadSeq, ...ahead }
}

const loadList: ChatEffect = { do: 'load_list' }

function arrived(state: ChatState, message: ChatMessage): Step {
  const isKnown = state.conversations[message.chat_id] !== undefined
  const next = arrivedTogether(withMessages(state, message.chat_id, [message]), [message])
  const quiet = message.sender === state.me ? next.state : notTyping(next.state, message.chat_id)
  return { state: withConversation(quiet, message), effects: [...next.effects, ...(isKnown ? [] : [loadList])] }
}

/** Our own messages that turn up in a chat are out of the queue, whoever sent them there: this tab or another. */
function arrivedTogether(state: ChatState, messages: readonly ChatMessage[]): Step {
  return withoutMessages(
    state,
    messages.filter(({ sender }) => sender === state.me).map(({ id }) => id),
  )
}

function seenHere(state: ChatState, chatId: ChatId): Step {
  const conversation = state.conversations[chatId]
  if (!conversation || (conversation.readSeq >= conversation.lastSeq && conversation.unread === 0)) return only(state)
  const next = withLine(state, { ...conversation, readSeq: conversation.lastSeq, unread: 0 })
  return state.online ? tellRead(next, chatId) : only(next)
}

function tellRead(state: ChatState, chatId: ChatId): Step {
  const conversation = state.conversations[chatId]
  if (!conversation) return only(state)
  return {
    state: withLine(state, { ...conversation, toldSeq: conversation.readSeq }),
    effects: [{ do: 'tell_read', chatId, seq: conversation.readSeq }],
  }
}

/** What was read without a socket is told once there is one; a marker told twice is harmless. */
function untold(state: ChatState): ChatEffect[] {
  return Object.values(state.conversations)
    .filter(({ readSeq, toldSeq }) => readSeq > toldSeq)
    .map(({ chatId, readSeq }) => ({ do: 'tell_read', chatId, seq: readSeq }))
}

function read(state: ChatState, chatId: ChatId, by: Uid, seq: number): ChatState {
  const conversation = state.conversations[chatId]
  if (!conversation) return state
  if (by !== state.me) return withLine(state, { ...conversation, theirReadSeq: Math.max(conversation.theirReadSeq, seq) })
  const readSeq = Math.max(conversation.readSeq, seq)
  const unread = Math.min(conversation.unread, conversation.lastSeq - readSeq)
  return withLine(state, { ...conversation, readSeq, toldSeq: Math.max(conversation.toldSeq, seq), unread })
}

function notTyping(state: ChatState, chatId: ChatId): ChatState {
  const { [chatId]: until, ...typing } = state.typing
  return until === undefined ? state : { ...state, typing }
}
