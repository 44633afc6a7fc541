import { durationOf, type ProviderPlay, type ProviderRow, type TasteRange } from '#server/providers/provider.ts'
import type { AdditionalDurations, ListenBrainzArtist, ListenBrainzListen, ListenBrainzRecording } from './listenbrainz.shapes.ts'

export type StatsRange = 'all_time' | 'half_yearly' | 'month'
const ranges: Record<StatsRange, TasteRange> = { all_time: 'all_time', half_yearly: '6_months', month: '4_weeks' }
/** The weight of a shorter time range, relative to all time. */
const shares: Record<StatsRange, number> = { all_time: 1, half_yearly: 0.9, month: 0.8 }
const RECENT_WEIGHT = 0.05

const ids = { spotify_id: null, youtube_id: null }

/** Artists of one page; `first` is the rank of its first entry, `most` the plays of the most played item of the whole list. */
export function artistRows(range: StatsRange, first: number, most: number, items: readonly ListenBrainzArtist[]): ProviderRow[] {
  return items.flatMap(({ artist_name: name, listen_count }, at): ProviderRow[] =>
    name ? [{ kind: 'artist', name, by: null, ...ids, ...weigh(range, first + at, most, listen_count) }] : [],
  )
}

export function recordingRows(range: StatsRange, first: number, most: number, items: readonly ListenBrainzRecording[]): ProviderRow[] {
  return items.flatMap(({ artist_name: by, track_name: name, listen_count }, at): ProviderRow[] =>
    name && by ? [{ kind: 'track', name, by, ...ids, ...weigh(range, first + at, most, listen_count) }] : [],
  )
}

export function listenPlays(items: readonly ListenBrainzListen[]): ProviderPlay[] {
  return items.flatMap(({ listened_at: seconds, track_metadata: { track_name: name, artist_name: by } }): ProviderPlay[] =>
    name && by && seconds ? [{ name, by, spotify_id: null, artist_spotify_id: null, at: seconds * 1_000 }] : [],
  )
}

/** Recently played tracks, newest first, each once. */
export function listenRows(items: readonly ListenBrainzListen[]): ProviderRow[] {
  const seen = new Set<string>()
  return items.flatMap(({ track_metadata: { track_name: name, artist_name: by, additional_info: info } }): ProviderRow[] => {
    const key = JSON.stringify([name, by])
    if (!name || !by || seen.has(key)) return []
    seen.add(key)
    return [{ kind: 'track', name, by, ...ids, duration_ms: durationMs(info), weight: RECENT_WEIGHT, rank: seen.size, range: 'recent' }]
  })
}

/** The duration that a player reported with a listen. */
export function durationMs(info: AdditionalDurations | null | undefined): number | null {
  return durationOf(info?.duration_ms) ?? durationOf(info?.duration, 1_000)
}

function weigh(range: StatsRange, rank: number, most: number, plays: number): Pick<ProviderRow, 'weight' | 'rank' | 'range'> {
  return { weight: shares[range] * Math.min(1, Math.max(plays, 1) / Math.max(most, 1)), rank, range: ranges[range] }
}
