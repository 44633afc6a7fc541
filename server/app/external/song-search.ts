import type { Config } from '#server/config.ts'
import type { SongSearches } from '#server/features/media/link-search.ts'
import type { FakeServiceOrigins } from './providers.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSpotifyCatalogue } from '#server/providers/spotify/spotify.catalogue.ts'
import { createYouTubeSearch } from '#server/providers/youtube/youtube.search.ts'
import type { SpendUnit } from '#server/providers/youtube/youtube.units.ts'

type Offered = { config: Config; fakeServices: FakeServiceOrigins | null; clock: Clock; searches: SpendUnit }

/** Who is asked where a song is elsewhere: Spotify with the application's secret, YouTube with its key, their fake services, or nobody. */
export function createSongSearches({ config, fakeServices, clock: { now }, searches }: Offered): SongSearches {
  return { spotify: spotifySongs(config, fakeServices, now), youtube: youtubeSongs(config, fakeServices, searches) }
}

function spotifySongs({ spotify }: Config, fakeServices: FakeServiceOrigins | null, now: Clock['now']): SongSearches['spotify'] {
  if (spotify) {
    const { clientId, clientSecret } = spotify
    return clientSecret ? createSpotifyCatalogue({ clientId, clientSecret, now }) : null
  }
  if (!fakeServices) return null
  const { origin, clientId, secret } = fakeServices.spotify
  return createSpotifyCatalogue({ clientId, clientSecret: secret, origins: { accounts: origin, api: origin }, now })
}

function youtubeSongs(
  { youtube, youtubeApiKey }: Config,
  fakeServices: FakeServiceOrigins | null,
  spend: SpendUnit,
): SongSearches['youtube'] {
  if (youtubeApiKey) return createYouTubeSearch({ apiKey: youtubeApiKey, spend })
  if (youtube || !fakeServices) return null
  const { apiKey, origin } = fakeServices.youtube
  return createYouTubeSearch({ apiKey, origin })
}
