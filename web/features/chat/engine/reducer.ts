/* The chat reducer: maps a state and an event to the next state and its side effects. It uses no clock, network or storage. */
import { unreachable } from '#contract/base/unreachable.ts'
import {
  commandAnswered,
  commandIssued,
  commandIssuedElsewhere,
  commandSettledElsewhere,
  commandRejected,
  resendCommands,
  commandsLoaded,
  commandTakenOver,
  commandTimedOut,
  broadcastSettledCommands,
} from './changes.ts'
import { catchUpChanges, changesFailed, changesLoaded, messageChanged, messageDeleted, messageReacted } from './changes.ts'
import { withoutEffects, type ChatEffect, type ChatEvent, type MessageEvent, type Step } from './events.ts'
import { dropDeletedAccounts } from './conversations.ts'
import { catchUp, withLastMessage, withMessages, withThread } from './thread.ts'
import {
  loadShownChat,
  cacheLoaded,
  chatChanged,
  chatGone,
  chatOpened,
  listFailed,
  listLoaded,
  listRequested,
  loadList,
  loadLists,
  moreRequested,
  personChanged,
  relationshipChanged,
} from './conversations.ts'
import { deliveryReceipt, chatAdvanced, readReceipt, resumed, messagesSeen, sendDeliveryReceipts, unsentReadReceipts } from './receipts.ts'
import {
  linkLost,
  outboxLoaded,
  messageRejected,
  messageRetried,
  sendNext,
  messageStored,
  recordingUploaded,
  messageTakenOver,
  messageTimedOut,
  removeFromOutbox,
  messageQueued,
  messageQueuedElsewhere,
} from './outgoing.ts'
import type { ChatId, ChatMessage, ChatState } from './state.ts'
import { pageFailed, pageLoaded } from './pages.ts'
import { jumpTo, readingPositionChanged, newerRequested, newestRequested, olderRequested, prepareChat, showChat } from './pages.ts'

/** Runs after every event, so that no single event handler has to. */
const afterEveryEvent = [dropDeletedAccounts, catchUp, catchUpChanges, sendDeliveryReceipts, sendNext]

/** Applies one event, then sends, loads and reports what is due. */
export function step(before: ChatState, event: ChatEvent): Step {
  const { state, effects } = afterEveryEvent.reduce(andThen, handleEvent({ ...before, revision: before.revision + 1 }, event))
  // Events of another tab are not broadcast back: by now it may have issued the same command again.
  return { state, effects: event.name.endsWith('_elsewhere') ? effects : [...effects, ...broadcastSettledCommands(before, state)] }
}

function andThen(done: Step, next: (state: ChatState) => Step): Step {
  const { state, effects } = next(done.state)
  return { state, effects: [...done.effects, ...effects] }
}

function handleEvent(state: ChatState, event: ChatEvent): Step {
  switch (event.name) {
    case 'started':
      return { state, effects: [{ do: 'load_outbox' }, loadList('chats')] }
    case 'link_opened':
      return linkOpened(state)
    case 'link_lost':
      return linkLost(state)
    case 'privacy_changed':
      return withoutEffects({ ...state, sendsReceipts: event.receipts })
    case 'list_requested':
      return listRequested(state, event.tab)
    case 'more_requested':
      return moreRequested(state, event.tab)
    case 'list_loaded':
      return listLoaded(state, event)
    case 'list_failed':
      return listFailed(state, event.tab, event.from)
    case 'cache_loaded':
      return andThen(cacheLoaded(state, event), (next) => commandsLoaded(next, event.commands))
    case 'chat_opened':
      return chatOpened(state, event)
    case 'chat_changed':
      return chatChanged(state, event.chatId)
    case 'chat_gone':
      return chatGone(state, event)
    case 'relationship_changed':
      return relationshipChanged(state, event.uid, event.mayHide)
    case 'person_changed':
      return withoutEffects(personChanged(state, event.person))
    case 'resumed':
      return resumed(state, event.positions, event.reset)
    case 'chat_advanced':
      return chatAdvanced(state, event.position)
    case 'chat_shown':
      return withShownChatLoaded(showChat(state, event.chatId, event.at))
    case 'chat_prepared':
      return prepareChat(state, event.chatId)
    case 'older_requested':
      return olderRequested(state, event.chatId)
    case 'newer_requested':
      return newerRequested(state, event.chatId)
    case 'newest_requested':
      return newestRequested(state, event.chatId)
    case 'jumped':
      return jumpTo(state, event.chatId, event.seq)
    case 'reader_moved':
      return withoutEffects(readingPositionChanged(state, event.chatId, event.seq))
    case 'page_loaded':
      return removeOwnFromOutbox(pageLoaded(state, event), event.messages)
    case 'page_failed':
      return pageFailed(state, event)
    case 'catch_up_again':
      return withoutEffects(withThread(state, event.chatId, { catchingUp: false }))
    default:
      return handleMessageEvent(state, event)
  }
}

/** Handles the events of single messages and commands. */
function handleMessageEvent(state: ChatState, event: MessageEvent): Step {
  switch (event.name) {
    case 'changes_loaded':
      return withoutEffects(changesLoaded(state, event))
    case 'changes_failed':
      return changesFailed(state, event.chatId)
    case 'message_changed':
      return withoutEffects(commandAnswered(messageChanged(state, event.message), event.message.id, 'edit'))
    case 'message_deleted':
      return withoutEffects(messageDeleted(state, event))
    case 'message_reacted':
      return withoutEffects(commandAnswered(messageReacted(state, event), event.id, 'react'))
    case 'command_issued':
      return commandIssued(state, event.command)
    case 'command_timed_out':
      return commandTimedOut(state, event.command)
    case 'command_issued_elsewhere':
      return commandIssuedElsewhere(state, event.command)
    case 'command_settled_elsewhere':
      return withoutEffects(commandSettledElsewhere(state, event.command))
    case 'command_taken_over':
      return commandTakenOver(state, event.command)
    case 'outbox_loaded':
      return outboxLoaded(state, event.messages)
    case 'message_queued':
      return messageQueued(state, event.message)
    case 'message_queued_elsewhere':
      return messageQueuedElsewhere(state, event.message)
    case 'message_settled_elsewhere':
      return withoutBroadcasts(event.stored ? messageReceived(state, event.stored) : removeFromOutbox(state, [event.id]))
    case 'message_taken_over':
      return withoutEffects(messageTakenOver(state, event.id))
    case 'message_retried':
      return messageRetried(state, event.id)
    case 'message_discarded':
      return removeFromOutbox(state, [event.id])
    case 'recording_uploaded':
      return recordingUploaded(state, event)
    case 'message_stored':
      return messageStored(state, event)
    case 'rejected':
      return state.commands.some(({ id }) => id === event.id)
        ? commandRejected(state, event.id, event.code)
        : messageRejected(state, event.id, event.code)
    case 'message_timed_out':
      return messageTimedOut(state, event.id)
    case 'pause_ended':
      return withoutEffects({ ...state, paused: false })
    case 'message_received':
      return messageReceived(state, event.message)
    case 'messages_seen':
      return messagesSeen(state, event.chatId, event.seq)
    case 'read_receipt':
      return withoutEffects(readReceipt(state, event.chatId, event.by, event.seq))
    case 'delivery_receipt':
      return withoutEffects(deliveryReceipt(state, event.chatId, event.by, event.seq))
    case 'typing_started':
      return withoutEffects({
        ...state,
        typing: { ...state.typing, [event.chatId]: event.untilMs },
        typists: { ...state.typists, [event.chatId]: event.by },
      })
    case 'typing_ended':
      return withoutEffects(state.typing[event.chatId] === event.untilMs ? withoutTyping(state, event.chatId) : state)
    default:
      return unreachable(event)
  }
}

/** Drops broadcasts: the other tab has already sent them. */
function withoutBroadcasts({ state, effects }: Step): Step {
  return { state, effects: effects.filter((effect) => effect.do !== 'broadcast') }
}

/** Catches up after a reconnect, and requests what changed in the meantime. */
function linkOpened(before: ChatState): Step {
  const { state, effects } = resendCommands({ ...before, online: true, otherTabs: {} })
  const requests: ChatEffect[] = [{ do: 'resume' }, { do: 'load_outbox' }, ...loadLists(state), ...unsentReadReceipts(state), ...effects]
  return withShownChatLoaded({ state, effects: requests })
}

function withShownChatLoaded({ state, effects }: Step): Step {
  return { state, effects: [...effects, ...loadShownChat(state)] }
}

function messageReceived(state: ChatState, message: ChatMessage): Step {
  const isKnown = state.conversations[message.chat_id] !== undefined
  const next = removeOwnFromOutbox(withMessages(state, message.chat_id, [message]), [message])
  const wasTyping = state.typists[message.chat_id] === message.sender
  const current = wasTyping ? withoutTyping(next.state, message.chat_id) : next.state
  return {
    state: withLastMessage(current, message),
    effects: [...next.effects, ...(isKnown ? [] : [{ do: 'load_chat', chatId: message.chat_id } as const])],
  }
}

/** Our own messages that appear in a chat leave the queue, whichever tab sent them. */
function removeOwnFromOutbox(state: ChatState, messages: readonly ChatMessage[]): Step {
  const own = messages.filter(({ sender }) => sender === state.me)
  return removeFromOutbox(
    state,
    own.map(({ id }) => id),
    own,
  )
}

function withoutTyping(state: ChatState, chatId: ChatId): ChatState {
  const { [chatId]: until, ...typing } = state.typing
  return until === undefined ? state : { ...state, typing }
}
