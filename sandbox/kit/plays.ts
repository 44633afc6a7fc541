import type { Catalog } from './catalog.ts'
import { libraryOf } from './library.ts'
import { seededRandom } from './random.ts'

export type PlayedArtist = { name: string; plays: number }
export type PlayedTrack = { name: string; artist: string; plays: number }
export type Plays = { name: string; artists: PlayedArtist[]; tracks: PlayedTrack[] }

/** The share of all plays in this time, and how much its order differs from that of all time. */
export const times = { all: { share: 1, spread: 0 }, half_year: { share: 0.7, spread: 6 }, month: { share: 0.4, spread: 12 } } as const

/** A user's plays with counts, the most played first. The same name always has the same plays. */
export function playsOf(login: string, catalog: Catalog, time: keyof typeof times = 'all'): Plays {
  const { artists, tracks, displayName } = libraryOf(login, catalog)
  const random = seededRandom(`plays of ${login} ${time}`)
  const { share, spread } = times[time]
  const ordered = <T>(all: readonly T[]): T[] =>
    all
      .map((track, place) => ({ track, key: place + (random() - 0.5) * spread }))
      .toSorted((a, b) => a.key - b.key)
      .slice(0, Math.ceil(all.length * share))
      .map(({ track }) => track)
  return {
    name: displayName,
    artists: ordered(artists).map((artist, place) => ({ name: artist.name, plays: playsAt(place, 2_000 * share) })),
    tracks: ordered(tracks).map((track, place) => ({ name: track.name, artist: track.artist.name, plays: playsAt(place, 240 * share) })),
  }
}

const playsAt = (place: number, most: number) => Math.max(1, Math.round(most / (place + 1)))

/**
 * The latest plays before `now`: one track in each `everyMs` since 1970, so that the same plays are reported whenever they are requested
 * for. The latest comes first.
 */
export function latestPlays<T>(tracks: readonly T[], { now, everyMs, count }: { now: number; everyMs: number; count: number }) {
  const last = Math.floor(now / everyMs)
  return Array.from({ length: Math.min(count, tracks.length) }, (_, back) => last - back).flatMap((slot) => {
    const track = tracks[slot % tracks.length]
    return track === undefined ? [] : [{ track, at: slot * everyMs }]
  })
}
