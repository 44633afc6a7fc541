import type { Listener } from './listeners.ts'

/** The real names and ids that the fake services fill their accounts with. The same shape as the product's starter catalog. */
export type Catalog = {
  artists: CatalogArtist[]
  channels: CatalogChannel[]
  /** Artists that the platforms have and the product's catalog lacks; in nobody's library. */
  unlisted?: readonly CatalogArtist[]
  /** People with an account, in addition to the fake services' own listeners. */
  listeners?: readonly Listener[]
}

export type CatalogArtist = {
  name: string
  spotify_id: string | null
  /** YouTube's automatic "Artist - Topic" channel. */
  topic_channel_id: string | null
  genres: string[]
  tracks: { name: string; spotify_id: string | null; youtube_id: string | null }[]
}

export type CatalogChannel = {
  name: string
  youtube_id: string
  topics: string[]
  videos: { name: string; youtube_id: string }[]
}

/** The tag of a genre of the catalog. */
export const wordOfGenre = (genre: string): string => (genre === 'rap-underground' ? 'underground hip-hop' : genre.replaceAll('-', ' '))
