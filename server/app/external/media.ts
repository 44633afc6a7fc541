import type { Offer } from '#contract/identity.ts'
import type { Config } from '#server/config.ts'
import { ART_HOSTS } from '#server/features/media/art.addresses.ts'
import { generatedPictures, outsidePictures, type PictureSource } from '#server/features/media/art.picture.ts'
import type { VideoReaders } from '#server/features/media/channel-videos.service.ts'
import { LINKED_ART_HOSTS } from '#server/features/links/cards.thumbnail.ts'
import type { StandInOrigins } from './providers.ts'
import { createOutside } from '#server/providers/outside.ts'
import { createYouTubeFeed } from '#server/providers/youtube/youtube.feed.ts'
import { createYouTubePublic } from '#server/providers/youtube/youtube.public.ts'
import type { SpendUnit } from '#server/providers/youtube/youtube.units.ts'

export type OfferedMedia = {
  players: NonNullable<Offer['players']>
  /** Origins of stand-in players, for the content policy. */
  frameOrigins: string[]
  readers: VideoReaders
  pictures: PictureSource
}

const PICTURE_BYTES = 2 * 1024 * 1024
const PICTURE_TIMEOUT_MS = 5_000

/** Where players, public videos and artwork come from: the platforms, or stand-ins where nobody configured the platform. */
export function offeredMedia({
  config,
  standIns,
  youtubeUnits,
}: {
  config: Config
  standIns: StandInOrigins | null
  youtubeUnits: SpendUnit
}): OfferedMedia {
  const spotify = config.spotify ? null : (standIns?.spotify ?? null)
  const youtube = config.youtube || config.youtubeApiKey ? null : (standIns?.youtube ?? null)
  // Nobody configures the other three: they ask for no account of ours.
  const clips = standIns?.clips.player ?? null
  const players = { spotify: spotify?.player ?? null, youtube: youtube?.player ?? null, tiktok: clips, instagram: clips, facebook: clips }
  const hosts = [...ART_HOSTS, ...LINKED_ART_HOSTS]
  const outside = outsidePictures(createOutside({ hosts, timeoutMs: PICTURE_TIMEOUT_MS, maxBytes: PICTURE_BYTES }))
  const standInOf = (host: string): object | null => {
    if (LINKED_ART_HOSTS.some((end) => host.endsWith(end))) return standIns
    return host.endsWith('.scdn.co') ? spotify : youtube
  }
  return {
    players,
    frameOrigins: [...new Set(Object.values(players))].filter((origin) => origin !== null),
    readers: youtube ? standInReaders(youtube) : realReaders(config.youtubeApiKey, youtubeUnits),
    pictures: (address) => (standInOf(new URL(address).host) ? generatedPictures(address) : outside(address)),
  }
}

/** With a key the Data API, and the public feed while that refuses; without one the feed alone. */
function realReaders(apiKey: string | null, spend: SpendUnit): VideoReaders {
  const feed = createYouTubeFeed()
  if (apiKey === null) return { channel: [feed], video: null }
  const { videosOf, video } = createYouTubePublic({ apiKey, spend })
  return { channel: [videosOf, feed], video }
}

function standInReaders({ apiKey, origin }: StandInOrigins['youtube']): VideoReaders {
  const { videosOf, video } = createYouTubePublic({ apiKey, origin })
  return { channel: [videosOf], video }
}
