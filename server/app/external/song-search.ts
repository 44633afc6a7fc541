import type { Config } from '#server/config.ts'
import type { SongSearches } from '#server/features/media/link-search.ts'
import type { StandInOrigins } from './providers.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSpotifyCatalogue } from '#server/providers/spotify/spotify.catalogue.ts'
import { createYouTubeSearch } from '#server/providers/youtube/youtube.search.ts'
import type { SpendUnit } from '#server/providers/youtube/youtube.units.ts'

type Offered = { config: Config; standIns: StandInOrigins | null; clock: Clock; searches: SpendUnit }

/** Who is asked where a song is elsewhere: Spotify with the application's secret, YouTube with its key, their stand-ins, or nobody. */
export function offeredSongs({ config, standIns, clock: { now }, searches }: Offered): SongSearches {
  return { spotify: spotifySongs(config, standIns, now), youtube: youtubeSongs(config, standIns, searches) }
}

function spotifySongs({ spotify }: Config, standIns: StandInOrigins | null, now: Clock['now']): SongSearches['spotify'] {
  if (spotify) {
    const { clientId, clientSecret } = spotify
    return clientSecret ? createSpotifyCatalogue({ clientId, clientSecret, now }) : null
  }
  if (!standIns) return null
  const { origin, clientId, secret } = standIns.spotify
  return createSpotifyCatalogue({ clientId, clientSecret: secret, origins: { accounts: origin, api: origin }, now })
}

function youtubeSongs({ youtube, youtubeApiKey }: Config, standIns: StandInOrigins | null, spend: SpendUnit): SongSearches['youtube'] {
  if (youtubeApiKey) return createYouTubeSearch({ apiKey: youtubeApiKey, spend })
  if (youtube || !standIns) return null
  const { apiKey, origin } = standIns.youtube
  return createYouTubeSearch({ apiKey, origin })
}
