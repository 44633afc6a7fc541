import * as z from 'zod/mini'

// The parts of ListenBrainz' answers that we read.

const name = z.string().check(z.maxLength(2_000))
const count = z.int().check(z.minimum(0))
const paging = { count, offset: z.optional(count) }

const artist = z.object({ artist_name: name, listen_count: count })
const recording = z.object({ artist_name: name, track_name: z.nullish(name), listen_count: count })
/** Players write anything here. Older ones write the duration in seconds. */
export const additionalDurations = { duration_ms: z.optional(z.unknown()), duration: z.optional(z.unknown()) }
const listen = z.object({
  listened_at: z.nullish(count),
  track_metadata: z.object({ artist_name: name, track_name: name, additional_info: z.nullish(z.object(additionalDurations)) }),
})

export type AdditionalDurations = z.output<z.ZodMiniObject<typeof additionalDurations>>
export type ListenBrainzArtist = z.output<typeof artist>
export type ListenBrainzRecording = z.output<typeof recording>
export type ListenBrainzListen = z.output<typeof listen>

export const artistStats = z.object({ payload: z.object({ artists: z.array(artist), total_artist_count: count, ...paging }) })
export const recordingStats = z.object({ payload: z.object({ recordings: z.array(recording), total_recording_count: count, ...paging }) })
export const recentListens = z.object({ payload: z.object({ listens: z.array(listen), user_id: name }) })
export const tokenResponse = z.object({ valid: z.boolean(), user_name: z.optional(name) })
