import { chatCalls, type ChatRow, type ChatTab, type MuteDuration, type WireMessage } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { callApi, readApi, readOrThrow } from '#web/platform/api-client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Recording } from '#contract/uploads.ts'
import type { PageKind } from '../engine/events.ts'
import type { UnsentRecording } from '../engine/state.ts'

/** `missing`: the chat doesn't exist for us. `failed`: no valid response. */
type Nothing = 'missing' | 'failed'
type ListPage = { chats: ChatRow[]; next_cursor: string | null; requests: number }

/** The HTTP calls of chat. */
export type ChatApi = {
  /** A page of one tab; null on failure. */
  chats(tab: ChatTab, from: string | null): Promise<ListPage | null>
  chat(chatId: string): Promise<ChatRow | Nothing>
  /** One page, newest first. */
  page(chatId: string, page: PageKind, seq: number | null): Promise<WireMessage[] | Nothing>
  /** Changed messages, the earliest change first; null on failure. */
  changes(chatId: string, after: number): Promise<{ messages: WireMessage[]; change_seq: number } | null>
  /** Returns the chat with that user, and creates it if needed. @throws ApiError */
  open(uid: Uid): Promise<ChatRow>
  /** Changes a chat; null if nothing is left to show. @throws ApiError */
  manage(chatId: string, command: ChatCommand): Promise<ChatRow | null>
  /** Uploads a recording, or the rest of one, and calls `onStart` with the id of a new upload. Returns the error after a failure. */
  uploadRecording(recording: UnsentRecording, onStart: (uploadId: string) => void): Promise<Recording | ErrorCode>
}

export type ChatCommand =
  | { kind: 'accept' | 'decline' | 'archive' | 'return' | 'unmute' | 'mark_unread' | 'clear_unread' }
  | { kind: 'mute'; duration: MuteDuration }

export const chatApi: ChatApi = {
  chats: (tab, from) => callApi(chatCalls.getChats, { query: { tab, ...(from === null ? {} : { cursor: from }) } }),

  async chat(chatId) {
    const result = await readApi(chatCalls.getChat, { params: { chatId } })
    return result.ok ? result.value : result.failure.kind === 'missing' ? 'missing' : 'failed'
  },

  async page(chatId, page, seq) {
    const result = await readApi(chatCalls.getChatMessages, { params: { chatId }, query: queryOf(page, seq) })
    if (result.ok) return result.value.messages
    // An address without a valid chat id is `invalid_input`; readers see it as a missing chat.
    return result.failure.kind === 'missing' || result.failure.code === 'invalid_input' ? 'missing' : 'failed'
  },

  changes: (chatId, after) => callApi(chatCalls.getChatChanges, { params: { chatId }, query: { after, limit: limits.chatPageSize.max } }),

  open: (uid) => callApi(chatCalls.openChat, { params: { uid } }),

  async manage(chatId, command) {
    // The command completes even if the page is closed.
    const input = { params: { chatId }, keepalive: true }
    if (command.kind === 'decline') {
      await callApi(chatCalls.declineChat, input)
      return null
    }
    if (command.kind === 'mute') return callApi(chatCalls.muteChat, { ...input, body: { duration: command.duration } })
    return readOrThrow(commandCalls[command.kind], input)
  },

  // Loaded on demand, to keep the initial bundle small.
  uploadRecording: async (recording, onStart) =>
    (await import('../voice/upload-recording.ts').catch(() => null))?.uploadRecording(recording, onStart) ?? 'unavailable',
}

const commandCalls = {
  accept: chatCalls.acceptChat,
  archive: chatCalls.archiveChat,
  return: chatCalls.returnToChat,
  unmute: chatCalls.unmuteChat,
  mark_unread: chatCalls.markChatUnread,
  clear_unread: chatCalls.clearChatUnread,
} as const

/** Catching up uses the largest pages, so that a long absence takes few calls. */
function queryOf(page: PageKind, seq: number | null) {
  if (page === 'newest' || seq === null) return {}
  if (page === 'around') return { around: seq }
  return page === 'older' ? { before: seq } : { after: seq, limit: limits.chatPageSize.max }
}
