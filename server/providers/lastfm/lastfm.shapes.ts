import * as z from 'zod/mini'

// The parts of Last.fm's answers that we read. Its JSON is made from XML: numbers are strings, and a list of one entry is that entry
// itself.

const name = z.string().check(z.maxLength(2_000))
/** A whole number, as text or not. */
const count = z.pipe(z.coerce.number(), z.int().check(z.minimum(0)))
const oneOrMore = <S extends z.ZodMiniType>(entry: S) =>
  z.pipe(
    z.union([z.array(entry), entry]),
    z.transform((given): z.output<S>[] => (Array.isArray(given) ? given : [given])),
  )

const attributes = z.object({ user: name, page: count, totalPages: count, total: count })
const artist = z.object({ name, playcount: count })
const track = z.object({ name, playcount: count, artist: z.object({ name }), duration: z.optional(z.unknown()) })
const loved = z.object({ name, artist: z.object({ name }) })
/** Without `extended` the artist's name is in `#text`. The track that is playing now has no date. */
const recent = z.object({ name, artist: z.object({ '#text': name }), date: z.optional(z.object({ uts: z.string() })) })

export type LastfmArtist = z.output<typeof artist>
export type LastfmTrack = z.output<typeof track>
export type LastfmLoved = z.output<typeof loved>
export type LastfmRecent = z.output<typeof recent>

export const topArtists = z.object({ topartists: z.object({ artist: z.prefault(oneOrMore(artist), []), '@attr': attributes }) })
export const topTracks = z.object({ toptracks: z.object({ track: z.prefault(oneOrMore(track), []), '@attr': attributes }) })
export const lovedTracks = z.object({ lovedtracks: z.object({ track: z.prefault(oneOrMore(loved), []), '@attr': attributes }) })
export const recentTracks = z.object({ recenttracks: z.object({ track: z.prefault(oneOrMore(recent), []), '@attr': attributes }) })
export const userInfo = z.object({ user: z.object({ name }) })
/** The session key would allow writing, so it is not read: only the name of its user is needed. */
export const signedIn = z.object({ session: z.object({ name }) })
/** Comes with any status, 200 among them. */
export const errorBody = z.object({ error: z.int(), message: z.optional(z.string()) })
