import { topicArtist } from './youtube.map.ts'

/** `durationMs`: null or missing where the source has none. */
export type PublicVideo = { videoId: string; title: string; durationMs?: number | null }

export type PublicVideoDetails = { title: string; channelId: string; channelName: string }

/** Reads the videos of a channel, newest first; null when there is no such channel. @throws ProviderError */
export type ReadChannelVideos = (channelId: string) => Promise<PublicVideo[] | null>

/** The name of a channel for users: an artist's automatic channel has the artist's name. */
export const artistOfPage = (channelTitle: string): string => topicArtist(channelTitle) ?? channelTitle
