import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, queryNumber, uid } from './base/ids.ts'
import { limits } from './limits.ts'
import { seenAs } from './profiles.ts'
import { tasteRow } from './taste.ts'

/** What somebody's pages of music and video are made of. `recent` and `saved` are tracks. */
export const musicList = z.enum(['artists', 'tracks', 'recent', 'saved'])
export type MusicList = z.output<typeof musicList>
export const videoList = z.enum(['channels', 'videos'])
export type VideoList = z.output<typeof videoList>
export const tasteList = z.enum([...musicList.options, ...videoList.options])
export type TasteList = z.output<typeof tasteList>

/** The time that top artists and tracks are of. */
export const listRange = z.enum(['4_weeks', '6_months', 'all_time'])
export type ListRange = z.output<typeof listRange>

export const tasteListCalls = {
  getTasteList: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/profile/:uid/lists/:list',
    summary: 'A page of one list of a person’s taste; `visible` is false when they keep it to others',
    params: z.object({ uid, list: tasteList }),
    query: z.object({
      /** Of `artists` and `tracks`; the other lists have no times. */
      range: z._default(listRange, 'all_time'),
      as: seenAs,
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    answer: z.object({
      visible: z.boolean(),
      rows: z.array(tasteRow),
      /** How many there are, and how many of them the viewer has as well; told with the first page only. */
      total: z.nullable(z.int()),
      shared: z.nullable(z.int()),
      next: z.nullable(cursor),
    }),
  }),
}
