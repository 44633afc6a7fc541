import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { cursor, queryNumber, uid } from '../base/ids.ts'
import { limits } from '../limits.ts'
import { viewAs } from '../profiles.ts'
import { tasteRow } from './taste.ts'

/** The lists on a user's music and video pages. `recent` and `saved` contain tracks. */
export const musicList = z.enum(['artists', 'tracks', 'recent', 'saved'])
export const videoList = z.enum(['channels', 'videos'])
export const tasteList = z.enum([...musicList.options, ...videoList.options])
export type TasteList = z.output<typeof tasteList>

/** The period of top artists and tracks. */
export const listRange = z.enum(['4_weeks', '6_months', 'all_time'])
export type ListRange = z.output<typeof listRange>

export const tasteListCalls = {
  getTasteList: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/lists/:list',
    summary: 'A page of one list of a person’s taste; `visible` is false when the person hides it from the viewer',
    params: z.object({ uid, list: tasteList }),
    query: z.object({
      /** For `artists` and `tracks`; the other lists have no period. */
      range: z._default(listRange, 'all_time'),
      as: viewAs,
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    response: z.object({
      visible: z.boolean(),
      rows: z.array(tasteRow),
      /** The number of items, and the number of those that the viewer has too; only with the first page. */
      total: z.nullable(z.int()),
      shared: z.nullable(z.int()),
      next: z.nullable(cursor),
    }),
  }),
}
