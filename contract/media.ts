import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { limits } from './limits.ts'

export const itemKind = z.enum(['artist', 'track', 'channel', 'video'])
export type ItemKind = z.output<typeof itemKind>

/** One thing people can love, the same for everybody and joined across sources. */
export const item = z.object({
  id: z.uuid(),
  kind: itemKind,
  name: z.string(),
  /** The artist of a track, the channel of a video. */
  by: z.nullable(z.string()),
  /** Ids that players and links understand. */
  spotify_id: z.nullable(z.string()),
  youtube_id: z.nullable(z.string()),
})
export type Item = z.output<typeof item>

export const mediaCalls = {
  searchCatalogue: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/catalogue',
    summary: 'Artists and channels by name; without `q` the best known ones, for the picker',
    withoutProfile: true,
    query: z.object({
      q: z.optional(z.string().check(z.trim(), z.maxLength(limits.search.max))),
      kind: z.optional(z.enum(['artist', 'channel'])),
    }),
    answer: z.object({ items: z.array(item) }),
  }),
}
