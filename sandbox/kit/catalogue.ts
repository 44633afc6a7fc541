import type { Listener } from './listeners.ts'

/** The real names and ids that the fake services fill their accounts with. The same shape as the product's starter catalogue. */
export type Catalogue = {
  artists: CatalogueArtist[]
  channels: CatalogueChannel[]
  /** Artists that the platforms have and the product's catalog lacks; in nobody's library. */
  unlisted?: readonly CatalogueArtist[]
  /** People with an account, in addition to the fake services' own listeners. */
  listeners?: readonly Listener[]
}

export type CatalogueArtist = {
  name: string
  spotify_id: string | null
  /** YouTube's automatic "Artist - Topic" channel. */
  topic_channel_id: string | null
  genres: string[]
  tracks: { name: string; spotify_id: string | null; youtube_id: string | null }[]
}

export type CatalogueChannel = {
  name: string
  youtube_id: string
  topics: string[]
  videos: { name: string; youtube_id: string }[]
}

/** The tag of a genre of the catalog. */
export const wordOfGenre = (genre: string): string => (genre === 'rap-underground' ? 'underground hip-hop' : genre.replaceAll('-', ' '))
