import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, queryNumber, uid, uuidv7 } from './base/ids.ts'
import { limits } from './limits.ts'
import { personCard } from './people.ts'
import { uploadedPicture } from './uploads.ts'
import { freeText, postText } from './base/text.ts'

export const messageType = z.enum(['text', 'link', 'youtube video', 'spotify artist', 'spotify track', 'picture'])
export type MessageType = z.output<typeof messageType>

const seq = z.int().check(z.minimum(0))

/** What a client sends. Wire names are the owner's (spec, section 3). */
export const outgoingMessage = z.object({
  /** UUIDv7 made by the client, final: a resend carries the same one. */
  id: uuidv7,
  type: messageType,
  /** Trimmed by the server; blank is refused with its own code, `blank_content`. Only a 'picture' may say nothing. */
  content: postText(limits.message.max),
  /**
   * What it is about. A 'youtube video', 'spotify artist' or 'spotify track' names the public ids of at least one.
   * Any message may name one `message:<id>` of the same chat (a reply) and one `moment:<id>` that the sender may see.
   */
  referenceItem: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10)),
  to: uid,
  /** Only for shape; the server takes the sender from the session. */
  from: uid,
  /** Null finds or creates the chat with `to`. */
  chat_id: z.nullable(z.uuid()),
  /** Ids of the sender's own uploaded pictures; a 'picture' has at least one. */
  media: z.array(z.string()).check(z.maxLength(limits.pictures.max)),
  /** What is said about each of `media` for those who can't see it. */
  mediaAlt: z.optional(z.array(freeText(limits.pictureAlt)).check(z.maxLength(limits.pictures.max))),
})
export type OutgoingMessage = z.output<typeof outgoingMessage>

/** What a reply answers, as it stands now: its content is cut short, and empty once it was deleted. */
export const replyPreview = z.object({
  id: uuidv7,
  seq: z.int(),
  from: uid,
  userName: z.string(),
  type: messageType,
  content: z.string(),
  deleted: z.optional(z.literal(true)),
})
export type ReplyPreview = z.output<typeof replyPreview>

/** One emoji on a message and who gave it, the first giver first. */
export const reaction = z.object({ emoji: z.string(), by: z.array(uid) })
export type Reaction = z.output<typeof reaction>

/** A message as stored and delivered. `seq` counts up by one within a chat, without holes. What is not so is left out. */
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
  /** When its content was last edited. */
  edited_date: z.optional(isoDate),
  /** Deleted for everyone: the place in the sequence stays, the content is gone. */
  deleted: z.optional(z.literal(true)),
  /** The chat's count of changes at its latest edit, deletion or reaction. */
  change_seq: z.optional(z.int()),
  reactions: z.optional(z.array(reaction)),
  /** The answered message, when `referenceItem` names one. */
  reply: z.optional(replyPreview),
  /** The pictures of `media`, in its order. */
  pictures: z.optional(z.array(uploadedPicture)),
})
export type WireMessage = z.output<typeof wireMessage>

export const chatTab = z.enum(['chats', 'requests', 'archived'])
export type ChatTab = z.output<typeof chatTab>

/**
 * A chat between people who are not buddies starts as a request, one message long and text only.
 * `first`: nothing is written yet, and what the viewer writes will be a request. `sent`: the viewer waits (a silent decline
 * looks the same). `received`: the viewer may accept, decline or block; writing back accepts. `none`: all is open.
 */
export const chatRequest = z.enum(['none', 'first', 'sent', 'received'])
export type ChatRequest = z.output<typeof chatRequest>

/** How far a chat has come. A side that has its receipts off, or looks at somebody who has, sees 0 for the other side. */
const marks = {
  chat_id: z.uuid(),
  /** The newest message, and the newest change (edit, deletion or reaction): both count up by one, without holes. */
  last_seq: z.int(),
  change_seq: z.int(),
  /** What the viewer has read; what has reached the other side, and what they have read. */
  read_seq: z.int(),
  their_delivered_seq: z.int(),
  their_read_seq: z.int(),
}
export const chatMarks = z.object(marks)
export type ChatMarks = z.output<typeof chatMarks>

export const chatRow = z.object({
  ...marks,
  person: personCard,
  last: z.nullable(wireMessage),
  unread: z.int(),
  /** False where writing is over (either has ended the connection) or must wait (an unanswered request). */
  can_write: z.boolean(),
  /** Pictures, cards and references are for buddies and accepted requests. */
  can_attach: z.boolean(),
  /** The tab that lists it; null for a declined request, which no list shows and its own address still does. */
  tab: z.nullable(chatTab),
  request: chatRequest,
  /** No notices until then. */
  muted_until: z.nullable(isoDate),
})
export type ChatRow = z.output<typeof chatRow>

/** How long a conversation stays muted, in seconds by the server's clock, or until it is unmuted. */
export const muteDuration = z.union([
  z.literal('forever'),
  z.int().check(z.minimum(limits.muteSeconds.min), z.maximum(limits.muteSeconds.max)),
])
export type MuteDuration = z.output<typeof muteDuration>

/** A message found by its words, with the other person of its chat. `getChatMessages` with `around` shows where it stands. */
export const foundMessage = z.object({ message: wireMessage, person: personCard })
export type FoundMessage = z.output<typeof foundMessage>

const chatId = z.object({ chatId: z.uuid() })

export const chatCalls = {
  getChats: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats',
    summary: 'Conversations of one tab, latest first',
    query: z.object({
      tab: z.optional(chatTab),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    /** `requests`: how many strangers wait for an answer. */
    answer: z.object({ chats: z.array(chatRow), next_cursor: z.nullable(cursor), requests: z.int() }),
  }),
  getChat: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/:chatId',
    summary: 'One conversation',
    params: chatId,
    answer: chatRow,
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
    summary: 'Messages newest first: the latest, or those just before `before`, just after `after`, or on both sides of `around`',
    params: chatId,
    query: z.object({
      before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      after: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER)),
      around: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      limit: z.optional(queryNumber(1, limits.chatPageSize.max)),
    }),
    answer: z.object({ messages: z.array(wireMessage) }),
  }),
  getChatChanges: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chat-changes/:chatId',
    summary: 'Messages that were edited, deleted or reacted to after that change, as they are now, the earliest change first',
    params: chatId,
    query: z.object({ after: queryNumber(0, Number.MAX_SAFE_INTEGER), limit: z.optional(queryNumber(1, limits.chatPageSize.max)) }),
    /** `change_seq`: how far these messages bring the caller; below the chat's own when there are more. */
    answer: z.object({ messages: z.array(wireMessage), change_seq: z.int() }),
  }),
  searchMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/messages',
    summary: 'Messages of the caller’s conversations, or of one, that contain these words; the newest first',
    query: z.object({
      q: freeText(limits.search),
      chat_id: z.optional(z.uuid()),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    answer: z.object({ found: z.array(foundMessage), next_cursor: z.nullable(cursor) }),
  }),
  acceptChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/accept',
    summary: 'Accept a stranger’s request to write; blocking is a call of connections',
    params: chatId,
    answer: chatRow,
  }),
  declineChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/decline',
    summary: 'Decline it; the other side hears nothing of that',
    params: chatId,
    answer: empty,
  }),
  archiveChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/archive',
    summary: 'Leave: archived for the caller, without notices until they return',
    params: chatId,
    answer: chatRow,
  }),
  returnToChat: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/chats/:chatId/archive',
    summary: 'Return to an archived conversation; writing in it does the same',
    params: chatId,
    answer: chatRow,
  }),
  muteChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/mute',
    summary: 'No notices of this conversation for so long; `muted_until` of the answer says until when',
    params: chatId,
    body: z.object({ duration: muteDuration }),
    answer: chatRow,
  }),
  unmuteChat: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/chats/:chatId/mute',
    summary: 'Notices of this conversation again',
    params: chatId,
    answer: chatRow,
  }),
}

/** A stored message: its id and its place, which must fit together. An `error` frame about it carries the `id`. */
const which = { id: uuidv7, chat_id: z.uuid(), seq }

export const chatFrames = {
  sendMessage: defineFrame('sendMessage', z.object({ message: outgoingMessage, to: uid })),
  /** The acknowledgement: the message is committed. `duplicate`: an earlier message with this id and another body was kept. */
  message_stored: defineFrame(
    'message_stored',
    z.object({ id: uuidv7, chat_id: z.uuid(), seq: z.int(), sent_date: isoDate, duplicate: z.optional(z.literal(true)) }),
  ),
  new_message: defineFrame('new_message', z.object({ message: wireMessage })),

  /** Client: changes the content of an own message. Server: how it reads now, also to the socket that changed it. */
  editMessage: defineFrame('editMessage', z.object({ ...which, content: outgoingMessage.shape.content })),
  message_edited: defineFrame('message_edited', z.object({ message: wireMessage })),
  /** Client: deletes an own message for everyone. */
  deleteMessage: defineFrame('deleteMessage', z.object(which)),
  message_deleted: defineFrame('message_deleted', z.object({ ...which, change_seq: z.int() })),
  /** Client: gives or takes back one emoji. Server: all reactions of that message. */
  react: defineFrame('react', z.object({ ...which, emoji: z.string().check(z.maxLength(limits.emoji.max)), on: z.boolean() })),
  message_reacted: defineFrame('message_reacted', z.object({ ...which, change_seq: z.int(), reactions: z.array(reaction) })),

  /** Client: read up to `seq`. Server: somebody (`by`) has. */
  readChat: defineFrame('readChat', z.object({ chat_id: z.uuid(), seq })),
  chat_read: defineFrame('chat_read', z.object({ chat_id: z.uuid(), by: uid, seq: z.int() })),
  /** Client: everything up to `seq` has reached this device. Server: it has reached a device of `by`. */
  deliveredChat: defineFrame('deliveredChat', z.object({ chat_id: z.uuid(), seq })),
  chat_delivered: defineFrame('chat_delivered', z.object({ chat_id: z.uuid(), by: uid, seq: z.int() })),

  /**
   * Client, after a reconnect: how far it has come in the chats it holds, with the id of the message at `seq` (null at 0).
   * Server: how far the person's chats are (the latest 500), and in `reset` those of the named ones whose history is not the
   * client's any more: forget what is held of them and load anew. `getChatMessages` and `getChatChanges` do the rest.
   */
  resume: defineFrame(
    'resume',
    z.object({
      chats: z
        .array(z.object({ chat_id: z.uuid(), seq, id: z.nullable(uuidv7), change_seq: seq }))
        .check(z.maxLength(limits.resumedChats.max)),
    }),
  ),
  resumed: defineFrame('resumed', z.object({ chats: z.array(chatMarks), reset: z.array(z.uuid()) })),
  /** Server: there may be something new up to here that was not delivered (the way between servers was down). */
  chat_moved: defineFrame('chat_moved', chatMarks),
  /** Server, to all of the viewer's own devices: mute, archive or the request of this chat changed; see `getChat`. */
  chat_changed: defineFrame('chat_changed', z.object({ chat_id: z.uuid() })),

  /** Both only while either side has typing switched on. */
  typing: defineFrame('typing', z.object({ chat_id: z.uuid() })),
  is_typing: defineFrame('is_typing', z.object({ chat_id: z.uuid(), by: uid })),
}
