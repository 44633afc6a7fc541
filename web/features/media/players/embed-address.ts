/* Addresses of embedded players. Built from parsed IDs, never from pasted addresses. */
import type { LinkRecord, Platform } from '#contract/links/links.ts'

export type PlayerPlatform = Platform

/** The platforms' players; YouTube's cookie-free host. */
export const PLAYER_ORIGINS: Record<PlayerPlatform, string> = {
  spotify: 'https://open.spotify.com',
  youtube: 'https://www.youtube-nocookie.com',
  tiktok: 'https://www.tiktok.com',
  instagram: 'https://www.instagram.com',
  facebook: 'https://www.facebook.com',
}

/** Content types of Spotify's player. */
export type SpotifyKind = 'artist' | 'track' | 'album' | 'playlist' | 'show' | 'episode'

const spotifyId = /^[0-9A-Za-z]{22}$/
const patterns = {
  artist: spotifyId,
  track: spotifyId,
  album: spotifyId,
  playlist: spotifyId,
  show: spotifyId,
  episode: spotifyId,
  video: /^[\w-]{11}$/,
  list: /^[A-Z][\w-]{10,63}$/,
}

/** The address of our page that runs Spotify's iFrame API (server/features/media/spotify-frame.ts). @throws Error for an invalid ID */
export function spotifyFrame(kind: SpotifyKind, id: string): string {
  return `/players/spotify/embed/${kind}/${validId(kind, id)}`
}

/** The URI by which Spotify's iFrame API loads content. @throws Error for an invalid ID */
export const spotifyUri = (kind: SpotifyKind, id: string): string => `spotify:${kind}:${validId(kind, id)}`

/** The address of Spotify's player. @throws Error for an invalid ID */
export function spotifyEmbed(origin: string, kind: SpotifyKind, id: string): string {
  return `${origin}/embed/${kind}/${validId(kind, id)}`
}

/**
 * The address of YouTube's player for a video. It starts muted, because browsers block other autoplay; it sends messages only to `page`.
 * @throws Error for an invalid ID
 */
export function youtubeEmbed(origin: string, id: string, how: PlaybackOptions): string {
  return `${origin}/embed/${validId('video', id)}?${playbackParams(how).toString()}`
}

/** The same for a playlist. @throws Error for an invalid ID */
export function youtubeListEmbed(origin: string, listId: string, how: PlaybackOptions): string {
  const query = playbackParams(how)
  query.set('list', validId('list', listId))
  return `${origin}/embed/videoseries?${query.toString()}`
}

/** A clip from a platform with an embeddable page. */
export type Clip = LinkRecord & { platform: 'tiktok' | 'instagram' | 'facebook'; id: string }

const clipId = /^[\w.-]{1,100}$/
const instagramPaths: Partial<Record<LinkRecord['kind'], string>> = { post: 'p', reel: 'reel', video: 'tv' }
const facebookPlugins: Partial<Record<LinkRecord['kind'], string>> = { video: 'video', live: 'video', reel: 'video', post: 'post' }

/**
 * The link as a clip, or null where its platform has no embeddable page: TikTok has one for videos, not for photos, sounds and
 * profiles; Instagram for posts, reels and videos, not for stories, lives and profiles; Facebook for videos, reels and posts.
 */
export function clipOf(link: LinkRecord): Clip | null {
  const { platform, kind, id } = link
  if (id === null || !clipId.test(id)) return null
  if (platform === 'tiktok') return kind === 'video' && /^\d+$/.test(id) ? { ...link, platform, id } : null
  if (platform === 'instagram') return instagramPaths[kind] === undefined ? null : { ...link, platform, id }
  return platform === 'facebook' && facebookPlugins[kind] !== undefined ? { ...link, platform, id } : null
}

/** The address of a clip's player. */
export function clipEmbed(origin: string, { platform, kind, id, link }: Clip): string {
  if (platform === 'tiktok') return `${origin}/player/v1/${id}?${new URLSearchParams({ music_info: '1', description: '1', rel: '0' })}`
  if (platform === 'instagram') return `${origin}/${instagramPaths[kind] ?? 'p'}/${id}/embed`
  // Facebook's player takes the full normalized address, passed as a parameter value.
  return `${origin}/plugins/${facebookPlugins[kind] ?? 'post'}.php?${new URLSearchParams({ href: link, show_text: 'false' })}`
}

type PlaybackOptions = { autoplay: boolean; page: string }

function playbackParams({ autoplay, page }: PlaybackOptions): URLSearchParams {
  return new URLSearchParams({
    autoplay: autoplay ? '1' : '0',
    mute: '1',
    playsinline: '1',
    rel: '0',
    enablejsapi: '1',
    origin: page,
  })
}

function validId(kind: keyof typeof patterns, id: string): string {
  if (!patterns[kind].test(id)) throw new Error(`invalid ID of kind ${kind}`)
  return id
}
