import starter from '#server/features/media/starter-catalogue.json' with { type: 'json' }
import { clusters } from './clusters.ts'
import type { DemoPerson } from './people.ts'
import { type Random, shuffled } from './random.ts'

/** What a person of the demo world listens to and watches: names and ids of the starter catalogue with a weight each. */
export type DemoTaste = {
  artists: { name: string; spotifyId: string | null; topicChannelId: string | null; weight: number; tracks: { name: string; spotifyId: string }[] }[]
  channels: { name: string; youtubeId: string; weight: number; videos: { name: string; youtubeId: string }[] }[]
}

type StarterTrack = { name: string; spotify_id: string | null }
const everyArtist: { name: string; spotify_id: string | null; topic_channel_id: string | null; genres: string[]; tracks: StarterTrack[] }[] = starter.artists
const everyChannel: { name: string; youtube_id: string; topics: string[]; videos: { name: string; youtube_id: string }[] }[] = starter.channels

const ARTISTS = { least: 22, spread: 26 }
const CHANNELS = { least: 5, spread: 9 }
/** The first crowd of a person counts most. */
const crowdWeights = [1, 0.55, 0.35, 0.25]

/**
 * Draws a person's taste: things of their crowds first, a few strays after, with weights that fall off steeply
 * the way play counts do. The same person and randomness give the same taste.
 */
export function tasteOf(person: DemoPerson, random: Random): DemoTaste {
  const pull = (name: string, bars: readonly string[]) =>
    person.crowds.reduce((sum, crowd, at) => {
      const { bars: ofCrowd, loves } = clusters[crowd]
      const common = bars.filter((bar) => (ofCrowd as readonly string[]).includes(bar)).length
      return sum + (crowdWeights[at] ?? 0) * (common / bars.length + ((loves as readonly string[]).includes(name) ? 1.5 : 0))
    }, 0.02)
  const artists = draw(everyArtist, (it) => pull(it.name, it.genres), ARTISTS.least + random.below(ARTISTS.spread), random)
  const channels = draw(everyChannel, (it) => pull(it.name, it.topics), CHANNELS.least + random.below(CHANNELS.spread), random)
  return {
    artists: artists.map((it, rank) => ({
      name: it.name,
      spotifyId: it.spotify_id,
      topicChannelId: it.topic_channel_id,
      weight: weightAt(rank, random),
      tracks: shuffled(it.tracks, random).slice(0, 3).flatMap(({ name, spotify_id }) => (spotify_id ? [{ name, spotifyId: spotify_id }] : [])),
    })),
    channels: channels.map((it, rank) => ({
      name: it.name,
      youtubeId: it.youtube_id,
      weight: weightAt(rank, random),
      videos: shuffled(it.videos, random).slice(0, 2).map(({ name, youtube_id }) => ({ name, youtubeId: youtube_id })),
    })),
  }
}

/** Weighted draw without repeats (Efraimidis and Spirakis 2006): the larger the pull, the earlier and likelier. */
function draw<T>(from: readonly T[], pull: (it: T) => number, count: number, random: Random): T[] {
  return from
    .map((it) => ({ it, key: Math.log(random.next()) / pull(it) }))
    .toSorted((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ it }) => it)
}

const weightAt = (rank: number, random: Random) => Math.round((400 / (rank + 2)) * (0.6 + 0.8 * random.next())) + 1
