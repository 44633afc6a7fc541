/* The conversations: three tabs of one list, each read page by page, and kept up to date by what arrives. */
import type { ChatTab } from '#contract/chat.ts'
import type { ChatEffect, ChatEvent, Step } from './events.ts'
import { withLine, withNewThread } from './incoming.ts'
import type { ChatId, ChatListPart, ChatState, Conversation } from './types.ts'
import { shown } from './window.ts'

const LIST_AGAIN_MS = 5_000

const tabs: readonly ChatTab[] = ['chats', 'requests', 'archived']
export const loadList = (tab: ChatTab, from: string | null = null): ChatEffect => ({ do: 'load_list', tab, from })

/** Every tab that was looked at is read again; the first always. */
export function loadLists(state: ChatState): ChatEffect[] {
  return tabs.filter((tab) => state.lists[tab].status !== 'idle').map((tab) => loadList(tab))
}

export function listWanted(state: ChatState, tab: ChatTab): Step {
  const { status } = state.lists[tab]
  return { state: status === 'ready' ? state : withPart(state, tab, { status: 'loading' }), effects: [loadList(tab)] }
}

export function moreWanted(state: ChatState, tab: ChatTab): Step {
  const { status, cursor, isLoadingMore } = state.lists[tab]
  if (status !== 'ready' || cursor === null || isLoadingMore) return { state, effects: [] }
  return { state: withPart(state, tab, { isLoadingMore: true }), effects: [loadList(tab, cursor)] }
}

export function listLoaded(state: ChatState, event: Extract<ChatEvent, { name: 'list_loaded' }>): Step {
  const { tab, from, conversations: loaded, cursor, requests } = event
  const read = Object.fromEntries(loaded.map((line) => [line.chatId, newer(state.conversations[line.chatId], line)]))
  const kept =
    from === null
      ? Object.values(state.conversations).filter((line) => staysListed(line, event, state.activeChat))
      : Object.values(state.conversations)
  const conversations = { ...Object.fromEntries(kept.map((line) => [line.chatId, line])), ...read }
  const before = state.lists[tab]
  // Reading the first page again must not forget how far one has scrolled. What an earlier visit left has not been scrolled through.
  const reached = before.isTold && before.cursor !== cursor && kept.length > 0 ? before.cursor : cursor
  const next = withPart({ ...state, conversations, requests }, tab, {
    status: 'ready',
    cursor: from === null ? reached : cursor,
    isTold: true,
    isLoadingMore: false,
  })
  // The page that shows a chat whose loading failed while we were away recovers by itself.
  const active = next.activeChat
  return active !== null && next.messages[active]?.status === 'failed' ? shown(next, active, null) : { state: next, effects: [] }
}

/**
 * What the first page of a tab does not hold is gone from it, unless it belongs on a later page. What is on screen stays: a
 * declined request is in no list, and its own address still shows it.
 */
function staysListed(
  line: Conversation,
  { tab, conversations, cursor }: { tab: ChatTab; conversations: Conversation[]; cursor: string | null },
  activeChat: ChatId | null,
) {
  if (line.chatId === activeChat) return true
  // An empty chat was opened by us; the list may have been drawn up just before.
  if (line.tab !== tab || line.lastSeq === 0) return true
  const end = conversations.at(-1)?.last?.sent_date
  return cursor !== null && end !== undefined && (line.last?.sent_date ?? '') < end
}

/** What was loaded before stays; while there is a socket, the server is asked again shortly. */
export function listFailed(state: ChatState, tab: ChatTab, from: string | null): Step {
  if (from !== null) return { state: withPart(state, tab, { isLoadingMore: false }), effects: [] }
  const again: ChatEffect = { do: 'later', ms: LIST_AGAIN_MS, event: { name: 'list_wanted', tab } }
  const status = state.lists[tab].status === 'ready' ? 'ready' : 'failed'
  return { state: withPart(state, tab, { status }), effects: state.online ? [again] : [] }
}

/** Shows what an earlier visit had, until the server says more. */
export function cacheLoaded(state: ChatState, { conversations, threads }: Extract<ChatEvent, { name: 'cache_loaded' }>): Step {
  const lines = Object.fromEntries(conversations.map((line) => [line.chatId, { ...line, told: 'nothing' as const }]))
  const isShown = conversations.length > 0 && state.lists.chats.status !== 'ready'
  const withLines = { ...state, conversations: { ...lines, ...state.conversations } }
  const next = isShown ? withPart(withLines, 'chats', { status: 'ready' }) : withLines
  const withThreads = threads.reduce((held, { chatId, items, changeSeq }) => {
    const thread = held.messages[chatId]
    if (items.length === 0 || (thread && thread.status !== 'loading' && thread.status !== 'failed')) return held
    // Whoever is on the way to one message still is.
    return withNewThread(held, chatId, { status: 'ready', items, changeSeq, target: thread?.target ?? null })
  }, next)
  return { state: withThreads, effects: askForShown(withThreads) }
}

/** Whom the chat on screen is with is asked of the server where only an earlier visit knows it: the list's first page may not hold it. */
export function askForShown({ activeChat, conversations, online }: ChatState): ChatEffect[] {
  const line = activeChat === null ? undefined : conversations[activeChat]
  return online && line && line.told !== 'all' ? [{ do: 'load_chat', chatId: line.chatId }] : []
}

export function chatOpened(state: ChatState, conversation: Conversation): Step {
  const known = state.conversations[conversation.chatId]
  const next = withLine(state, newer(known, conversation))
  // How many requests wait is only told with the list.
  const isOther = conversation.tab === 'requests' || (known && known.tab !== conversation.tab)
  return { state: next, effects: isOther ? loadLists(next) : [] }
}

/** The chat is not ours to see any more; where it is on screen, that is said. */
export function chatGone(state: ChatState, chatId: ChatId): ChatState {
  const { [chatId]: line, ...conversations } = state.conversations
  const { [chatId]: thread, ...messages } = state.messages
  if (!line && !thread) return state
  const next = { ...state, conversations, messages }
  return state.activeChat === chatId ? withNewThread(next, chatId, { status: 'missing' }) : next
}

/** The server's line, unless ours knows of a later message; marks never go back. */
function newer(ours: Conversation | undefined, theirs: Conversation): Conversation {
  if (!ours) return theirs
  const ahead = ours.lastSeq > theirs.lastSeq ? { last: ours.last, lastSeq: ours.lastSeq, unread: ours.unread } : {}
  const readSeq = Math.max(ours.readSeq, theirs.readSeq)
  return {
    ...theirs,
    unread: Math.min(theirs.unread, Math.max(0, theirs.lastSeq - readSeq)),
    readSeq,
    toldSeq: Math.max(ours.toldSeq, theirs.toldSeq),
    toldDeliveredSeq: Math.max(ours.toldDeliveredSeq, theirs.toldDeliveredSeq),
    theirDeliveredSeq: Math.max(ours.theirDeliveredSeq, theirs.theirDeliveredSeq),
    theirReadSeq: Math.max(ours.theirReadSeq, theirs.theirReadSeq),
    changeSeq: Math.max(ours.changeSeq, theirs.changeSeq),
    ...ahead,
  }
}

function withPart(state: ChatState, tab: ChatTab, change: Partial<ChatListPart>): ChatState {
  return { ...state, lists: { ...state.lists, [tab]: { ...state.lists[tab], ...change } } }
}
