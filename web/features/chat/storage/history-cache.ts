/* Persists the list and the last messages of each chat, to read offline, and the pending commands. Sign-out deletes everything
   except the commands, which are sent when the same user returns. */
import { browserTimers, type Timers } from '#web/platform/socket/socket-link.ts'
import { logger } from '#web/platform/log.ts'
import { writeStored } from '#web/platform/storage/browser-storage.ts'
import { setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { commandKey } from '../engine/changes.ts'
import { inChatDatabase } from './database.ts'
import { memoryOnlyName } from './outbox.ts'
import { isAccountDeleted } from '../engine/conversations.ts'
import { endOfRun, latestFirst } from '../engine/thread.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, MessageCommand } from '../engine/state.ts'
import { PENDING_COMMANDS_KEY } from '../engine/state.ts'

type CachedThread = { chatId: ChatId; items: ChatMessage[]; changeSeq: number }
type CachedChat = { conversations: Conversation[]; threads: CachedThread[]; commands: MessageCommand[] }

export type ChatCache = {
  load(me: string): Promise<CachedChat>
  /** Records changes and writes them after a delay; commands are written at once. */
  follow(before: ChatState, now: ChatState): void
  /** Deletes the messages of a chat. */
  delete(chatId: ChatId): void
  /** Called on sign-out. */
  clear(): Promise<void>
}

/** One database record of a user: the list, one chat, or one pending command (`act`, the stored name). */
export type CacheRecord = { key: string; me: string; conversations?: Conversation[]; thread?: CachedThread; act?: MessageCommand }

const MAX_CACHED_MESSAGES = 50
const MAX_CACHED_CHATS = 50
/** Key of the list, in place of a chat id. */
const LIST = 'list'
const WRITE_DELAY_MS = 1_000

const empty: CachedChat = { conversations: [], threads: [], commands: [] }
const log = logger('chat')

/** A cache that stores nothing, for tests. */
export const noCache: ChatCache = {
  load: async () => empty,
  follow: () => undefined,
  delete: () => undefined,
  clear: async () => undefined,
}

/** Storage of the records. @throws the browser's error */
export type HistoryStore = {
  all(): Promise<CacheRecord[]>
  put(record: CacheRecord): Promise<unknown>
  delete(key: string): Promise<unknown>
}

const indexedHistory: HistoryStore = {
  // Only `put` below writes records.
  all: () => inChatDatabase<CacheRecord[]>('history', 'readonly', (store) => store.getAll()),
  put: (record) => inChatDatabase('history', 'readwrite', (store) => store.put(record)),
  delete: (key) => inChatDatabase('history', 'readwrite', (store) => store.delete(key)),
}

/** Deletes the cached chat history of this browser. The outbox stays, because its messages are still to be sent. */
export async function deleteChatHistory(): Promise<void> {
  await openChatCache(browserTimers).clear()
}

export function openChatCache(timers: Timers, storage: HistoryStore = indexedHistory): ChatCache {
  const dirty = new Set<ChatId>()
  /** Chats whose messages this tab knows to be stored. */
  const stored = new Set<ChatId>()
  let latest: ChatState | null = null
  let timer: unknown
  let isCleared = false

  async function write(): Promise<void> {
    timer = undefined
    const state = latest
    if (!state || isCleared) return
    const keptIds = new Set(latestThreads(state).map(({ chatId }) => chatId))
    const records = [...dirty].flatMap((id) => (id === LIST || keptIds.has(id) ? (recordOf(state, id) ?? []) : []))
    dirty.clear()
    for (const { thread } of records) if (thread) stored.add(thread.chatId)
    const dropped = [...stored].filter((chatId) => !keptIds.has(chatId))
    for (const chatId of dropped) stored.delete(chatId)
    try {
      for (const record of records) {
        // The user may sign out between two writes.
        if (!isCleared) await storage.put(record)
      }
      // A later write may have stored it again.
      for (const chatId of dropped) if (!stored.has(chatId)) await storage.delete(keyOf(state.me, chatId))
    } catch (error) {
      log.warn('chat history write failed', { why: String(error) })
    }
  }

  /** Returns whether it succeeded. */
  async function writeNow(work: () => Promise<unknown>): Promise<boolean> {
    try {
      if (!isCleared) await work()
      return true
    } catch (error) {
      log.warn('chat history update failed', { why: String(error) })
      return false
    }
  }

  async function saveCommand(key: string, me: string, act: MessageCommand): Promise<void> {
    const isStored = await writeNow(() => storage.put({ key, me, act }))
    if (!isStored && act.kind === 'edit') setMemoryOnly(memoryOnlyName(key), '')
  }

  async function deleteCommand(key: string): Promise<void> {
    await writeNow(() => storage.delete(key))
    setMemoryOnly(memoryOnlyName(key), null)
  }

  /** Written at once, because the tab may close right after a command. */
  function followCommands(before: ChatState, now: ChatState): void {
    if (isCleared || now.commands === before.commands) return
    writeStored(PENDING_COMMANDS_KEY, now.commands.length > 0 ? 'yes' : null)
    const [were, are] = [before, now].map(({ me, commands }) => new Map(commands.map((act) => [keyOf(me, `act ${commandKey(act)}`), act])))
    for (const key of were?.keys() ?? []) if (!are?.has(key)) void deleteCommand(key)
    for (const [key, act] of are ?? []) if (!were?.has(key)) void saveCommand(key, now.me, act)
  }

  return {
    async load(me) {
      try {
        const mine = (await storage.all()).filter((record) => record.me === me)
        const conversations = mine.flatMap((cached) => cached.conversations ?? [])
        const threads = mine.flatMap((cached) => cached.thread ?? [])
        for (const { chatId } of threads) stored.add(chatId)
        const lines = Object.fromEntries(conversations.map((conversation) => [conversation.chatId, conversation]))
        return {
          conversations,
          // The next write deletes the others.
          threads: latestFirst(threads, { conversations: lines, activeChat: latest?.activeChat ?? null }).slice(0, MAX_CACHED_CHATS),
          commands: mine.flatMap((cached) => cached.act ?? []),
        }
      } catch (error) {
        log.warn('chat history read failed', { why: String(error) })
        return empty
      }
    },
    follow(before, now) {
      latest = now
      followCommands(before, now)
      // Messages of a deleted account must not stay on this device.
      for (const chatId of [...newlyDeletedAccounts(before, now), ...changedInBackground(before, now)])
        void writeNow(() => storage.delete(keyOf(now.me, chatId)))
      if (now.conversations !== before.conversations && now.lists.chats.status === 'ready') dirty.add(LIST)
      for (const [chatId, thread] of Object.entries(now.messages)) {
        if (thread.status === 'ready' && thread.reachesNewest && thread.items !== before.messages[chatId]?.items) dirty.add(chatId)
      }
      if (dirty.size > 0) timer ??= timers.set(() => void write(), WRITE_DELAY_MS)
    },
    delete(chatId) {
      const me = latest?.me
      if (me) void writeNow(() => storage.delete(keyOf(me, chatId)))
    },
    async clear() {
      isCleared = true
      timers.clear(timer)
      try {
        for (const { key, act } of await storage.all()) if (!act) await storage.delete(key)
      } catch (error) {
        log.error('chat history deletion failed', { why: String(error) })
      }
    },
  }
}

const keyOf = (me: string, id: string): string => `${me} ${id}`

/** Chats whose other account has just become known as deleted. */
function newlyDeletedAccounts(before: ChatState, now: ChatState): ChatId[] {
  if (now.conversations === before.conversations) return []
  const wasKnown = (chatId: ChatId) => {
    const conversation = before.conversations[chatId]
    return conversation !== undefined && isAccountDeleted(conversation)
  }
  return Object.values(now.conversations).flatMap((conversation) =>
    isAccountDeleted(conversation) && !wasKnown(conversation.chatId) ? [conversation.chatId] : [],
  )
}

/** Chats with new changes that do not reach their stored messages, because their newest messages are not loaded. */
function changedInBackground(before: ChatState, now: ChatState): ChatId[] {
  if (now.conversations === before.conversations) return []
  return Object.values(now.conversations).flatMap(({ chatId, changeSeq }) => {
    const thread = now.messages[chatId]
    const isFollowed = thread?.status === 'ready' && thread.reachesNewest
    return changeSeq > (before.conversations[chatId]?.changeSeq ?? changeSeq) && !isFollowed ? [chatId] : []
  })
}

/** The chats whose messages stay stored. */
function latestThreads(state: ChatState): { chatId: ChatId }[] {
  const threads = Object.entries(state.messages).map(([chatId, { items }]) => ({ chatId, items }))
  return latestFirst(threads, state).slice(0, MAX_CACHED_CHATS)
}

function recordOf(state: ChatState, id: ChatId): CacheRecord | null {
  const { me } = state
  if (id === LIST) {
    const conversations = Object.values(state.conversations)
      .filter(({ tab }) => tab === 'chats')
      .toSorted((a, b) => (b.last?.sent_date ?? '').localeCompare(a.last?.sent_date ?? ''))
    return { key: keyOf(me, LIST), me, conversations: conversations.slice(0, MAX_CACHED_CHATS) }
  }
  const thread = state.messages[id]
  if (thread?.status !== 'ready') return null
  const end = endOfRun(thread.items)
  const items = thread.items.filter(({ seq }) => seq <= end).slice(-MAX_CACHED_MESSAGES)
  return { key: keyOf(me, id), me, thread: { chatId: id, items, changeSeq: thread.changeSeq } }
}
