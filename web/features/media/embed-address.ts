/* Addresses of the players' pages. Made from parsed ids, never from an address somebody pasted. */
export type PlayerPlatform = 'spotify' | 'youtube'

/** The platforms' own players; YouTube's by its host that sets no cookies before playing. */
export const PLAYER_ORIGINS: Record<PlayerPlatform, string> = {
  spotify: 'https://open.spotify.com',
  youtube: 'https://www.youtube-nocookie.com',
}

const patterns = { artist: /^[0-9A-Za-z]{22}$/, track: /^[0-9A-Za-z]{22}$/, video: /^[\w-]{11}$/ }

/** Spotify's player of an artist or a track. @throws Error for anything but an id */
export function spotifyEmbed(origin: string, kind: 'artist' | 'track', id: string): string {
  return `${origin}/embed/${kind}/${proper(kind, id)}`
}

/**
 * YouTube's player of a video. Muted from the start, because browsers let nothing else begin by itself; its messages go to
 * `page` alone.
 * @throws Error for anything but an id
 */
export function youtubeEmbed(origin: string, id: string, { autoplay, page }: { autoplay: boolean; page: string }): string {
  const query = new URLSearchParams({
    autoplay: autoplay ? '1' : '0',
    mute: '1',
    playsinline: '1',
    rel: '0',
    enablejsapi: '1',
    origin: page,
  })
  return `${origin}/embed/${proper('video', id)}?${query.toString()}`
}

function proper(kind: keyof typeof patterns, id: string): string {
  if (!patterns[kind].test(id)) throw new Error(`not the id of a ${kind}`)
  return id
}
