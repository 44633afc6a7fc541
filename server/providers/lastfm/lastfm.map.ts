import { durationOf, weightOfRank, type ProviderPlay, type ProviderRow, type TasteRange } from '#server/providers/provider.ts'
import { noIds, recentTracks, weigh } from '#server/providers/scrobbles/counted-rows.ts'
import type { LastfmArtist, LastfmLoved, LastfmRecent, LastfmTrack } from './lastfm.shapes.ts'

export type Period = 'overall' | '6month' | '1month'
const ranges: Record<Period, TasteRange> = { overall: 'all_time', '6month': '6_months', '1month': '4_weeks' }
const LOVED_WEIGHT = 0.5
const FAINTEST_LOVED = 0.08

/** Artists of one page; `first` is the rank of its first entry, `most` the plays of the most played item of the whole list. */
export function artistRows(period: Period, first: number, highest: number, items: readonly LastfmArtist[]): ProviderRow[] {
  return items.flatMap(({ name, playcount }, index): ProviderRow[] =>
    name ? [{ kind: 'artist', name, by: null, ...noIds, ...weigh(ranges[period], first + index, highest, playcount) }] : [],
  )
}

export function trackRows(period: Period, first: number, highest: number, items: readonly LastfmTrack[]): ProviderRow[] {
  return items.flatMap(({ name, artist, playcount, duration }, index): ProviderRow[] =>
    name && artist.name
      ? [
          {
            kind: 'track',
            name,
            by: artist.name,
            ...noIds,
            duration_ms: durationOf(duration, 1_000),
            ...weigh(ranges[period], first + index, highest, playcount),
          },
        ]
      : [],
  )
}

/** Loved tracks, the newest love first. */
export function lovedRows(first: number, items: readonly LastfmLoved[]): ProviderRow[] {
  return items.flatMap(({ name, artist }, index): ProviderRow[] => {
    const rank = first + index
    const weight = Math.max(FAINTEST_LOVED, LOVED_WEIGHT * weightOfRank(rank))
    return name && artist.name ? [{ kind: 'track', name, by: artist.name, ...noIds, weight, rank, range: 'saved' }] : []
  })
}

/** The plays with a time; the track that is playing now has none. */
export function recentPlays(items: readonly LastfmRecent[]): ProviderPlay[] {
  return items.flatMap(({ name, artist, date }): ProviderPlay[] => {
    const time = Number(date?.uts ?? 0) * 1_000
    return name && artist['#text'] && time > 0 ? [{ name, by: artist['#text'], spotify_id: null, artist_spotify_id: null, at: time }] : []
  })
}

export const recentRows = (items: readonly LastfmRecent[]): ProviderRow[] =>
  recentTracks(items.map(({ name, artist }) => ({ name, by: artist['#text'] })))
