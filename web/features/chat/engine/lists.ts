/* The conversations: three tabs of one list, each read page by page, and kept up to date by what arrives. An answer that was
   requested before a change may arrive after it: it says nothing about the chats that changed, and those are read again. */
import type { ChatTab } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ChatEffect, ChatEvent, Step } from './events.ts'
import { withLine, withNewThread } from './incoming.ts'
import type { ChatId, ChatListPart, ChatState, Conversation } from './types.ts'
import { shown } from './window.ts'

const LIST_AGAIN_MS = 5_000

const tabs: readonly ChatTab[] = ['chats', 'requests', 'archived']
export const loadList = (tab: ChatTab, from: string | null = null): ChatEffect => ({ do: 'load_list', tab, from })

const loadChat = (chatId: ChatId): ChatEffect => ({ do: 'load_chat', chatId })

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
  const { tab, from, asked, cursor } = event
  const listed = event.conversations.filter(({ chatId }) => !isOutdated(state, chatId, asked))
  const unlisted = from === null ? Object.values(state.conversations).filter((line) => hasLeftTab(state, line, event)) : []
  // A conversation on screen stays until its own answer says what became of it.
  const left = new Set(unlisted.map(({ chatId }) => chatId).filter((chatId) => chatId !== state.activeChat))
  const kept = Object.entries(state.conversations).filter(([chatId]) => !left.has(chatId))
  const read = listed.map((line) => [line.chatId, newer(state.conversations[line.chatId], line)] as const)
  const before = state.lists[tab]
  // Reading the first page again must not forget how far one has scrolled. What an earlier visit left has not been scrolled through.
  const reached = before.isTold && before.cursor !== cursor && kept.length > 0 ? before.cursor : cursor
  const isCountNews = asked >= state.requestsAsOf
  const next = withPart(
    {
      ...state,
      conversations: Object.fromEntries([...kept, ...read]),
      asOf: { ...state.asOf, ...Object.fromEntries([...left, ...listed.map(({ chatId }) => chatId)].map((chatId) => [chatId, asked])) },
      ...(isCountNews ? { requests: event.requests, requestsAsOf: asked } : {}),
    },
    tab,
    { status: 'ready', cursor: from === null ? reached : cursor, isTold: true, isLoadingMore: false },
  )
  const again = unlisted.filter(({ chatId }) => !left.has(chatId)).map(({ chatId }) => loadChat(chatId))
  // The page that shows a chat whose loading failed while we were away recovers by itself.
  const active = next.activeChat
  if (active === null || next.messages[active]?.status !== 'failed') return { state: next, effects: again }
  const recovered = shown(next, active, null)
  return { state: recovered.state, effects: [...again, ...recovered.effects] }
}

/** Whether the first page of a tab would show that conversation if it were still there, and does not. */
function hasLeftTab(
  state: ChatState,
  line: Conversation,
  { tab, asked, conversations, cursor }: { tab: ChatTab; asked: number; conversations: Conversation[]; cursor: string | null },
): boolean {
  if (line.tab !== tab || isOutdated(state, line.chatId, asked)) return false
  if (conversations.some(({ chatId }) => chatId === line.chatId)) return false
  const end = conversations.at(-1)?.last?.sent_date
  return cursor === null || end === undefined || (line.last?.sent_date ?? '') >= end
}

/** Whether we know something newer of that chat than an answer that was requested at that revision. */
function isOutdated(state: ChatState, chatId: ChatId, asked: number): boolean {
  return (state.asOf[chatId] ?? 0) > asked
}

function withAsOf(state: ChatState, chatId: ChatId, revision: number): ChatState {
  return { ...state, asOf: { ...state.asOf, [chatId]: revision } }
}

/** What was loaded before stays; while there is a socket, the server is asked again shortly. */
export function listFailed(state: ChatState, tab: ChatTab, from: string | null): Step {
  if (from !== null) return { state: withPart(state, tab, { isLoadingMore: false }), effects: [] }
  const again: ChatEffect = { do: 'later', ms: LIST_AGAIN_MS, event: { name: 'list_wanted', tab } }
  const status = state.lists[tab].status === 'ready' ? 'ready' : 'failed'
  return { state: withPart(state, tab, { status }), effects: state.online ? [again] : [] }
}

/** Shows what an earlier visit had, until the server says more. What the server has spoken of already stays as it said. */
export function cacheLoaded(state: ChatState, { conversations, threads }: Extract<ChatEvent, { name: 'cache_loaded' }>): Step {
  const isNews = ({ chatId }: { chatId: ChatId }) => state.asOf[chatId] === undefined
  const cached = state.lists.chats.isTold ? [] : conversations.filter(isNews)
  const lines = Object.fromEntries(cached.map((line) => [line.chatId, { ...line, told: 'nothing' as const }]))
  const isShown = cached.length > 0 && state.lists.chats.status !== 'ready'
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
  return online && line && line.told !== 'all' ? [loadChat(line.chatId)] : []
}

type Answered<Name> = Extract<ChatEvent, { name: Name }>

export function chatOpened(state: ChatState, { conversation, asked, by }: Answered<'chat_opened'>): Step {
  const { chatId, tab } = conversation
  if (isOutdated(state, chatId, asked)) return { state, effects: [loadChat(chatId)] }
  const known = state.conversations[chatId]
  const next = withAsOf(withLine(state, newer(known, conversation)), chatId, by === 'command' ? state.revision : asked)
  // How many requests wait is only told with the list.
  const isOther = known ? known.tab !== tab : tab === 'requests'
  return { state: next, effects: isOther ? loadLists(next) : [] }
}

/** The chat is another one for us now: what was requested before this says nothing about it. */
export function chatChanged(state: ChatState, chatId: ChatId): Step {
  return { state: withAsOf(state, chatId, state.revision), effects: [loadChat(chatId)] }
}

export function relationshipChanged(state: ChatState, uid: Uid): Step {
  const theirs = Object.values(state.conversations).filter(({ person }) => person.uid === uid)
  const next = theirs.reduce((changed, { chatId }) => withAsOf(changed, chatId, state.revision), state)
  return { state: next, effects: [...theirs.map(({ chatId }) => loadChat(chatId)), ...loadLists(next)] }
}

/** The chat is not ours to see any more; where it is on screen, that is said. */
export function chatGone(before: ChatState, { chatId, asked, by }: Answered<'chat_gone'>): Step {
  if (isOutdated(before, chatId, asked)) return { state: before, effects: [loadChat(chatId)] }
  const state = withAsOf(before, chatId, by === 'command' ? before.revision : asked)
  const { [chatId]: line, ...conversations } = state.conversations
  const { [chatId]: thread, ...messages } = state.messages
  if (!line && !thread) return { state, effects: [] }
  const next = { ...state, conversations, messages }
  const isShown = state.activeChat === chatId
  return { state: isShown ? withNewThread(next, chatId, { status: 'missing' }) : next, effects: [] }
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
