import type { Genre, Topic } from '#contract/taste/print.ts'
import { weightOfRank, type ProviderRow } from '#server/providers/provider.ts'
import type { YouTubeSubscription, YouTubeVideo } from './youtube.shapes.ts'

/** Every subscription weighs the same: the order of the list has no meaning. */
const SUBSCRIPTION_WEIGHT = 0.25
const TOPIC_CHANNEL_WEIGHT = 0.25
/** Weight of the newest liked video; older ones weigh less. */
const LIKE_WEIGHT = 0.5
const FAINTEST_LIKE = 0.05

/** The artist of one of YouTube's automatic channels ("Gorillaz - Topic"), or null for any other channel. */
export function topicArtist(channelTitle: string): string | null {
  return /^(.+) - Topic$/.exec(channelTitle)?.[1]?.trim() || null
}

/** YouTube's data about channels, by their id. */
export type ChannelDetails = ReadonlyMap<string, { topics: readonly string[]; subscribers: number | null }>

/** Subscriptions of one page; `first` is the rank of its first entry, from 1. An artist's automatic channel is that artist. */
export function subscriptionRows(
  first: number,
  items: readonly (YouTubeSubscription | null)[],
  details: ChannelDetails = new Map(),
): ProviderRow[] {
  return items.flatMap((item, index): ProviderRow[] => {
    if (!item?.snippet.title) return []
    const { title, resourceId } = item.snippet
    const artist = topicArtist(title)
    const common = { by: null, spotify_id: null, youtube_id: resourceId.channelId, rank: first + index, range: null }
    const { topics: topicUrls = [], subscribers = null } = details.get(resourceId.channelId) ?? {}
    if (artist)
      return [{ kind: 'artist', name: artist, weight: TOPIC_CHANNEL_WEIGHT, ...common, ...barsAndTopicsOf(genresOfTopics(topicUrls)) }]
    return [
      {
        kind: 'channel',
        name: title,
        weight: SUBSCRIPTION_WEIGHT,
        ...common,
        ...barsAndTopicsOf(topicsOf(topicUrls)),
        ...sizeOf(subscribers),
      },
    ]
  })
}

/** A channel of an artist is not counted: its subscribers don't show how many love the artist. */
const sizeOf = (subscribers: number | null): Pick<ProviderRow, 'size'> =>
  subscribers === null ? {} : { size: { count: subscribers, unit: 'subscribers' } }

/** Liked videos of one page. A video on an artist's automatic channel is a track of that artist. Private ones are left out. */
export function likedRows(first: number, items: readonly (YouTubeVideo | null)[]): ProviderRow[] {
  return items.flatMap((item, index): ProviderRow[] => {
    if (!item) return []
    const { id, snippet, contentDetails, status, topicDetails } = item
    if (!snippet.title || (status?.privacyStatus ?? 'public') === 'private') return []
    const artist = topicArtist(snippet.channelTitle)
    const rank = first + index
    const weight = Math.max(FAINTEST_LIKE, LIKE_WEIGHT * weightOfRank(rank))
    const duration_ms = durationMs(contentDetails?.duration)
    const common = { name: snippet.title, spotify_id: null, youtube_id: id, duration_ms, weight, rank, range: null }
    const topicUrls = topicDetails?.topicCategories ?? []
    return artist
      ? [{ kind: 'track', by: artist, ...common, ...barsAndTopicsOf(genresOfTopics(topicUrls)) }]
      : [
          {
            kind: 'video',
            by: snippet.channelTitle || null,
            ...common,
            ...barsAndTopicsOf(topicsOf(topicUrls), topicsOfCategory(snippet.categoryId)),
          },
        ]
  })
}

/** Milliseconds of an ISO 8601 duration; null if there is none. Parts are missing where they are 0. */
export function durationMs(duration: string | undefined): number | null {
  const [, ...parts] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration ?? '') ?? []
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 || null
}

/** Tags without a meaning are left out. */
const barsAndTopicsOf = (topics: readonly (Genre | Topic)[], bars: readonly Topic[] = []): Pick<ProviderRow, 'bars' | 'topics'> => ({
  ...(bars.length > 0 ? { bars } : {}),
  ...(topics.length > 0 ? { topics } : {}),
})

// YouTube's topics of a channel or video: addresses of Wikipedia articles from a fixed list of about sixty, and a category for each video.
// They have precedence over listeners' tags and our own catalog. So topics that are too broad for one of our bars map to none, and the next
// source counts: Knowledge (science? mathematics?), Technology (a lifestyle there, which includes programming), Lifestyle, Society,
// Entertainment, Independent music (pop? rock?), Music.

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

/** The categories, of about fifteen, that are one of our bars; Music, Education, Science & Technology are not. */
const CATEGORIES = new Map<string, Topic>([
  ['1', 'film'],
  ['17', 'sport'],
  ['20', 'gaming'],
  ['23', 'comedy'],
  ['25', 'news'],
])

/** One topic for many: every kind of game, and every sport. */
const GAME = /^(.+_)?(game|video_game)(_culture)?$/
const SPORT =
  /^(Sport|American_football|Baseball|Basketball|Boxing|Cricket|Association_football|Golf|Ice_hockey|Mixed_martial_arts|Motorsport|Tennis|Volleyball|Professional_wrestling)$/

/** The maximum number of bars per side: a channel about everything is about nothing. */
const MAX_TOPICS = 3

const namesOf = (categories: readonly string[]): string[] =>
  categories.flatMap((address) => /^https?:\/\/en\.wikipedia\.org\/wiki\/([\w()-]+)$/.exec(address)?.[1] ?? [])

/** The genres of an artist's automatic channel, or of its videos. */
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

const distinct = <T>(bars: readonly T[]): T[] => [...new Set(bars)].slice(0, MAX_TOPICS)
