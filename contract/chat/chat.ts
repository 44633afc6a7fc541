import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { defineFrame } from '../base/frame.ts'
import { cursor, empty, isoDate, queryNumber, uid, uuidv7 } from '../base/ids.ts'
import { limits } from '../limits.ts'
import { personCard } from '../people.ts'
import { recording, uploadedPicture } from '../uploads.ts'
import { freeText, postText } from '../base/text.ts'

export const messageType = z.enum(['text', 'link', 'youtube video', 'spotify artist', 'spotify track', 'picture', 'voice'])
export type MessageType = z.output<typeof messageType>

const seq = z.int().check(z.minimum(0))

/** A message as a client sends it. The specification sets the wire names (section 3). */
export const outgoingMessage = z.object({
  /** UUIDv7 created by the client; a resend uses the same one. */
  id: uuidv7,
  type: messageType,
  /** Trimmed by the server, which rejects blank text with `blank_content`. Only a 'picture' may have none; a 'voice' message has none. */
  content: postText(limits.message.max),
  /**
   * References. A 'youtube video', 'spotify artist' or 'spotify track' contains at least one public id.
   * Any message may contain one `message:<id>` of the same chat (a reply) and one `moment:<id>` that the sender may see.
   * A 'youtube video' or 'spotify track' may contain one `play:<id>`: it answers the receiver's play of this catalog item.
   * `forwarded:yes` marks a message that was sent before in another conversation.
   * Any message may contain one `together:<id>`, the shared session that it announces, one `poll:<id>`, one `queue:<id>`, a safe queue, and one
   * `at:…`, a second of an item; see `readAtReference`.
   */
  referenceItem: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10)),
  to: uid,
  /** Must equal the uid of the session, which decides who the sender is. */
  from: uid,
  /** Null: the server finds or creates the chat with `to`. */
  chat_id: z.nullable(z.uuid()),
  /** Ids of the sender's own uploaded pictures; a 'picture' has at least one. A 'voice' message has one recording. */
  media: z.array(z.string()).check(z.maxLength(limits.pictures.max)),
  /** Alternative text of each of `media`. */
  mediaAlt: z.optional(z.array(freeText(limits.pictureAlt)).check(z.maxLength(limits.pictures.max))),
})
export type OutgoingMessage = z.output<typeof outgoingMessage>

/** The current state of the replied message: its content is shortened, and empty after deletion. */
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

/** An emoji on a message and the users who added it, in order. */
export const reaction = z.object({ emoji: z.string(), by: z.array(uid) })
export type Reaction = z.output<typeof reaction>

/**
 * A stored message. `seq` increases by one within a chat, without gaps. In groups, `to` is the chat, and a message of a member whom the
 * viewer may not see is a deleted one of a deleted account.
 */
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
  /** The display name of the sender. */
  userName: z.string(),
  avatar: z.nullable(z.string()),
  edited_date: z.optional(isoDate),
  /** Deleted for everyone: the sequence number stays, the content is removed. */
  deleted: z.optional(z.literal(true)),
  /** The chat's change sequence at the latest edit, deletion or reaction. */
  change_seq: z.optional(z.int()),
  reactions: z.optional(z.array(reaction)),
  /** The replied message, if `referenceItem` contains one. */
  reply: z.optional(replyPreview),
  /** The pictures of `media`, in the same order. */
  pictures: z.optional(z.array(uploadedPicture)),
  /** The recording of a 'voice' message. */
  voice: z.optional(recording),
})
export type WireMessage = z.output<typeof wireMessage>

export const chatTab = z.enum(['chats', 'requests', 'archived'])
export type ChatTab = z.output<typeof chatTab>

/**
 * A chat between people who are not buddies starts as a request: one text message.
 * `first`: no message yet; the viewer's first one will be a request. `sent`: the viewer waits for an answer; a declined request
 * looks the same. `received`: the viewer may accept, decline or block; a reply accepts. `none`: the chat is open.
 */
export const chatRequest = z.enum(['none', 'first', 'sent', 'received'])
export type ChatRequest = z.output<typeof chatRequest>

/** The role of a group's member. Invited users see the members but no messages until they accept. */
export const groupRole = z.enum(['owner', 'admin', 'member', 'invited'])
export type GroupRole = z.output<typeof groupRole>

/** The latest sequence numbers of a chat. The other person's positions are 0 in groups, and if one of the two users has receipts off. */
const positions = {
  chat_id: z.uuid(),
  /** Sequence numbers of the newest message and the newest change (edit, deletion or reaction), both without gaps. */
  last_seq: z.int(),
  change_seq: z.int(),
  /** The read position of the viewer, and the delivered and read positions of the other user. */
  read_seq: z.int(),
  their_delivered_seq: z.int(),
  their_read_seq: z.int(),
}
export const chatPositions = z.object(positions)
export type ChatPositions = z.output<typeof chatPositions>

export const chatRow = z.object({
  ...positions,
  /** The other person, or a card with the chat's id and the name and picture of the group. */
  person: personCard,
  /** Only in groups: the viewer's role, the visible members without invited users, and who invited the viewer. */
  group: z.optional(z.object({ role: groupRole, members: z.int(), invited_by: z.nullable(personCard) })),
  last: z.nullable(wireMessage),
  unread: z.int(),
  /** False if the connection has ended or a request is unanswered. */
  can_write: z.boolean(),
  /** Pictures, cards and references are only for buddies and accepted requests. */
  can_attach: z.boolean(),
  /** The tab that lists it; null for a declined request, which is only at its own address. */
  tab: z.nullable(chatTab),
  request: chatRequest,
  /** No notifications until then. */
  muted_until: z.nullable(isoDate),
  /** The viewer has marked it as unread, and not opened it since. */
  marked_unread: z.optional(z.literal(true)),
  /** The other person's account is suspended. Messages are stored, but they can't read them for now. */
  suspended: z.optional(z.literal(true)),
})
export type ChatRow = z.output<typeof chatRow>

/** How long a conversation is muted, in seconds, or until it is unmuted. */
export const muteDuration = z.union([
  z.literal('forever'),
  z.int().check(z.minimum(limits.muteSeconds.min), z.maximum(limits.muteSeconds.max)),
])
export type MuteDuration = z.output<typeof muteDuration>

/** A search result with the other person of its chat. `getChatMessages` with `around` loads its context. */
export const foundMessage = z.object({ message: wireMessage, person: personCard })
export type FoundMessage = z.output<typeof foundMessage>

const chatId = z.object({ chatId: z.uuid() })

export const chatCalls = {
  getUnreadMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/unread',
    summary: 'Number of unread messages in the latest conversations',
    response: z.object({ unread: z.int() }),
  }),
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
    /** `requests`: the number of open requests from strangers. */
    response: z.object({ chats: z.array(chatRow), next_cursor: z.nullable(cursor), requests: z.int() }),
  }),
  getChat: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/:chatId',
    summary: 'One conversation',
    params: chatId,
    response: chatRow,
  }),
  openChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/with/:uid',
    summary: 'The chat with that person; creates it if there is none',
    params: z.object({ uid }),
    response: chatRow,
  }),
  getChatMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chat-messages/:chatId',
    summary: 'Messages newest first: the latest, those just before `before`, just after `after`, or around `around`',
    params: chatId,
    query: z.object({
      before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      after: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER)),
      around: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      limit: z.optional(queryNumber(1, limits.chatPageSize.max)),
    }),
    response: z.object({ messages: z.array(wireMessage) }),
  }),
  getChatChanges: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chat-changes/:chatId',
    summary: 'Messages edited, deleted or reacted to after that change, in their current state, the earliest change first',
    params: chatId,
    query: z.object({ after: queryNumber(0, Number.MAX_SAFE_INTEGER), limit: z.optional(queryNumber(1, limits.chatPageSize.max)) }),
    /** `change_seq`: the change sequence after these messages; below the chat's own if there are more. */
    response: z.object({ messages: z.array(wireMessage), change_seq: z.int() }),
  }),
  searchMessages: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/messages',
    summary: 'Messages of all conversations of the caller, or of one, that contain this text; the newest first',
    query: z.object({
      q: freeText(limits.search),
      chat_id: z.optional(z.uuid()),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    response: z.object({ found: z.array(foundMessage), next_cursor: z.nullable(cursor) }),
  }),
  acceptChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/accept',
    summary: 'Accept a stranger’s message request',
    params: chatId,
    response: chatRow,
  }),
  declineChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/decline',
    summary: 'Decline a message request; the other person is not informed',
    params: chatId,
    response: empty,
  }),
  archiveChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/archive',
    summary: 'Archive a conversation for the caller; mutes it until they return',
    params: chatId,
    response: chatRow,
  }),
  returnToChat: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/chats/:chatId/archive',
    summary: 'Unarchive a conversation; writing in it does the same',
    params: chatId,
    response: chatRow,
  }),
  markChatUnread: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/unread',
    summary: 'Mark a conversation as unread for the caller; the read position stays',
    params: chatId,
    response: chatRow,
  }),
  clearChatUnread: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/chats/:chatId/unread',
    summary: 'Remove the mark that a conversation is unread, after opening it',
    params: chatId,
    response: chatRow,
  }),
  muteChat: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/mute',
    summary: 'Mute a conversation for the given time; the response contains `muted_until`',
    params: chatId,
    body: z.object({ duration: muteDuration }),
    response: chatRow,
  }),
  unmuteChat: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/chats/:chatId/mute',
    summary: 'Unmute a conversation',
    params: chatId,
    response: chatRow,
  }),
}

/** Identifies a stored message: `id` and `seq` must both match. An `error` frame about it contains the `id`. */
const messageRef = { id: uuidv7, chat_id: z.uuid(), seq }

export const chatFrames = {
  /** `to` is a person, or the chat of a group. */
  sendMessage: defineFrame('sendMessage', z.object({ message: outgoingMessage, to: uid })),
  /** The acknowledgement: the message is committed. `duplicate`: an earlier message with this id and a different body exists. */
  message_stored: defineFrame(
    'message_stored',
    z.object({ id: uuidv7, chat_id: z.uuid(), seq: z.int(), sent_date: isoDate, duplicate: z.optional(z.literal(true)) }),
  ),
  new_message: defineFrame('new_message', z.object({ message: wireMessage })),

  /** Client: edits the user's own message. Server: the edited message, also to the socket that edited it. */
  editMessage: defineFrame('editMessage', z.object({ ...messageRef, content: outgoingMessage.shape.content })),
  message_edited: defineFrame('message_edited', z.object({ message: wireMessage })),
  /** Client: deletes the user's own message for everyone. */
  deleteMessage: defineFrame('deleteMessage', z.object(messageRef)),
  message_deleted: defineFrame('message_deleted', z.object({ ...messageRef, change_seq: z.int() })),
  /** Client: adds or removes an emoji. Server: all reactions of the message. */
  react: defineFrame('react', z.object({ ...messageRef, emoji: z.string().check(z.maxLength(limits.emoji.max)), on: z.boolean() })),
  message_reacted: defineFrame('message_reacted', z.object({ ...messageRef, change_seq: z.int(), reactions: z.array(reaction) })),

  /** Client: the viewer has read up to `seq`. Server: the user `by` has. */
  readChat: defineFrame('readChat', z.object({ chat_id: z.uuid(), seq })),
  chat_read: defineFrame('chat_read', z.object({ chat_id: z.uuid(), by: uid, seq: z.int() })),
  /** Client: messages up to `seq` were delivered to this device. Server: they were delivered to a device of `by`. */
  deliveredChat: defineFrame('deliveredChat', z.object({ chat_id: z.uuid(), seq })),
  chat_delivered: defineFrame('chat_delivered', z.object({ chat_id: z.uuid(), by: uid, seq: z.int() })),

  /**
   * Client, after a reconnect: its positions in the chats it has cached, with the id of the message at `seq` (null at 0).
   * Server: the positions of the user's latest 500 chats. `reset` lists chats whose cached history is no longer valid: the client
   * discards it and loads them again. `getChatMessages` and `getChatChanges` return what is missing.
   */
  resume: defineFrame(
    'resume',
    z.object({
      chats: z
        .array(z.object({ chat_id: z.uuid(), seq, id: z.nullable(uuidv7), change_seq: seq }))
        .check(z.maxLength(limits.resumedChats.max)),
    }),
  ),
  resumed: defineFrame('resumed', z.object({ chats: z.array(chatPositions), reset: z.array(z.uuid()) })),
  /** Server: messages or changes up to here may not have been delivered (the connection between servers was down). */
  chat_moved: defineFrame('chat_moved', chatPositions),
  /** Server, to the viewer's own devices: mute, archive, the request or the group of this chat changed; see `getChat`. `gone`: the viewer is no longer in it. */
  chat_changed: defineFrame('chat_changed', z.object({ chat_id: z.uuid(), gone: z.optional(z.literal(true)) })),

  /** Both only if both users have typing indicators on. */
  typing: defineFrame('typing', z.object({ chat_id: z.uuid() })),
  is_typing: defineFrame('is_typing', z.object({ chat_id: z.uuid(), by: uid })),
}
