import type { Offer } from '#contract/identity.ts'
import type { Config } from './config.ts'
import type { Offered, SourceProviders } from './features/taste/sources.types.ts'
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
  if (config.spotify) providers.spotify = real(createSpotifyClient({ ...config.spotify, now }), config.spotify.mayShare)
  else if (standIns) {
    const { origin, clientId } = standIns.spotify
    providers.spotify = standIn(createSpotifyClient({ clientId, clientSecret: null, origins: { accounts: origin, api: origin }, now }))
  }
  // YouTube's policy asks for the person's own word before anybody else sees what the API gave (platforms: 0.3).
  if (config.youtube) providers.youtube = { ...real(createYouTubeClient({ ...config.youtube, now }), config.youtube.mayShare), isSharedFromStart: false }
  else if (standIns) {
    const { origin, clientId } = standIns.youtube
    providers.youtube = standIn(createYouTubeClient({ clientId, clientSecret: null, origins: { accounts: origin, tokens: origin, api: origin }, now }))
  }
  const offered = (['spotify', 'youtube'] as const).filter((source) => providers[source])
  return { providers, sources: offered.map((source) => ({ source, stand_in: !config[source] })) }
}

const real = <P>(provider: P, mayShare: boolean): Offered<P> => ({ provider, mayShare, isSharedFromStart: mayShare, isStandIn: false })
const standIn = <P>(provider: P): Offered<P> => ({ provider, mayShare: true, isSharedFromStart: true, isStandIn: true })
