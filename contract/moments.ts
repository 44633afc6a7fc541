import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { cursor, empty, isoDate, queryNumber, uid } from './ids.ts'
import { limits } from './limits.ts'
import { linkRecord } from './links.ts'
import { audience, personCard } from './people.ts'

export const moment = z.object({
  id: z.uuid(),
  author: personCard,
  text: z.string(),
  /** The first link of the text that belongs to one of the five platforms. */
  link: z.nullable(linkRecord),
  audience,
  posted_at: isoDate,
  likes: z.int(),
  liked: z.boolean(),
  mine: z.boolean(),
})
export type Moment = z.output<typeof moment>

const ofMoment = z.object({ id: z.uuid() })

export const momentCalls = {
  getFeed: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moments',
    summary: 'Moments newest first: own and buddies’, or one person’s with `uid`',
    query: z.object({ uid: z.optional(uid), cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }),
    answer: z.object({ moments: z.array(moment), next: z.nullable(cursor) }),
  }),
  postMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments',
    summary: 'Post a moment',
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.moment.max)),
      audience: z._default(audience, 'everyone'),
    }),
    answer: moment,
  }),
  deleteMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id',
    summary: 'Delete one’s own moment',
    params: ofMoment,
    answer: empty,
  }),
  likeMoment: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Like a moment; twice is harmless',
    params: ofMoment,
    answer: moment,
  }),
  unlikeMoment: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/moments/:id/like',
    summary: 'Take a like back',
    params: ofMoment,
    answer: moment,
  }),
}
