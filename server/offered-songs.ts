import type { Config } from './config.ts'
import type { SongSearches } from './features/media/link-search.ts'
import type { StandInOrigins } from './offered-providers.ts'
import type { Clock } from './platform/clock.ts'
import { createSpotifyCatalogue } from './providers/spotify/spotify.catalogue.ts'
import { createYouTubeSearch } from './providers/youtube/youtube.search.ts'
import type { SpendUnit } from './providers/youtube/youtube.units.ts'

type Offered = { config: Config; standIns: StandInOrigins | null; clock: Clock; searches: SpendUnit }

/** Who is asked where a song is elsewhere: Spotify with the application's secret, YouTube with its key, or nobody. */
export function offeredSongs({ config: { spotify, youtube, youtubeApiKey }, standIns, clock: { now }, searches }: Offered): SongSearches {
  const standIn = youtube === null && youtubeApiKey === null ? standIns?.youtube : null
  return {
    spotify: spotify?.clientSecret ? createSpotifyCatalogue({ clientId: spotify.clientId, clientSecret: spotify.clientSecret, now }) : null,
    youtube: youtubeApiKey
      ? createYouTubeSearch({ apiKey: youtubeApiKey, spend: searches })
      : standIn
        ? createYouTubeSearch({ apiKey: standIn.apiKey, origin: standIn.origin })
        : null,
  }
}
