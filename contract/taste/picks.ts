import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { freeText } from '../base/text.ts'
import { limits } from '../limits.ts'
import { item } from '../media.ts'

/** Artists and channels that a user picks by hand, without connecting an account. */
export const pickCalls = {
  savePicks: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/taste-picks',
    summary: 'Replace the manually picked artists and channels',
    withoutProfile: true,
    body: z.object({
      picks: z
        .array(
          z.union([
            z.object({ item_id: z.uuid() }),
            z.object({ kind: z.enum(['artist', 'channel']), name: freeText({ min: 1, max: 100 }) }),
          ]),
        )
        .check(z.maxLength(limits.picks.max)),
    }),
    response: z.object({ items: z.array(item) }),
  }),
  getPicks: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/taste-picks',
    summary: 'The artists and channels that the viewer picked manually',
    response: z.object({ items: z.array(item) }),
  }),
}
