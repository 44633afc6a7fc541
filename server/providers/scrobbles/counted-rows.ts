import type { ProviderRow, TasteRange } from '#server/providers/provider.ts'

/** The ids of an item that a service names only by its texts. */
export const noIds = { spotify_id: null, youtube_id: null }

/** The weight of a shorter time range, relative to all time. */
const shares: Partial<Record<TasteRange, number>> = { all_time: 1, '6_months': 0.9, '4_weeks': 0.8 }
const RECENT_WEIGHT = 0.05

/** The weight of an item by its plays, relative to those of the most played one. */
export function weigh(range: TasteRange, rank: number, highest: number, plays: number): Pick<ProviderRow, 'weight' | 'rank' | 'range'> {
  return { weight: (shares[range] ?? 0) * Math.min(1, Math.max(plays, 1) / Math.max(highest, 1)), rank, range }
}

type RecentTrack = { name: string | null | undefined; by: string | null | undefined; durationMs?: number | null }

/** Recently played tracks, newest first, each once. */
export function recentTracks(tracks: readonly RecentTrack[]): ProviderRow[] {
  const seen = new Set<string>()
  return tracks.flatMap(({ name, by, durationMs }): ProviderRow[] => {
    const key = JSON.stringify([name, by])
    if (!name || !by || seen.has(key)) return []
    seen.add(key)
    const duration = durationMs === undefined ? {} : { duration_ms: durationMs }
    return [{ kind: 'track', name, by, ...noIds, ...duration, weight: RECENT_WEIGHT, rank: seen.size, range: 'recent' }]
  })
}
