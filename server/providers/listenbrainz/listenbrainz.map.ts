import { durationOf, type ProviderPlay, type ProviderRow, type TasteRange } from '#server/providers/provider.ts'
import { noIds, recentTracks, weigh } from '#server/providers/scrobbles/counted-rows.ts'
import type { AdditionalDurations, ListenBrainzArtist, ListenBrainzListen, ListenBrainzRecording } from './listenbrainz.shapes.ts'

export type StatsRange = 'all_time' | 'half_yearly' | 'month'
const ranges: Record<StatsRange, TasteRange> = { all_time: 'all_time', half_yearly: '6_months', month: '4_weeks' }

/** Artists of one page; `first` is the rank of its first entry, `most` the plays of the most played item of the whole list. */
export function artistRows(range: StatsRange, first: number, highest: number, items: readonly ListenBrainzArtist[]): ProviderRow[] {
  return items.flatMap(({ artist_name: name, listen_count }, index): ProviderRow[] =>
    name ? [{ kind: 'artist', name, by: null, ...noIds, ...weigh(ranges[range], first + index, highest, listen_count) }] : [],
  )
}

export function recordingRows(range: StatsRange, first: number, highest: number, items: readonly ListenBrainzRecording[]): ProviderRow[] {
  return items.flatMap(({ artist_name: by, track_name: name, listen_count }, index): ProviderRow[] =>
    name && by ? [{ kind: 'track', name, by, ...noIds, ...weigh(ranges[range], first + index, highest, listen_count) }] : [],
  )
}

export function listenPlays(items: readonly ListenBrainzListen[]): ProviderPlay[] {
  return items.flatMap(({ listened_at: seconds, track_metadata: { track_name: name, artist_name: by } }): ProviderPlay[] =>
    name && by && seconds ? [{ name, by, spotify_id: null, artist_spotify_id: null, at: seconds * 1_000 }] : [],
  )
}

export const listenRows = (items: readonly ListenBrainzListen[]): ProviderRow[] =>
  recentTracks(
    items.map(({ track_metadata: { track_name: name, artist_name: by, additional_info: info } }) => ({
      name,
      by,
      durationMs: durationMs(info),
    })),
  )

/** The duration that a player reported with a listen. */
export function durationMs(info: AdditionalDurations | null | undefined): number | null {
  return durationOf(info?.duration_ms) ?? durationOf(info?.duration, 1_000)
}
