import type { ArtistAtYouTube, Library, LikedVideo } from '#sandbox/kit/library.ts'
import { trackMs, videoMs } from '#sandbox/kit/lengths.ts'
import { base64url, fakeId, seededRandom } from '#sandbox/kit/random.ts'

/** `topics` are tags of our catalog, genres for an automatic channel. */
export type YouTubeChannel = { name: string; youtube_id: string; description: string; topics?: readonly string[] }

const etag = (seed: string) => fakeId(`etag ${seed}`, 27, base64url)
const day = (seed: string) =>
  new Date(Date.UTC(2008, 0, 1) + Math.floor(seededRandom(`day ${seed}`)() * 15 * 365) * 86_400_000).toISOString()
const uploadsOf = (channelId: string) => `UU${channelId.slice(2)}`

/** The id of an account's own channel; `empty` is an account without one. */
export const ownChannelId = ({ login }: Library): string | null =>
  login === 'empty' ? null : `UC${fakeId(`youtube channel of ${login}`, 22, base64url)}`
export const likesOf = (channelId: string) => `LL${channelId.slice(2)}`

/** Every channel an account follows: the ones it chose, then the automatic ones of artists. */
export function subscribedChannels({ channels, topicChannels }: Library): YouTubeChannel[] {
  const chosen = channels.map(({ name, youtube_id }) => ({ name, youtube_id, description: `The channel of ${name}.` }))
  return [...chosen, ...topicChannels.map(topicChannel)]
}

export const topicChannel = ({ name, topic_channel_id, genres }: ArtistAtYouTube): YouTubeChannel => ({
  name: `${name} - Topic`,
  youtube_id: topic_channel_id,
  description: '',
  topics: genres,
})

/** The articles of YouTube's list that are closest to our topics; many have none. */
const articles = new Map([
  ['science', 'Knowledge'],
  ['mathematics', 'Knowledge'],
  ['technology', 'Technology'],
  ['programming', 'Technology'],
  ['film', 'Film'],
  ['gaming', 'Video_game_culture'],
  ['comedy', 'Humour'],
  ['sport', 'Sport'],
  ['news', 'Politics'],
  ['cities', 'Tourism'],
  ['live-music', 'Music'],
  ['electronic', 'Electronic_music'],
  ['hip-hop', 'Hip_hop_music'],
  ['jazz', 'Jazz'],
  ['pop', 'Pop_music'],
  ['rock', 'Rock_music'],
  ['soul', 'Soul_music'],
  ['classical', 'Classical_music'],
])

/** Missing in a resource without topics, as in the real API. */
function topicDetails(topics: readonly string[] = []) {
  const found = [...new Set(topics.flatMap((topic) => articles.get(topic) ?? []))]
  return found.length > 0 ? { topicDetails: { topicCategories: found.map((name) => `https://en.wikipedia.org/wiki/${name}`) } } : {}
}

/** Pictures of subscriptions have no sizes; those of videos do. */
const channelPictures = (id: string) =>
  Object.fromEntries(
    [
      ['default', 88],
      ['medium', 240],
      ['high', 800],
    ].map(([name, size]) => [name, { url: `https://yt3.ggpht.com/${fakeId(id, 40, base64url)}=s${size}` }]),
  )

const videoPictures = (id: string) => ({
  default: { url: `https://i.ytimg.com/vi/${id}/default.jpg`, width: 120, height: 90 },
  medium: { url: `https://i.ytimg.com/vi/${id}/mqdefault.jpg`, width: 320, height: 180 },
  high: { url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, width: 480, height: 360 },
})

export const subscription = ({ name, youtube_id, description }: YouTubeChannel, subscriberId: string) => ({
  kind: 'youtube#subscription',
  etag: etag(`subscription ${youtube_id}`),
  id: fakeId(`subscription of ${subscriberId} to ${youtube_id}`, 43, base64url),
  snippet: {
    publishedAt: day(`${subscriberId} ${youtube_id}`),
    title: name,
    description,
    resourceId: { kind: 'youtube#channel', channelId: youtube_id },
    channelId: subscriberId,
    thumbnails: channelPictures(youtube_id),
  },
  contentDetails: { totalItemCount: 20 + (name.length % 40), newItemCount: 0, activityType: 'all' },
})

/** The best known channel has thirty million subscribers. YouTube rounds to three digits. */
const subscribersAt = (place: number): string => String(Number((30_000_000 / (1 + place / 4)).toPrecision(3)))

/** @param place the index in the ranking of the catalog by popularity, from 0; omitted for the channel of a listener */
export const channel = (
  { name, youtube_id, description, topics }: YouTubeChannel,
  { likes, place }: { likes?: string; place?: number },
) => ({
  kind: 'youtube#channel',
  etag: etag(`channel ${youtube_id}`),
  id: youtube_id,
  snippet: {
    title: name,
    description,
    customUrl: `@${name.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
    publishedAt: day(youtube_id),
    thumbnails: channelPictures(youtube_id),
    localized: { title: name, description },
  },
  contentDetails: { relatedPlaylists: { likes: likes ?? '', uploads: uploadsOf(youtube_id) } },
  statistics: {
    viewCount: '1000',
    subscriberCount: place === undefined ? '100' : subscribersAt(place),
    hiddenSubscriberCount: false,
    videoCount: '10',
  },
  ...topicDetails(topics),
})

export const playlistItem = (video: LikedVideo, playlistId: string, position: number, owner: { id: string; name: string }) => ({
  kind: 'youtube#playlistItem',
  etag: etag(`item ${playlistId} ${video.youtube_id}`),
  id: fakeId(`item ${playlistId} ${video.youtube_id}`, 48, base64url),
  snippet: {
    publishedAt: day(`${playlistId} ${video.youtube_id}`),
    channelId: owner.id,
    title: video.name,
    description: '',
    thumbnails: videoPictures(video.youtube_id),
    channelTitle: owner.name,
    playlistId,
    position,
    resourceId: { kind: 'youtube#video', videoId: video.youtube_id },
    videoOwnerChannelTitle: video.channel.name,
    videoOwnerChannelId: video.channel.youtube_id,
  },
  contentDetails: { videoId: video.youtube_id, videoPublishedAt: day(video.youtube_id) },
})

function durationOf(likedVideo: LikedVideo): string {
  const [, artist] = /^(.+) - Topic$/.exec(likedVideo.channel.name) ?? []
  const seconds = Math.round((artist ? trackMs(likedVideo.name, artist) : videoMs(likedVideo.youtube_id)) / 1_000)
  const parts = [`${Math.floor(seconds / 3_600)}H`, `${Math.floor(seconds / 60) % 60}M`, `${seconds % 60}S`]
  // Parts of 0 are left out.
  return `PT${parts.filter((part) => !/^0\D/.test(part)).join('')}`
}

export const video = (likedVideo: LikedVideo) => ({
  kind: 'youtube#video',
  etag: etag(`video ${likedVideo.youtube_id}`),
  id: likedVideo.youtube_id,
  snippet: {
    publishedAt: day(likedVideo.youtube_id),
    channelId: likedVideo.channel.youtube_id,
    title: likedVideo.name,
    description: '',
    thumbnails: videoPictures(likedVideo.youtube_id),
    channelTitle: likedVideo.channel.name,
    categoryId: likedVideo.channel.name.endsWith(' - Topic') ? '10' : '27',
    liveBroadcastContent: 'none',
    localized: { title: likedVideo.name, description: '' },
  },
  contentDetails: {
    duration: durationOf(likedVideo),
    dimension: '2d',
    definition: 'hd',
    caption: 'false',
    licensedContent: true,
    contentRating: {},
    projection: 'rectangular',
  },
  status: {
    uploadStatus: 'processed',
    privacyStatus: 'public',
    license: 'youtube',
    embeddable: true,
    publicStatsViewable: true,
    madeForKids: false,
  },
  statistics: { viewCount: '1000', likeCount: '10', commentCount: '1' },
})
