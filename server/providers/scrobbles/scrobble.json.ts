import * as z from 'zod/mini'
import { jsonArray } from '#server/platform/archive/json-array.ts'
import { jsonLines } from '#server/platform/archive/json-lines.ts'
import { PLAY_PRECISION_MS, skipped, type ExportFormat, type ExportRow } from '#server/providers/export.ts'
import { durationOf } from '#server/providers/provider.ts'
import { scrobbleTime } from './scrobble.times.ts'

// Scrobbles in JSON: Maloja, Pano Scrobbler, and the exports of Last.fm in the format of its API.

/** Last.fm's exports are lists of pages with hundreds of tracks. */
const ENTRY_BYTES = 4 * 1024 * 1024
const text = z.string().check(z.maxLength(2_000))
const time = z.nullish(z.union([z.number(), text, z.object({ uts: z.union([z.number(), text]) })]))
const artist = z.object({ '#text': z.nullish(text), name: z.nullish(text) })
const scrobble = z.object({
  artist: z.nullish(z.union([text, artist])),
  artists: z.nullish(z.array(text)),
  track: z.nullish(
    z.union([text, z.object({ title: z.nullish(text), artists: z.nullish(z.array(text)), length: z.optional(z.unknown()) })]),
  ),
  name: z.nullish(text),
  title: z.nullish(text),
  time,
  timeMs: time,
  durationMs: z.optional(z.unknown()),
  date: time,
  event: z.nullish(text),
  '@attr': z.nullish(z.object({ nowplaying: z.nullish(z.union([z.boolean(), text])) })),
})
/** A page of Last.fm's API. */
const page = z.object({ track: z.array(z.unknown()) })

const hasPlays = (head: string): boolean =>
  /"(?:uts|timeMs|time|date)"\s*:/.test(head) && /"(?:track|name|title)"\s*:/.test(head) && /"artists?"\s*:/.test(head)

/** A list of scrobbles, or of pages of them. */
export const scrobbleList: ExportFormat = {
  source: 'history_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\uFEFF?\s*\[/.test(head) && hasPlays(head),
  async *rows(pieces) {
    for await (const batch of jsonArray(pieces, { entryBytes: ENTRY_BYTES })) yield batch.flatMap(toRows)
  },
}

/** An object with the list in it: Maloja, lastfmstats.com, one answer of Last.fm's API. */
export const scrobbleObject: ExportFormat = {
  source: 'history_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\uFEFF?\s*\{/.test(head) && /"scrobbles"\s*:\s*\[|"recenttracks"\s*:\s*\{/.test(head),
  async *rows(pieces) {
    const keys = ['scrobbles', 'track']
    for await (const batch of jsonArray(pieces, { entryBytes: ENTRY_BYTES, keys })) yield batch.flatMap(toRows)
  },
}

/** One scrobble a line: Pano Scrobbler. */
export const scrobbleLines: ExportFormat = {
  source: 'history_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\uFEFF?\s*\{[^\n]*"timeMs"[^\n]*\}/.test(head) && hasPlays(head),
  async *rows(pieces) {
    for await (const batch of jsonLines(pieces, { lineLength: ENTRY_BYTES })) yield batch.flatMap(toRows)
  },
}

function toRows(value: unknown): ExportRow[] {
  const pages = page.safeParse(value)
  return pages.success ? pages.data.track.flatMap(toRow) : toRow(value)
}

function toRow(raw: unknown): ExportRow[] {
  const parsed = scrobble.safeParse(raw)
  if (!parsed.success) return [skipped('malformed')]
  const row = parsed.data
  // The track that is playing now isn't a play yet, and Pano Scrobbler lists loved tracks as well.
  if (row['@attr']?.nowplaying || (row.event && row.event !== 'scrobble')) return []
  const name = (typeof row.track === 'string' ? row.track : row.track?.title) || row.name || row.title
  const by = typeof row.artist === 'string' ? row.artist : row.artist?.['#text'] || row.artist?.name
  const artists = (typeof row.track === 'string' ? null : row.track?.artists) ?? row.artists
  const main = by || artists?.[0]
  if (!name || !main) return [skipped('no_name')]
  const playedAt = row.timeMs ?? row.time ?? row.date
  const seconds = typeof row.track === 'string' ? null : row.track?.length
  const durationMs = durationOf(row.durationMs) ?? durationOf(seconds, 1_000)
  return [
    {
      type: 'track',
      name,
      artist: main,
      spotifyId: null,
      durationMs,
      at: scrobbleTime(typeof playedAt === 'object' ? playedAt?.uts : playedAt),
    },
  ]
}
