/* The conversation list: three tabs, each loaded page by page and updated by events. A response that was requested before a change
   says nothing about the changed chats, so those are read again. */
import type { ChatTab } from '#contract/chat/chat.ts'
import { type Uid, NOBODY } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { ChatEffect, ChatEvent, Step } from './events.ts'
import { emptyThread, isHiddenMessage, withConversation, withNewThread } from './thread.ts'
import type { ChatId, ChatListTab, ChatState, Conversation, ChatMessage } from './state.ts'
import { showChat } from './pages.ts'

const LIST_RETRY_MS = 5_000

const tabs: readonly ChatTab[] = ['chats', 'requests', 'archived']
export const loadList = (tab: ChatTab, from: string | null = null): ChatEffect => ({ do: 'load_list', tab, from })

const loadChat = (chatId: ChatId): ChatEffect => ({ do: 'load_chat', chatId })

/** Reloads the first tab and each tab that was opened before. */
export function loadLists(state: ChatState): ChatEffect[] {
  return tabs.filter((tab) => state.lists[tab].status !== 'idle').map((tab) => loadList(tab))
}

export function listRequested(state: ChatState, tab: ChatTab): Step {
  const { status } = state.lists[tab]
  return { state: status === 'ready' ? state : withTab(state, tab, { status: 'loading' }), effects: [loadList(tab)] }
}

export function moreRequested(state: ChatState, tab: ChatTab): Step {
  const { status, cursor, isLoadingMore } = state.lists[tab]
  if (status !== 'ready' || cursor === null || isLoadingMore) return { state, effects: [] }
  return { state: withTab(state, tab, { isLoadingMore: true }), effects: [loadList(tab, cursor)] }
}

export function listLoaded(state: ChatState, event: Extract<ChatEvent, { name: 'list_loaded' }>): Step {
  const { tab, from, requestedAt, cursor } = event
  const listed = event.conversations.filter(({ chatId }) => !isOutdated(state, chatId, requestedAt))
  const unlisted = from === null ? Object.values(state.conversations).filter((conversation) => hasLeftTab(state, conversation, event)) : []
  // A conversation on screen stays until its own response arrives.
  const left = new Set(unlisted.map(({ chatId }) => chatId).filter((chatId) => chatId !== state.activeChat))
  const rest = Object.entries(state.conversations).filter(([chatId]) => !left.has(chatId))
  const received = listed.map(
    (conversation) => [conversation.chatId, mergeConversation(state.conversations[conversation.chatId], conversation)] as const,
  )
  const before = state.lists[tab]
  // Reloading the first page must not lose the scroll position, except after loading from the cache.
  const scrolledTo = before.isFromServer && before.cursor !== cursor && rest.length > 0 ? before.cursor : cursor
  const isCountNew = requestedAt >= state.requestsRevision
  const next = withTab(
    {
      ...state,
      conversations: Object.fromEntries([...rest, ...received]),
      revisions: {
        ...state.revisions,
        ...Object.fromEntries([...left, ...listed.map(({ chatId }) => chatId)].map((chatId) => [chatId, requestedAt])),
      },
      ...(isCountNew ? { requests: event.requests, requestsRevision: requestedAt } : {}),
    },
    tab,
    { status: 'ready', cursor: from === null ? scrolledTo : cursor, isFromServer: true, isLoadingMore: false },
  )
  // Of those that only the cache knows, the server says whether they are gone or in another tab.
  const reloads = unlisted
    .filter(({ chatId, confirmed }) => !left.has(chatId) || confirmed === 'nothing')
    .map(({ chatId }) => loadChat(chatId))
  return recoverShownChat(next, reloads)
}

/** Loads the chat on screen again if that failed while offline, or if the chat was hidden and is back. */
function recoverShownChat(state: ChatState, effects: ChatEffect[]): Step {
  const active = state.activeChat
  if (active === null) return { state, effects }
  const status = state.messages[active]?.status
  const isBack = status === 'missing' && state.conversations[active] !== undefined
  if (status !== 'failed' && !isBack) return { state, effects }
  const recovered = showChat(state, active, null)
  return { state: recovered.state, effects: [...effects, ...recovered.effects] }
}

/** Whether the first page of the tab should include that conversation and doesn't. */
function hasLeftTab(
  state: ChatState,
  conversation: Conversation,
  { tab, requestedAt, conversations, cursor }: { tab: ChatTab; requestedAt: number; conversations: Conversation[]; cursor: string | null },
): boolean {
  if (conversation.tab !== tab || isOutdated(state, conversation.chatId, requestedAt)) return false
  if (conversations.some(({ chatId }) => chatId === conversation.chatId)) return false
  const end = conversations.at(-1)?.last?.sent_date
  return cursor === null || end === undefined || (conversation.last?.sent_date ?? '') >= end
}

/** Whether our data of the chat is newer than a response that was requested at that revision. */
function isOutdated(state: ChatState, chatId: ChatId, requestedAt: number): boolean {
  return (state.revisions[chatId] ?? 0) > requestedAt
}

function withRevision(state: ChatState, chatId: ChatId, revision: number): ChatState {
  return { ...state, revisions: { ...state.revisions, [chatId]: revision } }
}

/** Keeps what was loaded. While online, the request is repeated after a delay. */
export function listFailed(state: ChatState, tab: ChatTab, from: string | null): Step {
  if (from !== null) return { state: withTab(state, tab, { isLoadingMore: false }), effects: [] }
  const reloads: ChatEffect = { do: 'later', ms: LIST_RETRY_MS, event: { name: 'list_requested', tab } }
  const status = state.lists[tab].status === 'ready' ? 'ready' : 'failed'
  return { state: withTab(state, tab, { status }), effects: state.online ? [reloads] : [] }
}

/** Shows persisted chats until the server responds. Data from the server is never replaced. */
export function cacheLoaded(state: ChatState, { conversations, threads }: Extract<ChatEvent, { name: 'cache_loaded' }>): Step {
  const isUnknown = ({ chatId }: { chatId: ChatId }) => state.revisions[chatId] === undefined
  const cached = state.lists.chats.isFromServer ? [] : conversations.filter(isUnknown)
  const lines = Object.fromEntries(cached.map((conversation) => [conversation.chatId, { ...conversation, confirmed: 'nothing' as const }]))
  const isShown = cached.length > 0 && state.lists.chats.status !== 'ready'
  const withLines = { ...state, conversations: { ...lines, ...state.conversations } }
  const next = isShown ? withTab(withLines, 'chats', { status: 'ready' }) : withLines
  const messages = { ...next.messages }
  for (const { chatId, items, changeSeq } of threads) {
    const thread = messages[chatId]
    if (items.length === 0 || (thread && thread.status !== 'loading' && thread.status !== 'failed')) continue
    // Keeps the jump target.
    messages[chatId] = { ...emptyThread, status: 'ready', items, changeSeq, target: thread?.target ?? null }
  }
  const withThreads = { ...next, messages }
  return { state: withThreads, effects: loadShownChat(withThreads) }
}

/** Requests the chat on screen if only the cache knows it: the first page of the list may not contain it. */
export function loadShownChat({ activeChat, conversations, online }: ChatState): ChatEffect[] {
  const conversation = activeChat === null ? undefined : conversations[activeChat]
  return online && conversation && conversation.confirmed !== 'all' ? [loadChat(conversation.chatId)] : []
}

type Answered<Name> = Extract<ChatEvent, { name: Name }>

export function chatOpened(state: ChatState, { conversation, requestedAt, by }: Answered<'chat_opened'>): Step {
  const { chatId, tab } = conversation
  if (isOutdated(state, chatId, requestedAt)) return { state, effects: [loadChat(chatId)] }
  const existing = state.conversations[chatId]
  const next = withRevision(
    withConversation(state, mergeConversation(existing, conversation)),
    chatId,
    by === 'command' ? state.revision : requestedAt,
  )
  // Only the list returns the number of requests.
  const isOther = existing ? existing.tab !== tab : tab === 'requests'
  const reloads = isOther ? loadLists(next) : []
  return chatId === next.activeChat ? recoverShownChat(next, reloads) : { state: next, effects: reloads }
}

/** The chat changed for this user, so responses requested earlier are outdated. */
export function chatChanged(state: ChatState, chatId: ChatId): Step {
  return { state: withRevision(state, chatId, state.revision), effects: [loadChat(chatId)] }
}

/** @param mayHide whether this may be the start or the end of a block, which also applies in groups */
export function relationshipChanged(state: ChatState, uid: Uid, mayHide: boolean): Step {
  const theirs = Object.values(state.conversations).filter(({ person }) => person.uid === uid)
  const next = theirs.reduce((changed, conversation) => {
    const current = withRevision(changed, conversation.chatId, state.revision)
    return mayHide && conversation.confirmed === 'all' ? withConversation(current, { ...conversation, confirmed: 'positions' }) : current
  }, state)
  const { activeChat: active } = state
  // For a hidden chat, the other user is unknown.
  const hidden = active !== null && state.messages[active]?.status === 'missing' ? [loadChat(active)] : []
  const effects = [...hidden, ...theirs.map(({ chatId }) => loadChat(chatId)), ...loadLists(next)]
  return mayHide ? removeFromGroups({ state: withoutTypist(next, uid), effects }, uid) : { state: next, effects }
}

function withoutTypist(state: ChatState, uid: Uid): ChatState {
  const typing = Object.entries(state.typing).filter(([chatId]) => state.typists[chatId] !== uid)
  return { ...state, typing: Object.fromEntries(typing) }
}

/** Shows the new name and picture, also at messages in groups. A response that was requested before this is outdated. */
export function personChanged(state: ChatState, person: PersonCard): ChatState {
  const renamed = <Message extends ChatMessage>(message: Message): Message => ({
    ...message,
    ...(message.sender === person.uid ? { userName: person.name, avatar: person.avatar_url } : {}),
    ...(message.reply?.from === person.uid ? { reply: { ...message.reply, userName: person.name } } : {}),
  })
  const isAbout = ({ sender, reply }: ChatMessage) => sender === person.uid || reply?.from === person.uid
  const conversations = Object.values(state.conversations).flatMap((conversation): Conversation[] => {
    const isOther = conversation.person.uid === person.uid
    const { group, last } = conversation
    const hasInvited = group?.invitedBy?.uid === person.uid
    if (!isOther && !hasInvited && !(last && isAbout(last))) return []
    return [
      {
        ...conversation,
        last: last && renamed(last),
        ...(isOther ? { person } : {}),
        ...(group && hasInvited ? { group: { ...group, invitedBy: person } } : {}),
      },
    ]
  })
  const threads = Object.entries(state.messages).flatMap(([chatId, thread]) =>
    thread.items.some(isAbout) ? [[chatId, { ...thread, items: thread.items.map(renamed) }] as const] : [],
  )
  const shown = { ...state, messages: { ...state.messages, ...Object.fromEntries(threads) } }
  return conversations.reduce(
    (next, conversation) => withRevision(withConversation(next, conversation), conversation.chatId, next.revision),
    shown,
  )
}

/** Loads groups again that show something of that user, or hid it before. */
function removeFromGroups({ state: before, effects }: Step, uid: Uid): Step {
  const stale = Object.values(before.conversations).filter((conversation) => isGroupWith(before, conversation, uid))
  if (stale.length === 0) return { state: before, effects }
  const messages = { ...before.messages }
  for (const { chatId } of stale) delete messages[chatId]
  const state = stale.reduce((next, { chatId }) => withRevision(next, chatId, before.revision), { ...before, messages })
  const { activeChat: active } = state
  const shown = active !== null && before.messages[active] && !messages[active] ? showChat(state, active, null) : { state, effects: [] }
  return { state: shown.state, effects: [...effects, ...stale.map(({ chatId }) => loadChat(chatId)), ...shown.effects] }
}

function isGroupWith({ me, messages }: ChatState, { chatId, group, last }: Conversation, uid: Uid): boolean {
  if (!group) return false
  return [...(messages[chatId]?.items ?? []), ...(last ? [last] : [])].some(
    (item) =>
      isHiddenMessage(item, me) || item.sender === uid || item.reply?.from === uid || item.reactions.some(({ by }) => by.includes(uid)),
  )
}

/** The chat is no longer visible to the user; the page shows that if the chat is open. */
export function chatGone(before: ChatState, { chatId, requestedAt, by }: Answered<'chat_gone'>): Step {
  if (isOutdated(before, chatId, requestedAt)) return { state: before, effects: [loadChat(chatId)] }
  const state = withRevision(before, chatId, by === 'read' ? requestedAt : before.revision)
  const { [chatId]: conversation, ...conversations } = state.conversations
  const { [chatId]: thread, ...messages } = state.messages
  const effects: ChatEffect[] = [{ do: 'forget_chat', chatId, keepsText: by !== 'command' }]
  if (!conversation && !thread) return { state, effects }
  const next = { ...state, conversations, messages }
  const isShown = state.activeChat === chatId
  return { state: isShown ? withNewThread(next, chatId, { status: 'missing' }) : next, effects }
}

/** The server's conversation, unless ours has a later message; positions never move back. */
function mergeConversation(ours: Conversation | undefined, theirs: Conversation): Conversation {
  if (!ours) return theirs
  const newest = ours.lastSeq > theirs.lastSeq ? { last: ours.last, lastSeq: ours.lastSeq, unread: ours.unread } : {}
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
    ...newest,
  }
}

function withTab(state: ChatState, tab: ChatTab, change: Partial<ChatListTab>): ChatState {
  return { ...state, lists: { ...state.lists, [tab]: { ...state.lists[tab], ...change } } }
}

export function isAccountDeleted({ person }: Conversation): boolean {
  return person.uid === NOBODY
}

/**
 * Drops messages of a chat of two that were loaded before the other account was deleted, and reloads the chat on screen. The `changeSeq`
 * of our own messages stays the same, so only their receiver shows that they are outdated.
 */
export function dropDeletedAccounts(state: ChatState): Step {
  let next = state
  const effects: ChatEffect[] = []
  for (const [chatId, { items }] of Object.entries(state.messages)) {
    const conversation = state.conversations[chatId]
    if (!conversation || !isAccountDeleted(conversation) || !items.some((item) => isOutdatedMessage(item, state.me))) continue
    const { [chatId]: _, ...messages } = next.messages
    next = { ...next, messages }
    if (state.activeChat !== chatId) continue
    const reloads = showChat(next, chatId, null)
    next = reloads.state
    effects.push(...reloads.effects)
  }
  return { state: next, effects }
}

function isOutdatedMessage({ sender, receiver }: ChatMessage, me: string): boolean {
  return [sender, receiver].some((uid) => uid !== me && uid !== NOBODY)
}
