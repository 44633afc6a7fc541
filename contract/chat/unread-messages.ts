import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { defineFrame } from '../base/frame.ts'

// The part of the chat API that every page needs. The rest (chat.ts) is loaded on demand.

export const unreadMessageCalls = {
  getUnreadMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/unread',
    summary: 'Number of unread messages in the latest conversations',
    answer: z.object({ unread: z.int() }),
  }),
}

export const unreadMessageFrames = {
  /** Loads chat, which parses the frame by its own definition. */
  new_message: defineFrame('new_message', z.unknown()),
  /** Another device of the user may have read messages: the count is loaded again. */
  chat_read: defineFrame('chat_read', z.object({ by: z.string() })),
}
