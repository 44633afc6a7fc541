import type { Offer } from '#contract/identity.ts'
import type { Config } from './config.ts'
import type { SourceProviders } from './features/taste/sources.types.ts'
import type { Clock } from './platform/clock.ts'
import { createSpotifyClient } from './providers/spotify/spotify.client.ts'
import { createYouTubeClient } from './providers/youtube/youtube.client.ts'

/** Where the stand-ins answer; each takes the place of all hosts of its company but the one that its player's page is on. */
export type StandInOrigins = Record<'spotify' | 'youtube', { origin: string; clientId: string; player: string }> & { youtube: { apiKey: string } }

/**
 * The services that people can connect here: the configured ones, and stand-ins for the rest where they run.
 * Rows of a stand-in are invented, so they may be shared; for a real API the operator decides.
 */
export function offeredProviders({ config, standIns, clock }: { config: Config; standIns: StandInOrigins | null; clock: Clock }): {
  providers: SourceProviders
  sources: Offer['sources']
} {
  const { now } = clock
  const providers: SourceProviders = {}
  if (config.spotify) providers.spotify = { provider: createSpotifyClient({ ...config.spotify, now }), mayShare: config.spotify.mayShare }
  else if (standIns) {
    const { origin, clientId } = standIns.spotify
    const provider = createSpotifyClient({ clientId, clientSecret: null, origins: { accounts: origin, api: origin }, now })
    providers.spotify = { provider, mayShare: true }
  }
  if (config.youtube) providers.youtube = { provider: createYouTubeClient({ ...config.youtube, now }), mayShare: config.youtube.mayShare }
  else if (standIns) {
    const { origin, clientId } = standIns.youtube
    const provider = createYouTubeClient({ clientId, clientSecret: null, origins: { accounts: origin, tokens: origin, api: origin }, now })
    providers.youtube = { provider, mayShare: true }
  }
  const offered = (['spotify', 'youtube'] as const).filter((source) => providers[source])
  return { providers, sources: offered.map((source) => ({ source, stand_in: !config[source] })) }
}
