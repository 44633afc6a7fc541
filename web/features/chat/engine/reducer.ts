/* Chat as a machine: from a state and an event to the next state and what to ask of the world. No time, no network, no storage. */
import {
  actAnswered,
  acted,
  actedElsewhere,
  actOverElsewhere,
  actRefused,
  actsAgain,
  actsLoaded,
  actTakenOver,
  actUnsettled,
  tellActsOver,
} from './message-commands.ts'
import { catchUpChanges, changesFailed, changesLoaded, messageChanged, messageDeleted, messageReacted } from './changes.ts'
import type { ChatEffect, ChatEvent, MessageEvent, Step } from './events.ts'
import { forgetTheGone } from './gone.ts'
import { catchUp, withConversation, withMessages, withThread } from './incoming.ts'
import {
  askForShown,
  cacheLoaded,
  chatChanged,
  chatGone,
  chatOpened,
  listFailed,
  listLoaded,
  listWanted,
  loadList,
  loadLists,
  moreWanted,
  relationshipChanged,
} from './lists.ts'
import { delivered, moved, read, resumed, seenHere, tellDelivered, untold } from './receipts.ts'
import {
  linkLost,
  outboxLoaded,
  refused,
  retried,
  sendNext,
  stored,
  takenOver,
  unanswered,
  withoutMessages,
  written,
  writtenElsewhere,
} from './outgoing.ts'
import type { ChatId, ChatMessage, ChatState } from './types.ts'
import { pageFailed, pageLoaded } from './pages.ts'
import { jumped, lookedAt, newerWanted, newestWanted, olderWanted, shown } from './window.ts'

/** What follows after every event, so no single event has to think of it. */
const always = [forgetTheGone, catchUp, catchUpChanges, tellDelivered, sendNext]

/** One step: what waits is sent, what is missing is fetched, what has arrived is told. */
export function step(before: ChatState, event: ChatEvent): Step {
  const { state, effects } = always.reduce(andThen, react({ ...before, revision: before.revision + 1 }, event))
  // What another tab has told need not be told back: by now it may wish for the same anew.
  return { state, effects: event.name.endsWith('_elsewhere') ? effects : [...effects, ...tellActsOver(before, state)] }
}

function andThen(done: Step, next: (state: ChatState) => Step): Step {
  const { state, effects } = next(done.state)
  return { state, effects: [...done.effects, ...effects] }
}

function react(state: ChatState, event: ChatEvent): Step {
  switch (event.name) {
    case 'started':
      return { state, effects: [{ do: 'load_outbox' }, loadList('chats')] }
    case 'link_opened':
      return linkOpened(state)
    case 'link_lost':
      return only(linkLost(state))
    case 'privacy_told':
      return only({ ...state, tellsDelivered: event.receipts })
    case 'list_wanted':
      return listWanted(state, event.tab)
    case 'more_wanted':
      return moreWanted(state, event.tab)
    case 'list_loaded':
      return listLoaded(state, event)
    case 'list_failed':
      return listFailed(state, event.tab, event.from)
    case 'cache_loaded':
      return andThen(cacheLoaded(state, event), (next) => actsLoaded(next, event.acts))
    case 'chat_opened':
      return chatOpened(state, event)
    case 'chat_changed':
      return chatChanged(state, event.chatId)
    case 'chat_gone':
      return chatGone(state, event)
    case 'relationship_changed':
      return relationshipChanged(state, event.uid)
    case 'resumed':
      return resumed(state, event.marks, event.reset)
    case 'moved':
      return moved(state, event.mark)
    case 'shown':
      return askingForShown(shown(state, event.chatId, event.at))
    case 'older_wanted':
      return olderWanted(state, event.chatId)
    case 'newer_wanted':
      return newerWanted(state, event.chatId)
    case 'newest_wanted':
      return newestWanted(state, event.chatId)
    case 'jumped':
      return jumped(state, event.chatId, event.seq)
    case 'looked_at':
      return only(lookedAt(state, event.chatId, event.seq))
    case 'page_loaded':
      return arrivedTogether(pageLoaded(state, event), event.messages)
    case 'page_failed':
      return pageFailed(state, event)
    case 'catch_up_again':
      return only(withThread(state, event.chatId, { catchingUp: false }))
    default:
      return reactToMessages(state, event)
  }
}

/** The other half: single messages, and what people do with them. */
function reactToMessages(state: ChatState, event: MessageEvent): Step {
  switch (event.name) {
    case 'changes_loaded':
      return only(changesLoaded(state, event))
    case 'changes_failed':
      return changesFailed(state, event.chatId)
    case 'message_changed':
      return only(actAnswered(messageChanged(state, event.message), event.message.id, 'edit'))
    case 'message_deleted':
      return only(messageDeleted(state, event))
    case 'message_reacted':
      return only(actAnswered(messageReacted(state, event), event.id, 'react'))
    case 'acted':
      return acted(state, event.act)
    case 'act_unsettled':
      return actUnsettled(state, event.act)
    case 'acted_elsewhere':
      return actedElsewhere(state, event.act)
    case 'act_over_elsewhere':
      return only(actOverElsewhere(state, event.act))
    case 'act_taken_over':
      return actTakenOver(state, event.act)
    case 'outbox_loaded':
      return outboxLoaded(state, event.messages)
    case 'written':
      return written(state, event.message)
    case 'written_elsewhere':
      return writtenElsewhere(state, event.message)
    case 'settled_elsewhere':
      return quietly(withoutMessages(state, [event.id]))
    case 'taken_over':
      return only(takenOver(state, event.id))
    case 'retried':
      return retried(state, event.id)
    case 'discarded':
      return withoutMessages(state, [event.id])
    case 'stored':
      return stored(state, event)
    case 'refused':
      return state.acts.some(({ id }) => id === event.id) ? actRefused(state, event.id, event.code) : refused(state, event.id, event.code)
    case 'unanswered':
      return unanswered(state, event.id)
    case 'pause_over':
      return only({ ...state, paused: false })
    case 'arrived':
      return arrived(state, event.message)
    case 'seen_here':
      return seenHere(state, event.chatId, event.seq)
    case 'read':
      return only(read(state, event.chatId, event.by, event.seq))
    case 'delivered':
      return only(delivered(state, event.chatId, event.by, event.seq))
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

/** Another tab has told everybody already. */
function quietly({ state, effects }: Step): Step {
  return { state, effects: effects.filter((effect) => effect.do !== 'tell_tabs') }
}

/** What was left undone without a socket is done, and the server is asked what has moved meanwhile. */
function linkOpened(before: ChatState): Step {
  const { state, effects } = actsAgain({ ...before, online: true, elsewhere: {} })
  const asked: ChatEffect[] = [{ do: 'resume' }, { do: 'load_outbox' }, ...loadLists(state), ...untold(state), ...effects]
  return askingForShown({ state, effects: asked })
}

function askingForShown({ state, effects }: Step): Step {
  return { state, effects: [...effects, ...askForShown(state)] }
}

function arrived(state: ChatState, message: ChatMessage): Step {
  const isKnown = state.conversations[message.chat_id] !== undefined
  const next = arrivedTogether(withMessages(state, message.chat_id, [message]), [message])
  const quiet = message.sender === state.me ? next.state : notTyping(next.state, message.chat_id)
  return {
    state: withConversation(quiet, message),
    effects: [...next.effects, ...(isKnown ? [] : [{ do: 'load_chat', chatId: message.chat_id } as const])],
  }
}

/** Our own messages that turn up in a chat are out of the queue, whoever sent them there: this tab or another. */
function arrivedTogether(state: ChatState, messages: readonly ChatMessage[]): Step {
  return withoutMessages(
    state,
    messages.filter(({ sender }) => sender === state.me).map(({ id }) => id),
  )
}

function notTyping(state: ChatState, chatId: ChatId): ChatState {
  const { [chatId]: until, ...typing } = state.typing
  return until === undefined ? state : { ...state, typing }
}
