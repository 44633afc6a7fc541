import { chatCalls, type ChatRow, type WireMessage } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { callApi, readApi } from '#web/platform/api-client.ts'
import type { PageKind } from './chat.events.ts'

/** What chat reads over HTTP. */
export type ChatApi = {
  /** The conversations; null when they could not be read. */
  chats(): Promise<ChatRow[] | null>
  /** One page, newest first. `missing`: no such chat for us. `failed`: no answer that makes sense. */
  page(chatId: string, page: PageKind, at: number | null): Promise<WireMessage[] | 'missing' | 'failed'>
  /** The chat with that person, made when there is none. @throws ApiError */
  open(uid: Uid): Promise<ChatRow>
}

export const chatApi: ChatApi = {
  chats: async () => (await callApi(chatCalls.getChats))?.chats ?? null,

  async page(chatId, page, at) {
    const result = await readApi(chatCalls.getChatMessages, { params: { chatId }, query: queryOf(page, at) })
    if (result.ok) return result.value.messages
    // An address that holds no chat id at all is refused as invalid input: for whoever reads the page that is no chat, too.
    return result.failure.kind === 'missing' || result.failure.code === 'invalid_input' ? 'missing' : 'failed'
  },

  open: (uid) => callApi(chatCalls.openChat, { params: { uid } }),
}

/** Catching up takes the largest pages, so that a long absence costs few calls. */
function queryOf(page: PageKind, at: number | null) {
  if (page === 'newest' || at === null) return {}
  return page === 'older' ? { before: at } : { after: at, limit: limits.chatPageSize.max }
}
