import type { ItemKind } from '#contract/media.ts'
import type { PRINT_BARS } from '#contract/taste/print.ts'
import type { WorldSize } from '#contract/taste/taste.ts'

export type { WorldSize }
export type ItemId = string
export type TrackArtist = { name: string; spotify_id: string | null }
export type Bar = (typeof PRINT_BARS)[number]
/** `isrc`: the International Standard Recording Code, the same on every platform. */
export type IdSource = 'spotify' | 'youtube' | 'isrc'

/** An item as a source reports it. */
export type MediaRow = {
  kind: ItemKind
  name: string
  /** The (first) artist of a track, the channel of a video. */
  by?: string | null
  spotify_id?: string | null
  /** The id of a channel or video; for an artist, the id of the "Artist - Topic" channel. */
  youtube_id?: string | null
  /** The ISRC of a track's recording, in any spelling. */
  isrc?: string | null
  /** All artists of a track, the main artist first. */
  artists?: readonly TrackArtist[]
  /** Genres or topics from a field of the platform. */
  bars?: readonly Bar[]
  /** Topics from YouTube's topic list. */
  topics?: readonly Bar[]
  size?: WorldSize
  /** The length of a track or video in milliseconds, if the source reports it. */
  duration_ms?: number | null
}

/** Bars by source, null without a report. Only the most reliable source counts. */
export type ReportedBars = { field: Bar[] | null; topics: Bar[] | null; catalogue: Bar[] | null }

export type StoredItem = {
  id: ItemId
  kind: ItemKind
  name: string
  by: string | null
  nameKey: string
  byKey: string
  spotifyId: string | null
  youtubeId: string | null
  reported: ReportedBars
  /** Of a track or video; null when unknown. */
  durationMs: number | null
  /** Rank among the best known of its kind, from 1; null outside the starter catalog. */
  knownRank: number | null
}

/** An item with its effective bars. */
export type NamedItem = StoredItem & { bars: Bar[] }

export type ExternalId = { kind: ItemKind; source: IdSource; externalId: string }
export type ItemName = { kind: ItemKind; nameKey: string; byKey: string }
