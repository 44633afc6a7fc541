/* The last messages of each chat and the list, as they were last seen, so that chat can be read without a network; and the edits,
   deletions and reactions that wait for one. At sign-out all goes but those, which are done when the same person is back. */
import type { Timers } from '#web/platform/socket-link.ts'
import { logger } from '#web/platform/log.ts'
import { writeStored } from '#web/platform/browser-storage.ts'
import { exactWish } from '../engine/message-commands.ts'
import { inChatDatabase } from './database.ts'
import { isWithNobody } from '../engine/gone.ts'
import { endOfRun } from '../engine/timeline.ts'
import type { ChatId, ChatMessage, ChatState, Conversation, MessageAct } from '../engine/types.ts'
import { UNDONE } from '../engine/unsent.ts'

type KeptThread = { chatId: ChatId; items: ChatMessage[]; changeSeq: number }
type Kept = { conversations: Conversation[]; threads: KeptThread[]; acts: MessageAct[] }

export type ChatCache = {
  load(me: string): Promise<Kept>
  /** Notes what changed; it is written a moment later, and what waits to be done at once. */
  follow(before: ChatState, now: ChatState): void
  /** For when the person has left. */
  clear(): Promise<void>
}

/** What one record of the database holds: the list, one chat, or one thing that waits to be done, of one person. */
export type CacheRecord = { key: string; me: string; conversations?: Conversation[]; thread?: KeptThread; act?: MessageAct }

const MESSAGES_KEPT = 50
const CHATS_KEPT = 50
/** Stands for the list where a chat's id stands otherwise. */
const LIST = 'list'
const WRITE_AFTER_MS = 1_000

const nothing: Kept = { conversations: [], threads: [], acts: [] }
const log = logger('chat')

/** A cache that keeps nothing; the one of tests that are not about it. */
export const noCache: ChatCache = { load: async () => nothing, follow: () => undefined, clear: async () => undefined }

/** Where records are kept. @throws whatever the browser refuses with */
export type HistoryStore = {
  all(): Promise<CacheRecord[]>
  put(record: CacheRecord): Promise<unknown>
  delete(key: string): Promise<unknown>
}

const indexedHistory: HistoryStore = {
  // Only `put` below puts records there.
  all: () => inChatDatabase<CacheRecord[]>('history', 'readonly', (store) => store.getAll()),
  put: (record) => inChatDatabase('history', 'readwrite', (store) => store.put(record)),
  delete: (key) => inChatDatabase('history', 'readwrite', (store) => store.delete(key)),
}

export function openChatCache(timers: Timers, kept: HistoryStore = indexedHistory): ChatCache {
  const dirty = new Set<ChatId>()
  let latest: ChatState | null = null
  let timer: unknown
  let isCleared = false

  async function write(): Promise<void> {
    timer = undefined
    const state = latest
    if (!state || isCleared) return
    const records = [...dirty].flatMap((what) => recordOf(state, what) ?? [])
    dirty.clear()
    try {
      for (const record of records) {
        // Somebody may sign out while one of many is being written.
        if (!isCleared) await kept.put(record)
      }
    } catch (error) {
      log.warn('the history is not kept for later', { why: String(error) })
    }
  }

  async function atOnce(work: () => Promise<unknown>): Promise<void> {
    try {
      if (!isCleared) await work()
    } catch (error) {
      log.warn('what is kept is not what it should be', { why: String(error) })
    }
  }

  /** Nobody may notice a tab that is closed a moment after something was deleted in it. */
  function followActs(before: ChatState, now: ChatState): void {
    if (isCleared || now.acts === before.acts) return
    writeStored(UNDONE, now.acts.length > 0 ? 'yes' : null)
    const [were, are] = [before, now].map(({ me, acts }) => new Map(acts.map((act) => [keyOf(me, `act ${exactWish(act)}`), act])))
    for (const key of were?.keys() ?? []) if (!are?.has(key)) void atOnce(() => kept.delete(key))
    for (const [key, act] of are ?? []) if (!were?.has(key)) void atOnce(() => kept.put({ key, me: now.me, act }))
  }

  return {
    async load(me) {
      try {
        const mine = (await kept.all()).filter((record) => record.me === me)
        return {
          conversations: mine.flatMap((it) => it.conversations ?? []),
          threads: mine.flatMap((it) => it.thread ?? []),
          acts: mine.flatMap((it) => it.act ?? []),
        }
      } catch (error) {
        log.warn('there is no history from before', { why: String(error) })
        return nothing
      }
    },
    follow(before, now) {
      latest = now
      followActs(before, now)
      // What somebody wrote who has left is not to lie here for longer.
      for (const chatId of newlyWithNobody(before, now)) void atOnce(() => kept.delete(keyOf(now.me, chatId)))
      if (now.conversations !== before.conversations && now.lists.chats.status === 'ready') dirty.add(LIST)
      for (const [chatId, thread] of Object.entries(now.messages)) {
        if (thread.status === 'ready' && thread.reachesNewest && thread.items !== before.messages[chatId]?.items) dirty.add(chatId)
      }
      if (dirty.size > 0) timer ??= timers.set(() => void write(), WRITE_AFTER_MS)
    },
    async clear() {
      isCleared = true
      timers.clear(timer)
      try {
        for (const { key, act } of await kept.all()) if (!act) await kept.delete(key)
      } catch (error) {
        log.error('the kept history could not be cleared', { why: String(error) })
      }
    },
  }
}

const keyOf = (me: string, what: string): string => `${me} ${what}`

/** Chats whose other side has deleted their account, as has just become known. */
function newlyWithNobody(before: ChatState, now: ChatState): ChatId[] {
  if (now.conversations === before.conversations) return []
  const wasKnown = (chatId: ChatId) => {
    const line = before.conversations[chatId]
    return line !== undefined && isWithNobody(line)
  }
  return Object.values(now.conversations).flatMap((line) => (isWithNobody(line) && !wasKnown(line.chatId) ? [line.chatId] : []))
}

function recordOf(state: ChatState, what: ChatId): CacheRecord | null {
  const { me } = state
  if (what === LIST) {
    const conversations = Object.values(state.conversations)
      .filter(({ tab }) => tab === 'chats')
      .toSorted((one, two) => (two.last?.sent_date ?? '').localeCompare(one.last?.sent_date ?? ''))
    return { key: keyOf(me, LIST), me, conversations: conversations.slice(0, CHATS_KEPT) }
  }
  const thread = state.messages[what]
  if (thread?.status !== 'ready') return null
  const end = endOfRun(thread.items)
  const items = thread.items.filter(({ seq }) => seq <= end).slice(-MESSAGES_KEPT)
  return { key: keyOf(me, what), me, thread: { chatId: what, items, changeSeq: thread.changeSeq } }
}
