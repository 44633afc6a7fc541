import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { queryNumber, uuidv7 } from '../base/ids.ts'
import { freeText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { item } from '../media.ts'
import { PRINT_BARS } from '../taste/print.ts'
import { matchFilter } from '../taste/taste.ts'

/** A genre or topic. */
const mood = z.enum(PRINT_BARS)
export type QueueMood = z.output<typeof mood>

const { min, max } = limits.safeQueue.minutes

/**
 * Tracks and videos that each fit at least `fits` of the `members` whose taste was compared, and that none of them dislikes. No answer
 * contains whom an item doesn't fit.
 */
const queueContent = { fits: z.int(), members: z.int(), items: z.array(item) }

/** The items available for a queue of this kind. */
export const safeQueuePreview = z.object({
  ...queueContent,
  /** Genres and topics of the safe items, the most frequent first, with their number of items. */
  moods: z.array(z.object({ mood, count: z.int() })),
})
export type SafeQueuePreview = z.output<typeof safeQueuePreview>

/** A posted queue, as it was when it was made. A message with the reference `queue:<id>` shows it; its text is for clients without queues. */
export const safeQueue = z.object({
  id: uuidv7,
  chat_id: z.uuid(),
  name: z.string(),
  ...queueContent,
  /** The number of further items, which the viewer muted. */
  muted_items: z.int(),
})
export type SafeQueue = z.output<typeof safeQueue>

const ofGroup = z.object({ chatId: z.uuid() })

export const safeQueueCalls = {
  getSafeQueuePreview: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/groups/:chatId/safe-queue',
    summary: 'What a safe queue of this length, kind, and genre or topic would have now, for members of the group',
    params: ofGroup,
    query: z.object({ minutes: queryNumber(min, max), kind: z._default(matchFilter, 'all'), mood: z.optional(mood) }),
    response: safeQueuePreview,
  }),
  createSafeQueue: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/groups/:chatId/safe-queues',
    summary: 'Make a safe queue; the caller then sends a message that refers to it. A repeated id returns the existing one',
    params: ofGroup,
    body: z.object({
      id: uuidv7,
      name: freeText(limits.safeQueue.name),
      /** Approximate length; shorter if too few items are safe; at most `limits.safeQueue.items.max` items. */
      minutes: z.int().check(z.minimum(min), z.maximum(max)),
      kind: z._default(matchFilter, 'all'),
      mood: z.optional(mood),
    }),
    response: safeQueue,
  }),
  getSafeQueue: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/safe-queues/:id',
    summary: 'A posted safe queue, for members of its group',
    params: z.object({ id: z.uuid() }),
    response: safeQueue,
  }),
}
