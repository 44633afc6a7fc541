import type { ArtistAtSpotify, Library, TrackAtSpotify } from '#sandbox/kit/library.ts'
import { trackMs } from '#sandbox/kit/lengths.ts'
import { base62, fakeId, seededRandom } from '#sandbox/kit/random.ts'

// The formats that an application in development mode still gets: no genres, popularity, followers or markets.

const web = (kind: string, id: string) => ({ external_urls: { spotify: `https://open.spotify.com/${kind}/${id}` } })
const names = (origin: string, kind: string, id: string) => ({
  href: `${origin}/v1/${kind}s/${id}`,
  id,
  type: kind,
  uri: `spotify:${kind}:${id}`,
})
const pictureId = (seed: string) => fakeId(seed, 40, '0123456789abcdef')
const pictures = (seed: string) =>
  [640, 300, 64].map((size) => ({ url: `https://i.scdn.co/image/${pictureId(`${seed} ${size}`)}`, height: size, width: size }))

const simplifiedArtist = (origin: string, { name, spotify_id }: ArtistAtSpotify) => ({
  ...web('artist', spotify_id),
  ...names(origin, 'artist', spotify_id),
  name,
})

export const artist = (origin: string, item: ArtistAtSpotify) => ({ ...simplifiedArtist(origin, item), images: pictures(item.spotify_id) })

export function track(origin: string, trackAtSpotify: TrackAtSpotify) {
  const albumId = fakeId(`album of ${trackAtSpotify.spotify_id}`, 22, base62)
  const random = seededRandom(`track ${trackAtSpotify.spotify_id}`)
  const artists = [simplifiedArtist(origin, trackAtSpotify.artist)]
  return {
    ...web('track', trackAtSpotify.spotify_id),
    ...names(origin, 'track', trackAtSpotify.spotify_id),
    name: trackAtSpotify.name,
    artists,
    album: {
      ...web('album', albumId),
      ...names(origin, 'album', albumId),
      name: trackAtSpotify.name,
      album_type: 'single',
      artists,
      images: pictures(albumId),
      release_date: String(1975 + Math.floor(random() * 50)),
      release_date_precision: 'year',
      total_tracks: 1,
    },
    disc_number: 1,
    track_number: 1,
    duration_ms: trackMs(trackAtSpotify.name, trackAtSpotify.artist.name),
    explicit: false,
    external_ids: { isrc: `ZZ${fakeId(trackAtSpotify.spotify_id, 10, '0123456789')}` },
    is_local: false,
  }
}

export const user = (origin: string, { login, displayName }: Library) => ({
  ...web('user', login),
  ...names(origin, 'user', login),
  display_name: displayName,
  account_id: fakeId(`spotify account of ${login}`, 10, base62),
  images: [],
})
