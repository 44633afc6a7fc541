import type { FakeServiceOrigins } from '#server/app/external/providers.ts'
import starter from '#server/features/media/starter-catalog.json' with { type: 'json' }
import type { Catalog, CatalogArtist } from '#sandbox/kit/catalog.ts'
import type { Listener } from '#sandbox/kit/listeners.ts'
import { base64url, fakeId } from '#sandbox/kit/random.ts'
import { startClipEmbeds } from '#sandbox/embeds/clip-embeds.fake.ts'
import { startSpotifyEmbeds } from '#sandbox/embeds/spotify-embeds.fake.ts'
import { startYouTubeEmbeds } from '#sandbox/embeds/youtube-embeds.fake.ts'
import { startFakeLastfm } from '#sandbox/lastfm/lastfm.fake.ts'
import { startFakeListenBrainz } from '#sandbox/listenbrainz/listenbrainz.fake.ts'
import { startFakeLinkSites } from '#sandbox/link-sites/link-sites.fake.ts'
import { startFakeMusicBrainz } from '#sandbox/musicbrainz/musicbrainz.fake.ts'
import { startFakeOidcIssuer } from '#sandbox/oidc/oidc.fake.ts'
import { startFakeSpotify } from '#sandbox/spotify/spotify.fake.ts'
import { startFakeYouTube } from '#sandbox/youtube/youtube.fake.ts'
import { clusters } from './clusters.ts'
import { demoPeople } from './people.ts'

const HOST = '127.0.0.1'
/** Slow enough to see the artists arrive, fast enough not to be boring. */
const PAGE_DELAY_MS = 350

const API_KEY = 'wavelength-demo-key'
const APPLICATION_SECRET = 'wavelength-demo-application'
const SHARED_SECRET = 'wavelength-demo-secret'
const clientIds = { spotify: 'wavelength-demo-spotify', youtube: 'wavelength-demo-youtube', oidc: 'wavelength-demo-oidc' }

/** The fake services of a local installation, each on its own free port. */
export async function startFakeServices({ redirectOrigin }: { redirectOrigin: string }) {
  const data: Catalog = { ...starter, unlisted, listeners: demoListeners }
  const common = { host: HOST, port: 0, clientSecret: null, redirectOrigins: [redirectOrigin], data }
  const players = { host: HOST, port: 0, data, framedBy: [redirectOrigin] }
  const [spotify, youtube, spotifyPlayer, youtubePlayer, clipPlayer, oidc, listenbrainz, lastfm, musicbrainz, links] = await Promise.all([
    startFakeSpotify({ ...common, clientId: clientIds.spotify, applicationSecret: APPLICATION_SECRET }),
    startFakeYouTube({ ...common, clientId: clientIds.youtube, apiKey: API_KEY }),
    startSpotifyEmbeds(players),
    startYouTubeEmbeds(players),
    startClipEmbeds(players),
    startFakeOidcIssuer({ host: HOST, port: 0, clientId: clientIds.oidc, clientSecret: null, redirectOrigins: [redirectOrigin] }),
    startFakeListenBrainz({ host: HOST, port: 0, data }),
    startFakeLastfm({ host: HOST, port: 0, data, apiKey: API_KEY, sharedSecret: SHARED_SECRET, redirectOrigins: [redirectOrigin] }),
    startFakeMusicBrainz({ host: HOST, port: 0, data, betweenMs: 1_000 }),
    startFakeLinkSites({ host: HOST, port: 0, data }),
  ])
  const origins: FakeServiceOrigins = {
    spotify: { clientId: clientIds.spotify, secret: APPLICATION_SECRET, origin: spotify.origin, player: spotifyPlayer.origin },
    youtube: { clientId: clientIds.youtube, origin: youtube.origin, player: youtubePlayer.origin, apiKey: API_KEY },
    links: { origin: links.origin },
    clips: { player: clipPlayer.origin },
    listenbrainz: { origin: listenbrainz.origin },
    lastfm: { origin: lastfm.origin, apiKey: API_KEY, sharedSecret: SHARED_SECRET },
    musicbrainz: { origin: musicbrainz.origin },
  }
  return {
    origins,
    /** Another OpenID Connect issuer, for trying out its sign-in window. */
    issuer: { name: 'Example ID', issuer: oidc.origin, clientId: clientIds.oidc },
    pages: {
      spotify: spotify.origin,
      youtube: youtube.origin,
      spotifyPlayer: spotifyPlayer.origin,
      youtubePlayer: youtubePlayer.origin,
      clipPlayer: clipPlayer.origin,
      oidc: oidc.origin,
      lastfm: lastfm.origin,
    },
    failSpotify: spotify.failNext,
    /** From now on, pages of the fake services load slowly enough to watch. */
    slowDown: () => [spotify, youtube, listenbrainz, lastfm].forEach((fakeService) => fakeService.setPageDelay(PAGE_DELAY_MS)),
    close: () =>
      Promise.all(
        [spotify, youtube, spotifyPlayer, youtubePlayer, clipPlayer, oidc, listenbrainz, lastfm, musicbrainz, links].map((service) =>
          service.close(),
        ),
      ),
  }
}

/** Well-known songs that no demo user has: their data comes from the platforms' own searches. */
const unlisted: readonly CatalogArtist[] = [
  {
    name: 'a-ha',
    spotify_id: '2jzc5TC5TVFLXQlBNiIUzE',
    // Nothing links to the channel, so any will do.
    topic_channel_id: `UC${fakeId('topic of a-ha', 22, base64url)}`,
    genres: ['synth-pop'],
    tracks: [{ name: 'Take On Me', spotify_id: '2WfaOiMkCvy7F5fcp2zZ8L', youtube_id: 'djV11Xbc914' }],
  },
]

/** The weight of each crowd of a person; the first counts most. */
const crowdWeights = [10, 5, 3, 2]

/** The people of the demo world have accounts at the fake services under their user names, and like what their crowds like. */
const demoListeners: readonly Listener[] = demoPeople.map(({ userName, name, crowds }) => ({
  login: userName,
  displayName: name,
  likes: Object.fromEntries(
    crowds.flatMap((crowd, index) => clusters[crowd].bars.map((bar) => [bar, crowdWeights[index] ?? 0] as const)).toReversed(),
  ),
  loves: crowds.slice(0, 2).flatMap((crowd) => clusters[crowd].loves),
}))
