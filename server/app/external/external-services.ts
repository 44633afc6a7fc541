import type { AppDependencies } from '../core-services.ts'
import type { Config } from '#server/config.ts'
import type { Capabilities } from '#contract/identity/identity.ts'
import { ART_HOSTS } from '#server/features/media/art.addresses.ts'
import { generatedPictures, platformPictures, type PictureSource } from '#server/features/media/art.picture.ts'
import type { VideoReaders } from '#server/features/media/channel-videos.service.ts'
import { LINKED_ART_HOSTS } from '#server/features/links/cards.thumbnail.ts'
import { type FakeServiceOrigins, createProviders } from './providers.ts'
import { createOutside } from '#server/providers/outside.ts'
import { createYouTubeFeed } from '#server/providers/youtube/youtube.feed.ts'
import { createYouTubePublic } from '#server/providers/youtube/youtube.public.ts'
import { type SpendUnit, unitsOf } from '#server/providers/youtube/youtube.units.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import type { TagDirectory } from '#server/features/media/bars.service.ts'
import type { SizeDirectory } from '#server/features/media/directories/sizes.service.ts'
import { createLastfmListeners, createLastfmTags } from '#server/providers/lastfm/lastfm.tags.ts'
import { createListenBrainzListeners } from '#server/providers/listenbrainz/listenbrainz.popularity.ts'
import { createMusicBrainzArtists, createMusicBrainzTags } from '#server/providers/musicbrainz/musicbrainz.tags.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createDailyRateLimit } from '#server/platform/rate-limit/daily-rate-limit.store.ts'
import { YOUTUBE_SEARCHES_A_DAY, createYouTubeSearch } from '#server/providers/youtube/youtube.search.ts'
import { createLinkSites } from '#server/providers/link-sites/link-sites.client.ts'
import type { LinkSites } from '#server/providers/link-sites/link-sites.types.ts'
import { createPublicFetch, type OutsideFetch } from '#server/providers/outside-fetch.ts'
import type { SongSearches } from '#server/features/media/link-search.ts'
import { createSpotifyCatalog } from '#server/providers/spotify/spotify.catalog.ts'

/** Last.fm asks for no more than five calls a second. */
const LASTFM_BETWEEN_MS = 300
/** MusicBrainz allows one a second. */
const MUSICBRAINZ_BETWEEN_MS = 1_100

/**
 * The directories of artists' genres and listeners, in this order: Last.fm with the operator's key, MusicBrainz if enabled (with
 * ListenBrainz, which counts by MusicBrainz' ids), or their fake services.
 */
function createDirectories({ config, fakeServices }: { config: Config; fakeServices: FakeServiceOrigins | null }) {
  const origin = config.publicOrigin ?? 'http://127.0.0.1'
  const userAgent = `${PRODUCT_NAME}/1 (+${origin})`
  const tags: TagDirectory[] = []
  const sizes: SizeDirectory[] = []
  const lastfm = config.lastfmApiKey === null ? fakeServices?.lastfm : { apiKey: config.lastfmApiKey }
  if (lastfm) {
    const betweenMs = config.lastfmApiKey === null ? 0 : LASTFM_BETWEEN_MS
    tags.push({ read: createLastfmTags({ ...lastfm, userAgent }), betweenMs })
    sizes.push({ read: createLastfmListeners({ ...lastfm, userAgent }), betweenMs, unit: 'listeners' })
  }
  const musicbrainz = config.musicbrainz ? {} : fakeServices?.musicbrainz
  // MusicBrainz rejects clients without a contact.
  const withContact = `${PRODUCT_NAME}/1 (${config.operator?.contact ?? origin})`
  if (musicbrainz) {
    const betweenMs = config.musicbrainz ? MUSICBRAINZ_BETWEEN_MS : 0
    tags.push({ read: createMusicBrainzTags({ ...musicbrainz, userAgent: withContact }), betweenMs })
    const find = createMusicBrainzArtists({ ...musicbrainz, userAgent: withContact })
    const findId = async (artist: string): Promise<string | null> => (await find(artist))?.id ?? null
    const listenbrainz = config.musicbrainz ? {} : fakeServices?.listenbrainz
    const read = createListenBrainzListeners({ ...listenbrainz, userAgent: withContact, findId })
    sizes.push({ read, betweenMs, unit: 'listenbrainz_listeners' })
  }
  return { tagDirectories: tags, sizeDirectories: sizes }
}

type MediaSources = {
  players: NonNullable<Capabilities['players']>
  /** Origins of fake players, for the content policy. */
  frameOrigins: string[]
  readers: VideoReaders
  pictures: PictureSource
}

const PICTURE_BYTES = 2 * 1024 * 1024
const PICTURE_TIMEOUT_MS = 5_000

/** Where players, public videos and artwork come from: the platforms, or fake services where nobody configured the platform. */
function createMediaSources({
  config,
  fakeServices,
  youtubeUnits,
}: {
  config: Config
  fakeServices: FakeServiceOrigins | null
  youtubeUnits: SpendUnit
}): MediaSources {
  const spotify = config.spotify ? null : (fakeServices?.spotify ?? null)
  const youtube = config.youtube || config.youtubeApiKey ? null : (fakeServices?.youtube ?? null)
  // TikTok, Instagram, and Facebook need no configuration.
  const clips = fakeServices?.clips.player ?? null
  const players = { spotify: spotify?.player ?? null, youtube: youtube?.player ?? null, tiktok: clips, instagram: clips, facebook: clips }
  const hosts = [...ART_HOSTS, ...LINKED_ART_HOSTS]
  const outside = platformPictures(createOutside({ hosts, timeoutMs: PICTURE_TIMEOUT_MS, maxBytes: PICTURE_BYTES }))
  const fakeServiceOf = (host: string): object | null => {
    if (LINKED_ART_HOSTS.some((end) => host.endsWith(end))) return fakeServices
    return host.endsWith('.scdn.co') ? spotify : youtube
  }
  return {
    players,
    frameOrigins: [...new Set(Object.values(players))].filter((origin) => origin !== null),
    readers: youtube ? fakeReaders(youtube) : realReaders(config.youtubeApiKey, youtubeUnits),
    pictures: (address) => (fakeServiceOf(new URL(address).host) ? generatedPictures(address) : outside(address)),
  }
}

/** With a key: the Data API, with the public feed as fallback. Without one: only the feed. */
function realReaders(apiKey: string | null, spend: SpendUnit): VideoReaders {
  const feed = createYouTubeFeed()
  if (apiKey === null) return { channel: [feed], video: null }
  const { videosOf, video } = createYouTubePublic({ apiKey, spend })
  return { channel: [videosOf, feed], video }
}

function fakeReaders({ apiKey, origin }: FakeServiceOrigins['youtube']): VideoReaders {
  const { videosOf, video } = createYouTubePublic({ apiKey, origin })
  return { channel: [videosOf], video }
}

export type ExternalServices = Pick<
  AppDependencies,
  'providers' | 'readers' | 'pictures' | 'linkSites' | 'songs' | 'tagDirectories' | 'sizeDirectories' | 'capabilities'
>

/** YouTube's daily quota resets at midnight in this zone. */
const YOUTUBE_TIME_ZONE = 'America/Los_Angeles'
/** The share of the daily units that syncs leave for channel pages. */
const SHARE_FOR_CHANNEL_PAGES = 0.2

/**
 * Every other external service of the product: the real one, or its fake service.
 * @param isPreview whether the installation is a preview without a public address
 */
export function createExternalServices(options: {
  config: Config
  fakeServices: FakeServiceOrigins | null
  clock: Clock
  db: Db
  isPreview: boolean
}) {
  const { config, fakeServices, clock, db, isPreview } = options
  const dailyLimit = (name: string, limit: number) => createDailyRateLimit({ db, clock, name, limit, timeZone: YOUTUBE_TIME_ZONE })
  const youtubeLimit = dailyLimit('youtube', config.youtubeUnitsPerDay)
  const searchLimit = dailyLimit('youtube.search', YOUTUBE_SEARCHES_A_DAY)
  const unitsOfSyncs = unitsOf(youtubeLimit, clock, config.youtubeUnitsPerDay * SHARE_FOR_CHANNEL_PAGES)
  const { providers, sources } = createProviders({ config, fakeServices, clock, youtubeUnits: unitsOfSyncs })
  const { players, frameOrigins, readers, pictures } = createMediaSources({
    config,
    fakeServices,
    youtubeUnits: unitsOf(youtubeLimit, clock),
  })
  const parts: ExternalServices = {
    providers,
    readers,
    pictures,
    linkSites: chooseLinkSites(config, fakeServices),
    songs: createSongSearches({ config, fakeServices, clock, searches: unitsOf(searchLimit, clock) }),
    ...createDirectories({ config, fakeServices }),
    capabilities: { sources, players, preview: isPreview },
  }
  return { parts, frameOrigins, youtubeLimit }
}

/** The platforms themselves when they are configured or have no fake service. */
export function chooseLinkSites(config: Config, fakeServices: FakeServiceOrigins | null): LinkSites {
  if (!fakeServices) return createLinkSites()
  const real = createPublicFetch()
  const isReal = (host: string): boolean =>
    (config.spotify !== null && /(?:^|\.)spotify\.(?:com|link)$/.test(host)) ||
    ((config.youtube !== null || config.youtubeApiKey !== null) && host.endsWith('youtube.com'))
  return createLinkSites({
    fetch: (url, init) => (isReal(new URL(url).host) ? real : fakeLinkSitesFetch(fakeServices.links.origin))(url, init),
  })
}

/** Redirects requests for any host to the fake: `https://host/path` becomes `/host/path`. */
export function fakeLinkSitesFetch(origin: string): OutsideFetch {
  return (address, { signal, headers }) => {
    const { host, pathname, search } = new URL(address)
    return fetch(`${origin}/${host}${pathname}${search}`, { signal, headers, redirect: 'manual' })
  }
}

type ServicesInput = { config: Config; fakeServices: FakeServiceOrigins | null; clock: Clock; searches: SpendUnit }

/** The services that find a song elsewhere: Spotify with the application's secret, YouTube with its key, their fake services, or none. */
export function createSongSearches({ config, fakeServices, clock: { now }, searches }: ServicesInput): SongSearches {
  return { spotify: spotifySongs(config, fakeServices, now), youtube: youtubeSongs(config, fakeServices, searches) }
}

function spotifySongs({ spotify }: Config, fakeServices: FakeServiceOrigins | null, now: Clock['now']): SongSearches['spotify'] {
  if (spotify) {
    const { clientId, clientSecret } = spotify
    return clientSecret ? createSpotifyCatalog({ clientId, clientSecret, now }) : null
  }
  if (!fakeServices) return null
  const { origin, clientId, secret } = fakeServices.spotify
  return createSpotifyCatalog({ clientId, clientSecret: secret, origins: { accounts: origin, api: origin }, now })
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
