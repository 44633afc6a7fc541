import type { Item } from '#contract/media.ts'

export type OpenAddress = { platform: 'spotify' | 'youtube'; href: string }

/** Where an item can be heard or watched: its page at the platform it came from, or null when no platform knows it. */
export function openAddressOf({ kind, spotify_id, youtube_id }: Item): OpenAddress | null {
  switch (kind) {
    case 'artist':
      return spotifyPage('artist', spotify_id) ?? youtubePage('channel/', youtube_id)
    case 'track':
      return spotifyPage('track', spotify_id) ?? youtubePage('watch?v=', youtube_id)
    case 'channel':
      return youtubePage('channel/', youtube_id)
    case 'video':
      return youtubePage('watch?v=', youtube_id)
  }
}

function spotifyPage(kind: 'artist' | 'track', id: string | null): OpenAddress | null {
  return id === null ? null : { platform: 'spotify', href: `https://open.spotify.com/${kind}/${encodeURIComponent(id)}` }
}

function youtubePage(path: string, id: string | null): OpenAddress | null {
  return id === null ? null : { platform: 'youtube', href: `https://www.youtube.com/${path}${encodeURIComponent(id)}` }
}
