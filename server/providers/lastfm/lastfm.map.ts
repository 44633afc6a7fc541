import { durationOf, weightOfRank, type ProviderPlay, type ProviderRow, type TasteRange } from '#server/providers/provider.ts'
import type { LastfmArtist, LastfmLoved, LastfmRecent, LastfmTrack } from './lastfm.shapes.ts'

export type Period = 'overall' | '6month' | '1month'
const ranges: Record<Period, TasteRange> = { overall: 'all_time', '6month': '6_months', '1month': '4_weeks' }
/** The weight of a shorter time range, relative to all time. */
const shares: Record<Period, number> = { overall: 1, '6month': 0.9, '1month': 0.8 }
const LOVED_WEIGHT = 0.5
const FAINTEST_LOVED = 0.08
const RECENT_WEIGHT = 0.05

const ids = { spotify_id: null, youtube_id: null }

/** Artists of one page; `first` is the rank of its first entry, `most` the plays of the most played item of the whole list. */
export function artistRows(period: Period, first: number, most: number, items: readonly LastfmArtist[]): ProviderRow[] {
  return items.flatMap(({ name, playcount }, at): ProviderRow[] =>
    name ? [{ kind: 'artist', name, by: null, ...ids, ...weigh(period, first + at, most, playcount) }] : [],
  )
}

export function trackRows(period: Period, first: number, most: number, items: readonly LastfmTrack[]): ProviderRow[] {
  return items.flatMap(({ name, artist, playcount, duration }, at): ProviderRow[] =>
    name && artist.name
      ? [
          {
            kind: 'track',
            name,
            by: artist.name,
            ...ids,
            duration_ms: durationOf(duration, 1_000),
            ...weigh(period, first + at, most, playcount),
          },
        ]
      : [],
  )
}

/** Loved tracks, the newest love first. */
export function lovedRows(first: number, items: readonly LastfmLoved[]): ProviderRow[] {
  return items.flatMap(({ name, artist }, at): ProviderRow[] => {
    const rank = first + at
    const weight = Math.max(FAINTEST_LOVED, LOVED_WEIGHT * weightOfRank(rank))
    return name && artist.name ? [{ kind: 'track', name, by: artist.name, ...ids, weight, rank, range: 'saved' }] : []
  })
}

/** The plays with a time; the track that is playing now has none. */
export function recentPlays(items: readonly LastfmRecent[]): ProviderPlay[] {
  return items.flatMap(({ name, artist, date }): ProviderPlay[] => {
    const at = Number(date?.uts ?? 0) * 1_000
    return name && artist['#text'] && at > 0 ? [{ name, by: artist['#text'], spotify_id: null, artist_spotify_id: null, at }] : []
  })
}

/** Recently played tracks, newest first, each once. */
export function recentRows(items: readonly LastfmRecent[]): ProviderRow[] {
  const seen = new Set<string>()
  return items.flatMap(({ name, artist }): ProviderRow[] => {
    const by = artist['#text']
    const key = JSON.stringify([name, by])
    if (!name || !by || seen.has(key)) return []
    seen.add(key)
    return [{ kind: 'track', name, by, ...ids, weight: RECENT_WEIGHT, rank: seen.size, range: 'recent' }]
  })
}

function weigh(period: Period, rank: number, most: number, plays: number): Pick<ProviderRow, 'weight' | 'rank' | 'range'> {
  return { weight: shares[period] * Math.min(1, Math.max(plays, 1) / Math.max(most, 1)), rank, range: ranges[period] }
}
