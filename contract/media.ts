import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { limits } from './limits.ts'
import { freeText } from './base/text.ts'

export const itemKind = z.enum(['artist', 'track', 'channel', 'video'])
export type ItemKind = z.output<typeof itemKind>

/** An artist, track, channel or video of the catalog, shared by all users and matched across sources. */
export const item = z.object({
  id: z.uuid(),
  kind: itemKind,
  name: z.string(),
  /** The artist of a track, the channel of a video. */
  by: z.nullable(z.string()),
  /** The artist or channel named in `by`, where the catalog has it. */
  by_id: z.optional(z.uuid()),
  /** Ids for players and links. */
  spotify_id: z.nullable(z.string()),
  youtube_id: z.nullable(z.string()),
  /** The length of a track or video, if a source reports it. */
  duration_ms: z.optional(z.int()),
})
export type Item = z.output<typeof item>

/** Ids of the platforms. They become part of player and API URLs, so the format is strict. */
export const spotifyId = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/))
export const channelId = z.string().check(z.regex(/^UC[\w-]{22}$/))
export const videoId = z.string().check(z.regex(/^[\w-]{11}$/))

/** A video of a channel; the specification sets the names (section 3). */
export const channelVideo = z.object({
  video_id: videoId,
  /** Address of the picture on this server. */
  thumbnail_url: z.string(),
  title: z.string(),
  /** The length, if YouTube reported it. */
  duration_ms: z.optional(z.int()),
})
export type ChannelVideo = z.output<typeof channelVideo>

/** A video and its channel. Null where the platform gave no answer. */
export const videoDetails = z.object({
  video_id: videoId,
  title: z.nullable(z.string()),
  channel_id: z.nullable(channelId),
  channel_name: z.nullable(z.string()),
})
export type VideoDetails = z.output<typeof videoDetails>

export const mediaCalls = {
  searchCatalog: defineCall({
    method: 'GET',
    area: 'auth',
    // Spelled as in release 1.0.0, whose open pages call it.
    path: '/catalogue',
    summary: 'Artists and channels by name for the picker; without `q` the most popular ones',
    withoutProfile: true,
    query: z.object({
      q: z.optional(freeText({ max: limits.search.max })),
      kind: z.optional(z.enum(['artist', 'channel'])),
    }),
    response: z.object({ items: z.array(item) }),
  }),
  getChannelVideos: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/youtube-channel-videos/:channelId',
    summary: 'Videos of a channel, newest first',
    params: z.object({ channelId }),
    response: z.object({ videos: z.array(channelVideo) }),
  }),
  getDurations: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/durations',
    summary: 'The lengths in milliseconds of tracks and videos, by their Spotify or YouTube id; unknown ones are left out',
    // The ids of a queue are too long for a query string.
    body: z.object({ ids: z.array(z.union([spotifyId, videoId])).check(z.minLength(1), z.maxLength(limits.durations.max)) }),
    response: z.object({ durations: z.record(z.string(), z.int()) }),
  }),
  getVideoDetails: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/youtube-videos/:videoId',
    summary: 'The title of a video and its channel, as far as known',
    params: z.object({ videoId }),
    response: videoDetails,
  }),
}
