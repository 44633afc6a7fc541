import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { defineFrame } from './frame.ts'
import { isoDate, queryNumber, uid, uuidv7 } from './ids.ts'
import { limits } from './limits.ts'
import { personCard } from './people.ts'

export const messageType = z.enum(['text', 'link', 'youtube video'])
export type MessageType = z.output<typeof messageType>

/** What a client sends. Wire names are the owner's (spec, section 3). */
export const outgoingMessage = z.object({
  /** UUIDv7 made by the client, final: a resend carries the same one. */
  id: uuidv7,
  type: messageType,
  /** Trimmed by the server; blank is refused with its own code, `blank_content`. */
  content: z.string().check(z.trim(), z.maxLength(limits.message.max)),
  referenceItem: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10)),
  to: uid,
  /** Only for shape; the server takes the sender from the session. */
  from: uid,
  /** Null finds or creates the chat with `to`. */
  chat_id: z.nullable(z.uuid()),
  media: z.array(z.string()).check(z.maxLength(4)),
})
export type OutgoingMessage = z.output<typeof outgoingMessage>

/** A message as stored and delivered. `seq` counts up by one within a chat, without holes. */
export const wireMessage = z.object({
  id: uuidv7,
  chat_id: z.uuid(),
  to: uid,
  from: uid,
  type: messageType,
  content: z.string(),
  sent_date: z.optional(isoDate),
  referenceItem: z.array(z.string()),
  media: z.array(z.string()),
  seq: z.int(),
  /** The sender as drawn. */
  userName: z.string(),
  avatar: z.nullable(z.string()),
})
export type WireMessage = z.output<typeof wireMessage>

export const chatRow = z.object({
  chat_id: z.uuid(),
  person: personCard,
  last: z.nullable(wireMessage),
  /** Highest sequence of the chat, and the highest each side has read. */
  last_seq: z.int(),
  read_seq: z.int(),
  their_read_seq: z.int(),
  unread: z.int(),
  /** False once either has ended the connection: the history stays, writing stops. */
  can_write: z.boolean(),
})
export type ChatRow = z.output<typeof chatRow>

export const chatCalls = {
  getChats: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats',
    summary: 'Conversations, latest first',
    answer: z.object({ chats: z.array(chatRow) }),
  }),
  openChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/with/:uid',
    summary: 'The chat with that person, made when there is none',
    params: z.object({ uid }),
    answer: chatRow,
  }),
  getChatMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chat-messages/:chatId',
    summary: 'Messages newest first: the latest, or those just before `before`, or those just after `after`',
    params: z.object({ chatId: z.uuid() }),
    query: z.object({
      before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      after: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER)),
      limit: z.optional(queryNumber(1, limits.chatPageSize.max)),
    }),
    answer: z.object({ messages: z.array(wireMessage) }),
  }),
}

export const chatFrames = {
  sendMessage: defineFrame('sendMessage', z.object({ message: outgoingMessage, to: uid })),
  /** The acknowledgement: the message is committed. `duplicate`: an earlier message with this id and another body was kept. */
  message_stored: defineFrame(
    'message_stored',
    z.object({ id: uuidv7, chat_id: z.uuid(), seq: z.int(), sent_date: isoDate, duplicate: z.optional(z.literal(true)) }),
  ),
  new_message: defineFrame('new_message', z.object({ message: wireMessage })),
  /** Client: read up to `seq`. Server: somebody (`by`) has. */
  readChat: defineFrame('readChat', z.object({ chat_id: z.uuid(), seq: z.int().check(z.minimum(0)) })),
  chat_read: defineFrame('chat_read', z.object({ chat_id: z.uuid(), by: uid, seq: z.int() })),
  typing: defineFrame('typing', z.object({ chat_id: z.uuid() })),
  is_typing: defineFrame('is_typing', z.object({ chat_id: z.uuid(), by: uid })),
}
