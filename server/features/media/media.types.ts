import type { ItemKind } from '#contract/media.ts'
import type { PRINT_BARS } from '#contract/print.ts'

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
  /** Genres or topics where the source knows them. */
  bars?: readonly Bar[]
}

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
  bars: Bar[]
  /** Place among the best known of its kind, from 1; null for what was not shipped with the product. */
  knownRank: number | null
}

export type ExternalId = { kind: ItemKind; source: IdSource; externalId: string }
export type ItemName = { kind: ItemKind; nameKey: string; byKey: string }
