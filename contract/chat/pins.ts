import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { cursor, isoDate, queryNumber } from '../base/ids.ts'
import { foundMessage, wireMessage } from './chat.ts'
import { limits } from '../limits.ts'
import { personCard } from '../people.ts'

/** A message that is pinned for all members. `by` is null for a deleted account and for a user whom the viewer may not see. */
export const pinnedMessage = z.object({ message: wireMessage, by: z.nullable(personCard), pinned_at: isoDate })
export type PinnedMessage = z.output<typeof pinnedMessage>

/** `pins`: the latest first. `can_pin`: whether the viewer may change them. `starred`: the sequence numbers of the viewer's own stars. */
export const pinsAndStars = z.object({ pins: z.array(pinnedMessage), can_pin: z.boolean(), starred: z.array(z.int()) })
export type PinsAndStars = z.output<typeof pinsAndStars>

const chatId = z.object({ chatId: z.uuid() })
const seq = z.int().check(z.minimum(1))

export const pinCalls = {
  getPinsAndStars: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/:chatId/pins',
    summary: 'The pinned messages of a conversation, and those that the caller has starred',
    params: chatId,
    response: pinsAndStars,
  }),
  pinMessage: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/pins',
    summary: 'Pin or unpin a message for all members; in groups, the owner and admins may',
    params: chatId,
    body: z.object({ seq, on: z.boolean() }),
    response: pinsAndStars,
  }),
  starMessages: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/chats/:chatId/stars',
    summary: 'Star messages for the caller alone, or remove the stars',
    params: chatId,
    body: z.object({ seqs: z.array(seq).check(z.minLength(1), z.maxLength(limits.selectedMessages.max)), on: z.boolean() }),
    response: pinsAndStars,
  }),
  getStarred: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/starred-messages',
    summary: 'The messages that the caller has starred in all conversations, the latest star first',
    query: z.object({ cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }),
    response: z.object({ found: z.array(foundMessage), next: z.nullable(cursor) }),
  }),
}
