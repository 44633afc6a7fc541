import type { Genre, Topic } from '#contract/print.ts'

// What YouTube says a channel or video is about: addresses of Wikipedia articles out of a fixed list of some sixty. Broad
// ones (Lifestyle, Society, Entertainment, Music of a video) stand for no bar.

const GENRES = new Map<string, Genre>(
  Object.entries({
    Classical_music: 'classical',
    Country_music: 'country',
    Electronic_music: 'electronic',
    Hip_hop_music: 'hip-hop',
    Independent_music: 'indie-rock',
    Jazz: 'jazz',
    Music_of_Latin_America: 'latin',
    Pop_music: 'pop',
    Reggae: 'afrobeats',
    Rhythm_and_blues: 'rnb',
    Rock_music: 'rock',
    Soul_music: 'soul',
  } as const),
)

const TOPICS = new Map<string, Topic>(
  Object.entries({
    Film: 'film',
    Television_program: 'film',
    Humour: 'comedy',
    Knowledge: 'science',
    Music: 'live-music',
    Performing_arts: 'live-music',
    Politics: 'news',
    Technology: 'technology',
    Tourism: 'cities',
  } as const),
)

/** One word for many: every kind of game, and every sport. */
const GAME = /^(.+_)?(game|video_game)(_culture)?$/
const SPORT =
  /^(Sport|American_football|Baseball|Basketball|Boxing|Cricket|Association_football|Golf|Ice_hockey|Mixed_martial_arts|Motorsport|Tennis|Volleyball|Professional_wrestling)$/

/** Bars of one side at most: a channel about everything is about nothing. */
const MOST = 3

const namesOf = (categories: readonly string[]): string[] =>
  categories.flatMap((address) => /^https?:\/\/en\.wikipedia\.org\/wiki\/([\w()-]+)$/.exec(address)?.[1] ?? [])

/** The genres of an artist's automatic channel, or of what plays there. */
export function genresOfTopics(categories: readonly string[]): Genre[] {
  return distinct(namesOf(categories).flatMap((name) => GENRES.get(name) ?? []))
}

/** The topics of any other channel or video. */
export function topicsOf(categories: readonly string[]): Topic[] {
  const topics = namesOf(categories).flatMap((name): Topic[] => {
    if (GAME.test(name)) return ['gaming']
    if (SPORT.test(name)) return ['sport']
    const topic = TOPICS.get(name) ?? (GENRES.has(name) ? 'live-music' : undefined)
    return topic ? [topic] : []
  })
  return distinct(topics)
}

const distinct = <T>(bars: readonly T[]): T[] => [...new Set(bars)].slice(0, MOST)
