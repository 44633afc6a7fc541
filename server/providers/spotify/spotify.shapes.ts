import * as z from 'zod/mini'
import { entriesOf } from '#server/providers/provider-http.ts'

// The parts of Spotify's answers that we read, as a development-mode application gets them. Everything else is dropped.

const name = z.string().check(z.maxLength(1_000))
const spotifyId = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/))
const count = z.int().check(z.minimum(0))

/** Local files and taken-down entries have no id, or no entry at all. */
/** Only applications with extended quota get followers. */
const artist = z.object({ id: z.nullable(spotifyId), name, followers: z.nullish(z.object({ total: z.nullish(count) })) })
const track = z.object({
  id: z.nullable(spotifyId),
  name,
  artists: z.array(z.object({ id: z.nullish(spotifyId), name })),
  external_ids: z.nullish(z.object({ isrc: z.nullish(z.string().check(z.maxLength(100))) })),
  duration_ms: z.nullish(count),
  is_local: z.optional(z.boolean()),
})

export type SpotifyArtist = z.output<typeof artist>
export type SpotifyTrack = z.output<typeof track>

const paging = { next: z.nullable(z.string()), offset: count, total: count }

export const me = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The unique account id, added in May 2026. */
  account_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  display_name: z.nullish(name),
})
export const artistPage = z.object({ items: entriesOf(z.nullable(artist)), ...paging })
export const trackPage = z.object({ items: entriesOf(z.nullable(track)), ...paging })
export const savedPage = z.object({ items: entriesOf(z.object({ track: z.nullable(track) })), ...paging })
export const followedPage = z.object({
  artists: z.object({
    items: entriesOf(z.nullable(artist)),
    total: z.optional(count),
    cursors: z.nullish(z.object({ after: z.nullish(spotifyId) })),
  }),
})
export const recentPage = z.object({ items: entriesOf(z.object({ track: z.nullable(track), played_at: z.nullish(z.string()) })) })
export const errorBody = z.object({ error: z.object({ message: z.optional(z.string()), reason: z.optional(z.string()) }) })

/** A playlist that was created. The id becomes part of addresses. */
export const newPlaylist = z.object({ id: z.string().check(z.regex(/^\w{10,64}$/)) })
