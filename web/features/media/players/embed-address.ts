/* Addresses of the players' pages. Made from parsed ids, never from an address somebody pasted. */
import type { LinkRecord, Platform } from '#contract/links.ts'

export type PlayerPlatform = Platform

/** The platforms' own players; YouTube's by its host that sets no cookies before playing. */
export const PLAYER_ORIGINS: Record<PlayerPlatform, string> = {
  spotify: 'https://open.spotify.com',
  youtube: 'https://www.youtube-nocookie.com',
  tiktok: 'https://www.tiktok.com',
  instagram: 'https://www.instagram.com',
  facebook: 'https://www.facebook.com',
}

/** What Spotify has a player for. */
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

/** Spotify's player of a thing. @throws Error for anything but an id */
export function spotifyEmbed(origin: string, kind: SpotifyKind, id: string): string {
  return `${origin}/embed/${kind}/${proper(kind, id)}`
}

/**
 * YouTube's player of a video. Muted from the start, because browsers let nothing else begin by itself; its messages go to
 * `page` alone.
 * @throws Error for anything but an id
 */
export function youtubeEmbed(origin: string, id: string, how: HowItBegins): string {
  return `${origin}/embed/${proper('video', id)}?${begins(how).toString()}`
}

/** The same for a list of videos, which plays one after the other. @throws Error for anything but an id */
export function youtubeListEmbed(origin: string, listId: string, how: HowItBegins): string {
  const query = begins(how)
  query.set('list', proper('list', listId))
  return `${origin}/embed/videoseries?${query.toString()}`
}

/** A clip of a platform that has a page to frame for it. */
export type Clip = LinkRecord & { platform: 'tiktok' | 'instagram' | 'facebook'; id: string }

const clipId = /^[\w.-]{1,100}$/
const instagramPaths: Partial<Record<LinkRecord['kind'], string>> = { post: 'p', reel: 'reel', video: 'tv' }
const facebookPlugins: Partial<Record<LinkRecord['kind'], string>> = { video: 'video', live: 'video', reel: 'video', post: 'post' }

/**
 * The link as a clip, or null where its platform has no page to frame: TikTok has one for videos, not for photos, sounds and
 * people; Instagram for posts, reels and videos, not for stories, lives and people; Facebook for videos, reels and posts.
 */
export function clipOf(link: LinkRecord): Clip | null {
  const { platform, kind, id } = link
  if (id === null || !clipId.test(id)) return null
  if (platform === 'tiktok') return kind === 'video' && /^\d+$/.test(id) ? { ...link, platform, id } : null
  if (platform === 'instagram') return instagramPaths[kind] === undefined ? null : { ...link, platform, id }
  return platform === 'facebook' && facebookPlugins[kind] !== undefined ? { ...link, platform, id } : null
}

/** The platform's player of a clip. */
export function clipEmbed(origin: string, { platform, kind, id, link }: Clip): string {
  if (platform === 'tiktok') return `${origin}/player/v1/${id}?${new URLSearchParams({ music_info: '1', description: '1', rel: '0' })}`
  if (platform === 'instagram') return `${origin}/${instagramPaths[kind] ?? 'p'}/${id}/embed`
  // Facebook's player takes the whole address: the recognised and normalised one, as a value and never as a part of ours.
  return `${origin}/plugins/${facebookPlugins[kind] ?? 'post'}.php?${new URLSearchParams({ href: link, show_text: 'false' })}`
}

type HowItBegins = { autoplay: boolean; page: string }

function begins({ autoplay, page }: HowItBegins): URLSearchParams {
  return new URLSearchParams({
    autoplay: autoplay ? '1' : '0',
    mute: '1',
    playsinline: '1',
    rel: '0',
    enablejsapi: '1',
    origin: page,
  })
}

function proper(kind: keyof typeof patterns, id: string): string {
  if (!patterns[kind].test(id)) throw new Error(`not the id of a ${kind}`)
  return id
}
