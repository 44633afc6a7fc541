import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'

// What every page needs to know of chat, apart from the rest (chat.ts), which is loaded when there is something for it.

export const chatWaitingCalls = {
  getUnreadMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/unread',
    summary: 'How many messages wait unread in the latest conversations',
    answer: z.object({ unread: z.int() }),
  }),
}

export const chatWaitingFrames = {
  /** A message came: chat wakes for it, and reads the frame by its own definition. */
  new_message: defineFrame('new_message', z.unknown()),
  /** Perhaps read on another device of the person: what waits is counted anew. */
  chat_read: defineFrame('chat_read', z.object({ by: z.string() })),
}
