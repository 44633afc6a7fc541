import * as z from 'zod/mini'
import { ArchiveError } from '#server/platform/archive/archive-error.ts'
import { jsonArray } from '#server/platform/archive/json-array.ts'
import { wholeText } from '#server/platform/archive/text-pieces.ts'
import { PLAY_PRECISION_MS, skipped, timeOf, type ExportFormat, type ExportRow } from '#server/providers/export.ts'

// Files that Spotify sends to users who request their data. Addresses, user agents and countries are never read: parsing keeps only the
// fields named here.

const ENTRY_BYTES = 256 * 1024
const LIBRARY_LENGTH = 16 * 1024 * 1024
/** A shorter play that was left before the end doesn't count. */
const PLAYED_MS = 30_000

const text = z.string().check(z.maxLength(2_000))
const extendedRow = z.object({
  ts: z.string(),
  ms_played: z.number(),
  master_metadata_track_name: z.nullish(text),
  master_metadata_album_artist_name: z.nullish(text),
  spotify_track_uri: z.nullish(text),
  reason_end: z.nullish(text),
  // Older files use a number or omit it.
  skipped: z.nullish(z.union([z.boolean(), z.number()])),
  incognito_mode: z.nullish(z.boolean()),
})
const accountRow = z.object({ endTime: z.string(), artistName: text, trackName: text, msPlayed: z.number() })

/** `Streaming_History_Audio_*.json`, formerly `endsong_*.json`. */
export const extendedHistory: ExportFormat = {
  source: 'spotify_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => isListOf(head, '"ms_played"'),
  rows: (pieces) => mapRows(pieces, parseExtendedRow),
}

/** `StreamingHistory_music_*.json` of the account data: a year, without ids. */
export const accountHistory: ExportFormat = {
  source: 'spotify_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => isListOf(head, '"msPlayed"') && head.includes('"artistName"'),
  rows: (pieces) => mapRows(pieces, parseAccountRow),
}

/** `YourLibrary.json`: what the user saved, follows and banned. */
export const library: ExportFormat = {
  source: 'spotify_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\s*\{\s*"tracks"\s*:\s*\[/.test(head),
  rows: libraryRows,
}

/** `Playlist*.json`: the user's own playlists. Their songs count as saved. */
export const playlists: ExportFormat = {
  source: 'spotify_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\uFEFF?\s*\{\s*"playlists"\s*:\s*\[/.test(head),
  async *rows(pieces) {
    for await (const batch of jsonArray(pieces, { entryBytes: LIBRARY_LENGTH, keys: ['playlists'] })) yield batch.flatMap(playlistRows)
  },
}

const isListOf = (head: string, field: string): boolean => /^\s*\[/.test(head) && head.includes(field)

async function* mapRows(pieces: AsyncIterable<Buffer>, map: (row: unknown) => ExportRow): AsyncGenerator<ExportRow[]> {
  for await (const batch of jsonArray(pieces, { entryBytes: ENTRY_BYTES })) yield batch.map(map)
}

function parseExtendedRow(value: unknown): ExportRow {
  const parsed = extendedRow.safeParse(value)
  if (!parsed.success) return skipped('malformed')
  const row = parsed.data
  if (row.incognito_mode) return skipped('private_session')
  const name = row.master_metadata_track_name
  const artist = row.master_metadata_album_artist_name
  if (!name || !artist) return skipped('podcast')
  const isWhole = row.reason_end === 'trackdone' && !row.skipped && row.ms_played > 0
  if (row.ms_played < PLAYED_MS && !isWhole) return skipped('too_short')
  return {
    type: 'track',
    name,
    artist,
    spotifyId: idOf('track', row.spotify_track_uri),
    at: timeOf(row.ts),
    seconds: row.ms_played / 1_000,
  }
}

function parseAccountRow(raw: unknown): ExportRow {
  const parsed = accountRow.safeParse(raw)
  if (!parsed.success) return skipped('malformed')
  const { endTime, artistName: artist, trackName: name, msPlayed } = parsed.data
  if (!artist || !name) return skipped('no_name')
  if (msPlayed < PLAYED_MS) return skipped('too_short')
  return { type: 'track', name, artist, spotifyId: null, at: timeOf(`${endTime.replace(' ', 'T')}Z`), seconds: msPlayed / 1_000 }
}

const libraryTracks = z.prefault(z.array(z.object({ artist: text, track: text, uri: z.optional(text) })), [])
const libraryArtists = z.prefault(z.array(z.object({ name: text, uri: z.optional(text) })), [])
const libraryAlbums = z.prefault(z.array(z.object({ artist: text })), [])
const libraryFile = z.object({
  tracks: libraryTracks,
  albums: libraryAlbums,
  artists: libraryArtists,
  bannedTracks: libraryTracks,
  bannedArtists: libraryArtists,
})

async function* libraryRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<ExportRow[]> {
  const parsed = libraryFile.safeParse(parseJson(await wholeText(pieces, { length: LIBRARY_LENGTH })))
  if (!parsed.success) throw new ArchiveError('broken', 'the library has an unexpected shape')
  const { tracks, albums, artists, bannedTracks, bannedArtists } = parsed.data
  yield bannedArtists.map(({ name }): ExportRow => ({ type: 'banned', kind: 'artist', name, by: null }))
  yield bannedTracks.map(({ artist, track }): ExportRow => ({ type: 'banned', kind: 'track', name: track, by: artist }))
  yield artists.filter(({ name }) => name !== '').map(({ name, uri }) => savedRow('artist', name, null, uri))
  // There are no albums here: a saved album counts as its artist.
  yield albums.filter(({ artist }) => artist !== '').map(({ artist }) => savedRow('artist', artist, null, undefined))
  yield tracks
    .filter(({ artist, track }) => artist !== '' && track !== '')
    .map(({ artist, track, uri }) => savedRow('track', track, artist, uri))
}

const playlist = z.object({
  // Episodes and local files have no track.
  items: z.array(z.object({ track: z.nullish(z.object({ trackName: text, artistName: text, trackUri: z.nullish(text) })) })),
})

function playlistRows(given: unknown): ExportRow[] {
  const parsed = playlist.safeParse(given)
  if (!parsed.success) return [skipped('malformed')]
  return parsed.data.items.flatMap(({ track }) =>
    track?.trackName && track.artistName ? [savedRow('track', track.trackName, track.artistName, track.trackUri ?? undefined)] : [],
  )
}

const savedRow = (kind: 'artist' | 'track', name: string, by: string | null, uri: string | undefined): ExportRow => ({
  type: 'saved',
  kind,
  name,
  by,
  spotifyId: idOf(kind, uri),
  youtubeId: null,
})

const uris = { artist: /^spotify:artist:([0-9A-Za-z]{22})$/, track: /^spotify:track:([0-9A-Za-z]{22})$/ }
const idOf = (kind: keyof typeof uris, uri: string | null | undefined): string | null => (uri ? (uris[kind].exec(uri)?.[1] ?? null) : null)

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ArchiveError('broken', 'the text is not JSON')
  }
}
