/* Addresses of the players' pages. Made from parsed ids, never from an address somebody pasted. */
export type PlayerPlatform = 'spotify' | 'youtube'

/** The platforms' own players; YouTube's by its host that sets no cookies before playing. */
export const PLAYER_ORIGINS: Record<PlayerPlatform, string> = {
  spotify: 'https://open.spotify.com',
  youtube: 'https://www.youtube-nocookie.com',
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
