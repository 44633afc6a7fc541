// Files in the formats that the services send to users, with all the data that must never be stored.

/** Marker words of private data in every row. A test searches the database for them. */
export const PRIVATE_MARKS = [
  '203.0.113.77',
  'SecretAgent/9.9',
  'ZZ-COUNTRY',
  'SecretPlatform',
  'Hidden Artist',
  'hidden.person@example.test',
]

export type Play = {
  artist: string
  track: string
  /** ISO 8601 in UTC. */
  at?: string
  ms?: number
  spotifyId?: string
}

const AT = '2026-10-01T12:00:00Z'

/** One row of `Streaming_History_Audio_*.json`. */
export const extendedRow = ({ artist, track, at = AT, ms = 200_000, spotifyId }: Play, other: Record<string, unknown> = {}) => ({
  ts: at,
  platform: 'SecretPlatform 14',
  ms_played: ms,
  conn_country: 'ZZ-COUNTRY',
  ip_addr: '203.0.113.77',
  ip_addr_decrypted: '203.0.113.77',
  user_agent_decrypted: 'SecretAgent/9.9',
  username: 'hidden.person@example.test',
  master_metadata_track_name: track,
  master_metadata_album_artist_name: artist,
  master_metadata_album_album_name: 'Some album',
  spotify_track_uri: spotifyId ? `spotify:track:${spotifyId}` : null,
  episode_name: null,
  episode_show_name: null,
  spotify_episode_uri: null,
  audiobook_title: null,
  reason_start: 'clickrow',
  reason_end: 'trackdone',
  shuffle: false,
  skipped: false,
  offline: false,
  offline_timestamp: null,
  incognito_mode: false,
  ...other,
})

/** One row of `StreamingHistory_music_*.json`. */
export const accountRow = ({ artist, track, at = AT, ms = 200_000 }: Play) => ({
  endTime: at.slice(0, 16).replace('T', ' '),
  artistName: artist,
  trackName: track,
  msPlayed: ms,
})

/** One listen of ListenBrainz. */
export const listen = ({ artist, track, at = AT, spotifyId }: Play) => ({
  inserted_at: '2026-10-02T00:00:00Z',
  listened_at: Date.parse(at) / 1_000,
  user_name: 'listener',
  track_metadata: {
    artist_name: artist,
    track_name: track,
    release_name: 'Some album',
    additional_info: {
      submission_client: 'SecretAgent/9.9',
      origin_url: 'https://203.0.113.77/',
      ...(spotifyId ? { spotify_id: `https://open.spotify.com/track/${spotifyId}` } : {}),
    },
  },
})

export type Watched = { id: string; title: string; channel: string; channelId: string; at?: string }

/** One entry of `watch-history.json`; `words` are the localized words around the title. */
export const watchedRow = ({ id, title, channel, channelId, at = AT }: Watched, words: readonly [string, string] = ['Watched ', '']) => ({
  header: 'YouTube',
  title: `${words[0]}${title}${words[1]}`,
  titleUrl: `https://www.youtube.com/watch?v=${id}`,
  subtitles: [{ name: channel, url: `https://www.youtube.com/channel/${channelId}` }],
  time: at,
  products: ['YouTube'],
  activityControls: ['YouTube watch history'],
})

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')

/** The same as the HTML page, which is the default format. */
export function watchedPage(entries: readonly (Watched & { date?: string; caption?: string })[], verb = 'Watched'): string {
  const cells = entries.map(
    ({ id, title, channel, channelId, date = 'Oct 1, 2026, 2:00:00\u202fPM CEST', caption = '' }) =>
      `<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid"><div class="header-cell mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">YouTube<br></p></div><div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">${verb}\u00a0<a href="https://www.youtube.com/watch?v=${id}">${escape(title)}</a><br><a href="https://www.youtube.com/channel/${channelId}">${escape(channel)}</a><br>${date}<br></div><div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right"></div><div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>&emsp;YouTube<br>${caption}</div></div></div>`,
  )
  return `<html><head><meta charset="UTF-8"><title>My Activity History</title><style>.mdl-grid{}</style></head><body><div class="mdl-grid">${cells.join('')}</div></body></html>`
}

/** A YouTube id made from a number. */
export const videoIdOf = (number: number): string => `v${String(number).padStart(10, '0')}`
export const channelIdOf = (number: number): string => `UC${String(number).padStart(22, '0')}`
export const spotifyIdOf = (number: number): string => String(number).padStart(22, '0')
