import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { cursor, empty, isoDate, queryNumber } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { linkRecord } from '../links/links.ts'
import { item, spotifyId, videoId } from '../media.ts'
import { personCard } from '../people.ts'

/** An item that was exchanged in a conversation: once, however often it was shared. */
export const shelfItem = z.object({
  /** Identifies the item on its shelf. */
  key: z.string(),
  link: linkRecord,
  /** The catalog's item of the link; null where it has none. */
  item: z.nullable(item),
  /** The user who shared it last; null for a deleted account, and for what was played together. */
  by: z.nullable(personCard),
  shared_at: isoDate,
  via: z.enum(['message', 'moment', 'together']),
  /** The sequence number of the latest message with it; null if it was only played together. */
  seq: z.nullable(z.int()),
  times: z.int(),
  is_played: z.boolean(),
})
export type ShelfItem = z.output<typeof shelfItem>

export const shelfCalls = {
  getShelf: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/chats/:chatId/shelf',
    summary: 'The items that were exchanged in a conversation, the latest first; with `q` those whose name, text or person contains it',
    params: z.object({ chatId: z.uuid() }),
    query: z.object({
      q: z.optional(freeText({ max: limits.shareSearch.max })),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    response: z.object({ items: z.array(shelfItem), total: z.int(), next: z.nullable(cursor) }),
  }),
  markPlayed: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/played-items',
    summary: 'Record that the viewer has played a track or video',
    body: z.union([z.object({ platform: z.literal('spotify'), id: spotifyId }), z.object({ platform: z.literal('youtube'), id: videoId })]),
    response: empty,
  }),
}
