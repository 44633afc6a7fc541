import type { ItemKind } from '#contract/media.ts'
import type { PRINT_BARS } from '#contract/print.ts'
import type { WorldSize } from '#contract/taste.ts'

export type { WorldSize }
export type ItemId = string
export type Bar = (typeof PRINT_BARS)[number]
export type IdSource = 'spotify' | 'youtube'

/** One thing as a source tells it. */
export type MediaRow = {
  kind: ItemKind
  name: string
  /** The (first) artist of a track, the channel of a video. */
  by?: string | null
  spotify_id?: string | null
  /** The id of a channel or video; for an artist that of its "Artist - Topic" channel. */
  youtube_id?: string | null
  /** Genres or topics, where a field of the platform itself says them. */
  bars?: readonly Bar[]
  /** Those that YouTube's list of topics says. */
  topics?: readonly Bar[]
  /** How many love it everywhere, where the provider reports it. */
  size?: WorldSize
}

/** What the sources of a row say a thing is, null where they say nothing: one word of a surer source counts more than all of the others'. */
export type Said = { field: Bar[] | null; topics: Bar[] | null; catalogue: Bar[] | null }

/** One thing as the catalogue keeps it. */
export type StoredItem = {
  id: ItemId
  kind: ItemKind
  name: string
  by: string | null
  nameKey: string
  byKey: string
  spotifyId: string | null
  youtubeId: string | null
  said: Said
  /** Place among the best known of its kind, from 1; null for what was not shipped with the product. */
  knownRank: number | null
}

/** With what follows from everything that is said of it, in the order of the sources. */
export type NamedItem = StoredItem & { bars: Bar[] }

export type ExternalId = { kind: ItemKind; source: IdSource; externalId: string }
export type ItemName = { kind: ItemKind; nameKey: string; byKey: string }
