import type { Catalog, CatalogArtist, CatalogChannel } from './catalog.ts'
import { listeners, normalizeLogin, type Listener } from './listeners.ts'
import { base64url, drawWeighted, fakeId, seededRandom } from './random.ts'

export type ArtistAtSpotify = CatalogArtist & { spotify_id: string }
export type ArtistAtYouTube = CatalogArtist & { topic_channel_id: string }
export type TrackAtSpotify = { name: string; spotify_id: string; artist: ArtistAtSpotify }
export type LikedVideo = { name: string; youtube_id: string; channel: { name: string; youtube_id: string } }

/** The library of one listener at Spotify and at YouTube: each list starts with the most loved. */
export type Library = {
  login: string
  displayName: string
  artists: ArtistAtSpotify[]
  tracks: TrackAtSpotify[]
  channels: CatalogChannel[]
  /** Artists whose automatic "Artist - Topic" channel the listener follows. */
  topicChannels: ArtistAtYouTube[]
  likedVideos: LikedVideo[]
}

/** The size of a library, and its largest share of the catalog, or users would share almost all items. */
const sizes = { artists: { from: 18, to: 32 }, topicChannels: { from: 6, to: 18 }, channels: { from: 5, to: 14 } }
const SHARE_OF_CATALOG = 0.35
/** The weight of a genre that the listener does not name; small, so that a taste stays recognizable. */
const BASE_WEIGHT = 0.8
/** The weight of an item that the listener names, in addition to its genres; those weigh 10 at most. */
const LOVE = 12

/** A cache of libraries, because each page of a sync needs one. */
const built = new WeakMap<Catalog, Map<string, Library>>()

/** The library of the account `login`, derived only from `catalog`: the same name always has the same library. */
export function libraryOf(login: string, catalog: Catalog): Library {
  const libraries = built.get(catalog) ?? new Map<string, Library>()
  built.set(catalog, libraries)
  const library = libraries.get(login) ?? buildLibrary(login, catalog)
  libraries.set(login, library)
  return library
}

function buildLibrary(login: string, catalog: Catalog): Library {
  const listener = listenerOf(login, catalog)
  const random = seededRandom(`library of ${listener.login}`)
  const first = <T>(all: readonly T[], ranked: readonly T[], { from, to }: { from: number; to: number }) =>
    ranked.slice(
      0,
      listener.isEmpty ? 0 : Math.min(from + Math.floor(random() * (to - from + 1)), Math.ceil(all.length * SHARE_OF_CATALOG)),
    )
  const ranked = drawWeighted(catalog.artists, ({ name, genres }) => pull(listener, name, genres), catalog.artists.length, random)
  const rankedChannels = drawWeighted(catalog.channels, ({ name, topics }) => pull(listener, name, topics), catalog.channels.length, random)

  const artists = first(catalog.artists.filter(isAtSpotify), ranked.filter(isAtSpotify), sizes.artists)
  const topicChannels = first(catalog.artists.filter(isAtYouTube), ranked.filter(isAtYouTube), sizes.topicChannels)
  const channels = first(catalog.channels, rankedChannels, sizes.channels)
  return {
    login: listener.login,
    displayName: listener.displayName,
    artists,
    tracks: artists.flatMap(tracksAtSpotify).filter(() => random() < 0.85),
    channels,
    topicChannels,
    likedVideos: [...channels.flatMap(channelVideos), ...topicChannels.flatMap(musicVideos)].filter(() => random() < 0.6),
  }
}

/** The videos of a channel, in the format of a liked video's owner. */
const channelVideos = (channel: CatalogChannel): LikedVideo[] => channel.videos.map((video) => ({ ...video, channel }))

/** The tracks of an artist that play on the artist's automatic channel. */
function musicVideos(artist: ArtistAtYouTube): LikedVideo[] {
  const channel = { name: `${artist.name} - Topic`, youtube_id: artist.topic_channel_id }
  return artist.tracks.flatMap(({ name, youtube_id }) => (youtube_id ? [{ name, youtube_id, channel }] : []))
}

/** Invented uploads of a channel beside those of the catalog, so that every channel has videos. */
const uploadTitles = ['Live session', 'Questions and answers', 'The long version', 'Behind the scenes', 'What we learned', 'One take']
const UPLOADS = 14

/** Every video of a channel, newest first: those of the catalog, then made-up ones. */
export function uploadsOf(owner: CatalogChannel | ArtistAtYouTube): LikedVideo[] {
  const isArtist = 'topic_channel_id' in owner
  const videos = isArtist ? musicVideos(owner) : channelVideos(owner)
  const channel = isArtist ? { name: `${owner.name} - Topic`, youtube_id: owner.topic_channel_id } : owner
  const madeUp = Array.from({ length: Math.max(0, UPLOADS - videos.length) }, (_, index) => {
    const number = UPLOADS - index
    return {
      name: `${uploadTitles[number % uploadTitles.length]} no. ${number}`,
      youtube_id: fakeId(`upload ${channel.youtube_id} ${number}`, 11, base64url),
      channel,
    }
  })
  return [...videos, ...madeUp]
}

/** Every artist of the platforms. */
export const artistsOf = ({ artists, unlisted = [] }: Catalog): readonly CatalogArtist[] => [...artists, ...unlisted]

export const isAtSpotify = (artist: CatalogArtist): artist is ArtistAtSpotify => artist.spotify_id !== null
export const isAtYouTube = (artist: CatalogArtist): artist is ArtistAtYouTube => artist.topic_channel_id !== null

export const tracksAtSpotify = (artist: ArtistAtSpotify): TrackAtSpotify[] =>
  artist.tracks.flatMap(({ name, spotify_id }) => (spotify_id ? [{ name, spotify_id, artist }] : []))

const pull = ({ likes, loves = [] }: Listener, name: string, tags: readonly string[]) =>
  BASE_WEIGHT + (loves.includes(name) ? LOVE : 0) + tags.reduce((sum, tag) => sum + (likes[tag] ?? 0), 0) / Math.max(1, tags.length)

/** A stranger's taste is derived from the name: four genres and three topics of the catalog. */
function listenerOf(typed: string, catalog: Catalog): Listener {
  const login = normalizeLogin(typed)
  const match = [...(catalog.listeners ?? []), ...listeners].find((listener) => listener.login === login)
  if (match) return match
  const random = seededRandom(`taste of ${login}`)
  const genres = [...new Set(catalog.artists.flatMap((artist) => artist.genres))].toSorted()
  const topics = [...new Set(catalog.channels.flatMap((channel) => channel.topics))].toSorted()
  const drawn = [...drawWeighted(genres, () => 1, 4, random), ...drawWeighted(topics, () => 1, 3, random)]
  return {
    login,
    displayName: typed.trim().slice(0, 64),
    likes: Object.fromEntries(drawn.map((tag) => [tag, 5 + Math.round(random() * 5)])),
  }
}
