import { chatCalls, type ChatRow, type ChatTab, type MuteDuration, type WireMessage } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { callApi, readApi } from '#web/platform/api-client.ts'
import { ApiError } from '#web/platform/api-error.ts'
import type { PageKind } from '../engine/events.ts'

/** Nothing came back: no such chat for us, or no answer that makes sense. */
type Nothing = 'missing' | 'failed'
type ListPage = { chats: ChatRow[]; next_cursor: string | null; requests: number }

/** What chat reads and asks for over HTTP. */
export type ChatApi = {
  /** A page of one tab; null when it could not be read. */
  chats(tab: ChatTab, from: string | null): Promise<ListPage | null>
  chat(chatId: string): Promise<ChatRow | Nothing>
  /** One page, newest first. */
  page(chatId: string, page: PageKind, at: number | null): Promise<WireMessage[] | Nothing>
  /** Changed messages, the earliest change first; null when they could not be read. */
  changes(chatId: string, after: number): Promise<{ messages: WireMessage[]; change_seq: number } | null>
  /** The chat with that person, made when there is none. @throws ApiError */
  open(uid: Uid): Promise<ChatRow>
  /** Accept or decline a request, leave, return, mute; null when there is nothing left to show. @throws ApiError */
  manage(chatId: string, act: ChatAct): Promise<ChatRow | null>
}

/** What one can do with a whole conversation. */
export type ChatAct = { kind: 'accept' | 'decline' | 'archive' | 'return' | 'unmute' } | { kind: 'mute'; duration: MuteDuration }

export const chatApi: ChatApi = {
  chats: (tab, from) => callApi(chatCalls.getChats, { query: { tab, ...(from === null ? {} : { cursor: from }) } }),

  async chat(chatId) {
    const result = await readApi(chatCalls.getChat, { params: { chatId } })
    return result.ok ? result.value : result.failure.kind === 'missing' ? 'missing' : 'failed'
  },

  async page(chatId, page, at) {
    const result = await readApi(chatCalls.getChatMessages, { params: { chatId }, query: queryOf(page, at) })
    if (result.ok) return result.value.messages
    // An address that holds no chat id at all is refused as invalid input: for whoever reads the page that is no chat, too.
    return result.failure.kind === 'missing' || result.failure.code === 'invalid_input' ? 'missing' : 'failed'
  },

  changes: (chatId, after) => callApi(chatCalls.getChatChanges, { params: { chatId }, query: { after, limit: limits.chatPageSize.max } }),

  open: (uid) => callApi(chatCalls.openChat, { params: { uid } }),

  async manage(chatId, act) {
    // The command goes on when the page goes away.
    const input = { params: { chatId }, keepalive: true }
    if (act.kind === 'decline') {
      await callApi(chatCalls.declineChat, input)
      return null
    }
    if (act.kind === 'mute') return callApi(chatCalls.muteChat, { ...input, body: { duration: act.duration } })
    const result = await readApi(plainActs[act.kind], input)
    if (!result.ok) throw new ApiError(result.failure)
    return result.value
  },
}

const plainActs = {
  accept: chatCalls.acceptChat,
  archive: chatCalls.archiveChat,
  return: chatCalls.returnToChat,
  unmute: chatCalls.unmuteChat,
} as const

/** Catching up takes the largest pages, so that a long absence costs few calls. */
function queryOf(page: PageKind, at: number | null) {
  if (page === 'newest' || at === null) return {}
  if (page === 'around') return { around: at }
  return page === 'older' ? { before: at } : { after: at, limit: limits.chatPageSize.max }
}
