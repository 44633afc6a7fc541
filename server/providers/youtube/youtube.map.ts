import type { Genre, Topic } from '#contract/taste/print.ts'
import { weightOfRank, type ProviderRow } from '#server/providers/provider.ts'
import { genresOfTopics, topicsOf, topicsOfCategory } from './youtube.topics.ts'
import type { YouTubeSubscription, YouTubeVideo } from './youtube.shapes.ts'

/** Every subscription weighs the same: the order of the list has no meaning. */
const SUBSCRIPTION_WEIGHT = 0.25
const TOPIC_CHANNEL_WEIGHT = 0.25
/** The newest liked video says this much, older ones less. */
const LIKE_WEIGHT = 0.5
const FAINTEST_LIKE = 0.05

/** The artist of one of YouTube's automatic channels ("Gorillaz - Topic"), or null for any other channel. */
export function topicArtist(channelTitle: string): string | null {
  return /^(.+) - Topic$/.exec(channelTitle)?.[1]?.trim() || null
}

/** What YouTube says of channels, by their id. */
export type ChannelFacts = ReadonlyMap<string, { topics: readonly string[]; subscribers: number | null }>

/** Subscriptions of one page; `first` is the place of its first entry, from 1. An artist's automatic channel is that artist. */
export function subscriptionRows(
  first: number,
  items: readonly (YouTubeSubscription | null)[],
  facts: ChannelFacts = new Map(),
): ProviderRow[] {
  return items.flatMap((it, at): ProviderRow[] => {
    if (!it?.snippet.title) return []
    const { title, resourceId } = it.snippet
    const artist = topicArtist(title)
    const common = { by: null, spotify_id: null, youtube_id: resourceId.channelId, rank: first + at, range: null }
    const { topics: topicUrls = [], subscribers = null } = facts.get(resourceId.channelId) ?? {}
    if (artist) return [{ kind: 'artist', name: artist, weight: TOPIC_CHANNEL_WEIGHT, ...common, ...aboutOf(genresOfTopics(topicUrls)) }]
    return [
      { kind: 'channel', name: title, weight: SUBSCRIPTION_WEIGHT, ...common, ...aboutOf(topicsOf(topicUrls)), ...sizeOf(subscribers) },
    ]
  })
}

/** A channel of an artist is not counted: its subscribers say little of how many love the artist. */
const sizeOf = (subscribers: number | null): Pick<ProviderRow, 'size'> =>
  subscribers === null ? {} : { size: { count: subscribers, unit: 'subscribers' } }

/** Liked videos of one page. What plays on an artist's automatic channel is a track of that artist. Private ones are left out. */
export function likedRows(first: number, items: readonly (YouTubeVideo | null)[]): ProviderRow[] {
  return items.flatMap((it, at): ProviderRow[] => {
    if (!it) return []
    const { id, snippet, status, topicDetails } = it
    if (!snippet.title || (status?.privacyStatus ?? 'public') === 'private') return []
    const artist = topicArtist(snippet.channelTitle)
    const rank = first + at
    const weight = Math.max(FAINTEST_LIKE, LIKE_WEIGHT * weightOfRank(rank))
    const common = { name: snippet.title, spotify_id: null, youtube_id: id, weight, rank, range: null }
    const topicUrls = topicDetails?.topicCategories ?? []
    return artist
      ? [{ kind: 'track', by: artist, ...common, ...aboutOf(genresOfTopics(topicUrls)) }]
      : [
          {
            kind: 'video',
            by: snippet.channelTitle || null,
            ...common,
            ...aboutOf(topicsOf(topicUrls), topicsOfCategory(snippet.categoryId)),
          },
        ]
  })
}

/** What says nothing is left out. */
const aboutOf = (topics: readonly (Genre | Topic)[], bars: readonly Topic[] = []): Pick<ProviderRow, 'bars' | 'topics'> => ({
  ...(bars.length > 0 ? { bars } : {}),
  ...(topics.length > 0 ? { topics } : {}),
})
