import { weightOfRank, type ProviderPlay, type ProviderRow } from '#server/providers/provider.ts'
import type { SpotifyArtist, SpotifyTrack } from './spotify.shapes.ts'

/** The weight of a list, relative to the top list of all time. Lists without an order give all entries the same weight. */
const listWeights = { long_term: 1, medium_term: 0.9, short_term: 0.8, following: 0.08, saved: 0.08, recent: 0.05 } as const
export type SpotifyListKind = keyof typeof listWeights

const ranges = {
  long_term: 'all_time',
  medium_term: '6_months',
  short_term: '4_weeks',
  following: 'saved',
  saved: 'saved',
  recent: 'recent',
} as const

/** Lists whose order shows how much an item is loved. */
const ordered = new Set<SpotifyListKind>(['long_term', 'medium_term', 'short_term'])

function weigh(list: SpotifyListKind, rank: number): Pick<ProviderRow, 'weight' | 'rank' | 'range'> {
  return { weight: listWeights[list] * (ordered.has(list) ? weightOfRank(rank) : 1), rank, range: ranges[list] }
}

/** Artists of one page; `first` is the rank of its first entry, from 1. Entries without an id are left out. */
export function artistRows(list: SpotifyListKind, first: number, items: readonly (SpotifyArtist | null)[]): ProviderRow[] {
  return items.flatMap((item, index) =>
    item?.id && item.name
      ? [
          {
            kind: 'artist' as const,
            name: item.name,
            by: null,
            spotify_id: item.id,
            youtube_id: null,
            ...weigh(list, first + index),
            ...sizeOf(item),
          },
        ]
      : [],
  )
}

const sizeOf = ({ followers }: SpotifyArtist): Pick<ProviderRow, 'size'> =>
  followers?.total == null ? {} : { size: { count: followers.total, unit: 'followers' } }

/** Tracks of one page, named after their first artist. Local files are left out: no one else can play them. */
export function trackRows(list: SpotifyListKind, first: number, items: readonly (SpotifyTrack | null)[]): ProviderRow[] {
  return items.flatMap((item, index) =>
    item?.id && item.name && item.is_local !== true
      ? [
          {
            kind: 'track' as const,
            name: item.name,
            by: item.artists[0]?.name ?? null,
            spotify_id: item.id,
            youtube_id: null,
            duration_ms: item.duration_ms ?? null,
            ...recordingOf(item),
            ...weigh(list, first + index),
          },
        ]
      : [],
  )
}

export function recentPlays(
  items: readonly ({ track: SpotifyTrack | null; played_at?: string | null | undefined } | null)[],
): ProviderPlay[] {
  return items.flatMap((item): ProviderPlay[] => {
    const time = Date.parse(item?.played_at ?? '')
    const artist = item?.track?.artists[0]
    if (!item?.track?.id || !item.track.name || item.track.is_local === true || !artist?.name || Number.isNaN(time)) return []
    return [{ name: item.track.name, by: artist.name, spotify_id: item.track.id, artist_spotify_id: artist.id ?? null, at: time }]
  })
}

/** The artists with their ids, and the ISRC, if Spotify reports them. */
function recordingOf({ artists, external_ids }: SpotifyTrack): Pick<ProviderRow, 'artists' | 'isrc'> {
  const named = artists.filter(({ name }) => name !== '').map(({ id, name }) => ({ name, spotify_id: id ?? null }))
  const isrc = external_ids?.isrc
  return { ...(named.length > 0 ? { artists: named } : {}), ...(isrc ? { isrc } : {}) }
}
