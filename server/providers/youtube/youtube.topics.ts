import type { Genre, Topic } from '#contract/taste/print.ts'

// What YouTube says a channel or video is about: addresses of Wikipedia articles out of a fixed list of some sixty, and a
// category of each video. These go before what listeners and our own catalogue say. So whatever is too broad to name one of
// our bars names none, and the next source speaks: Knowledge (science? mathematics?), Technology (which stands among lifestyles
// there, and holds programming), Lifestyle, Society, Entertainment, Independent music (pop? rock?), Music as such.

const GENRES = new Map<string, Genre>(
  Object.entries({
    Classical_music: 'classical',
    Country_music: 'country',
    Electronic_music: 'electronic',
    Hip_hop_music: 'hip-hop',
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
    Humour: 'comedy',
    Politics: 'news',
    Tourism: 'cities',
  } as const),
)

/** Of some fifteen categories those that are one of our bars; Music, Education, Science & Technology are not. */
const CATEGORIES = new Map<string, Topic>([
  ['1', 'film'],
  ['17', 'sport'],
  ['20', 'gaming'],
  ['23', 'comedy'],
  ['25', 'news'],
])

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

/** The topic that the category of a video names, if it does. */
export function topicsOfCategory(category: string | undefined): Topic[] {
  const topic = category === undefined ? undefined : CATEGORIES.get(category)
  return topic ? [topic] : []
}

const distinct = <T>(bars: readonly T[]): T[] => [...new Set(bars)].slice(0, MOST)
