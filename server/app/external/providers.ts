import type { Capabilities } from '#contract/identity/identity.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { Config } from '#server/config.ts'
import type { EnabledProvider, SourceProviders } from '#server/features/sources/sources.types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createLastfmClient } from '#server/providers/lastfm/lastfm.client.ts'
import { createListenBrainzClient } from '#server/providers/listenbrainz/listenbrainz.client.ts'
import { createSpotifyClient } from '#server/providers/spotify/spotify.client.ts'
import { createYouTubeClient } from '#server/providers/youtube/youtube.client.ts'
import type { SpendUnit } from '#server/providers/youtube/youtube.units.ts'

/** The addresses of the fake services. Each replaces all hosts of its company, except the host of its player's page. */
export type FakeServiceOrigins = {
  /** `secret`: for the application's own token; user authorizations are public. */
  spotify: { origin: string; clientId: string; secret: string; player: string }
  youtube: { origin: string; clientId: string; player: string; apiKey: string }
  /** Reads the metadata of links to all five platforms. */
  links: { origin: string }
  /** The players of TikTok, Instagram and Facebook. */
  clips: { player: string }
  listenbrainz: { origin: string }
  lastfm: { origin: string; apiKey: string; sharedSecret: string }
  musicbrainz: { origin: string }
}

export type ProviderOptions = { config: Config; fakeServices: FakeServiceOrigins | null; clock: Clock; youtubeUnits: SpendUnit }

/**
 * The services that people can connect here: the configured ones, and fake services for the rest if they run. Rows of a fake service are
 * invented, so they may be shared, and public profiles are public; for a real API the operator decides.
 */
export function createProviders(options: ProviderOptions): { providers: SourceProviders; sources: Capabilities['sources'] } {
  const { config } = options
  const providers: SourceProviders = { ...byAuthorization(options), ...byName(options) }
  const offered = (['spotify', 'youtube'] as const).filter((source) => providers[source])
  return { providers, sources: offered.map((source) => ({ source, stand_in: !config[source] })) }
}

function byAuthorization({ config, fakeServices, clock: { now }, youtubeUnits: spend }: ProviderOptions): SourceProviders {
  const providers: SourceProviders = {}
  if (config.spotify) providers.spotify = realService(createSpotifyClient({ ...config.spotify, now }), config.spotify.mayShare)
  else if (fakeServices) {
    const { origin, clientId } = fakeServices.spotify
    providers.spotify = fakeService(createSpotifyClient({ clientId, clientSecret: null, origins: { accounts: origin, api: origin }, now }))
  }
  // YouTube's policy requires the user's explicit consent before others see API data (platforms: 0.3).
  if (config.youtube) {
    const provider = createYouTubeClient({ ...config.youtube, now, spend })
    providers.youtube = { ...realService(provider, config.youtube.mayShare), isSharedFromStart: false }
  } else if (fakeServices) {
    const { origin, clientId } = fakeServices.youtube
    const origins = { accounts: origin, tokens: origin, api: origin }
    providers.youtube = fakeService(createYouTubeClient({ clientId, clientSecret: null, origins, now }))
  }
  return providers
}

function byName({ config, fakeServices, clock: { now } }: ProviderOptions): SourceProviders {
  // Both services require a user agent with a contact.
  const userAgent = `${PRODUCT_NAME}/1 (+${config.publicOrigin ?? 'http://127.0.0.1'})`
  const providers: SourceProviders = {}
  // ListenBrainz needs no key, so it is real unless the rest is fake.
  if (fakeServices)
    providers.listenbrainz = fakeService(createListenBrainzClient({ origin: fakeServices.listenbrainz.origin, now, userAgent }))
  else providers.listenbrainz = realService(createListenBrainzClient({ now, userAgent }), true)
  if (config.lastfmApiKey !== null)
    providers.lastfm = realService(
      createLastfmClient({ apiKey: config.lastfmApiKey, sharedSecret: config.lastfmSharedSecret, userAgent }),
      true,
    )
  else if (fakeServices)
    providers.lastfm = fakeService(createLastfmClient({ ...fakeServices.lastfm, pages: fakeServices.lastfm.origin, userAgent }))
  return providers
}

const realService = <P>(provider: P, mayShare: boolean): EnabledProvider<P> => ({
  provider,
  mayShare,
  isSharedFromStart: mayShare,
  isFake: false,
})
const fakeService = <P>(provider: P): EnabledProvider<P> => ({ provider, mayShare: true, isSharedFromStart: true, isFake: true })
