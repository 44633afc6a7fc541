import { csvRows, csvRowsOf } from '#server/platform/archive/csv-rows.ts'
import { PLAY_PRECISION_MS, skipped, type ExportFormat, type ExportRow } from '#server/providers/export.ts'
import { durationOf } from '#server/providers/provider.ts'
import { scrobbleTime } from './scrobble.times.ts'

// Tables of plays: Libre.fm, exports of Last.fm, Pano Scrobbler, and Apple Music's play activity. Their headers name an artist, a track and
// a time; other columns are ignored, except those that show that it was played.

const ROW_LENGTH = 64 * 1024
/** Shorter plays were skipped. */
const PLAYED_MS = 30_000
/** The header is among the first rows: some exports begin with a title. */
const HEADER_ROWS = 5
const DELIMITERS = [',', ';', '\t'] as const

/** Column names in lower case, the preferred name first. */
const names = {
  artist: ['artist', 'artist name', 'artist_name', 'artistname'],
  // Apple's newer files have the artist of the album or playlist only.
  container: ['container artist name'],
  track: ['track', 'track name', 'track_name', 'trackname', 'song name', 'title'],
  time: ['uts', 'timems', 'time', 'timestamp', 'event end timestamp', 'event start timestamp', 'utc_time', 'date'],
  playedMs: ['play duration milliseconds'],
  durationMs: ['durationms', 'media duration in milliseconds'],
  event: ['event', 'event type'],
  media: ['media type'],
} as const

/** The index of each column; -1 without it. */
type Layout = Record<keyof typeof names, number>

/** Tables of plays with a header, and one known export of Last.fm without a header. */
export const scrobbleTable: ExportFormat = {
  source: 'history_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => delimiterOf(head) !== null,
  async *rows(pieces) {
    const { head, all } = await withHead(pieces)
    const delimiter = delimiterOf(head) ?? ','
    let layout: Layout | null = null
    for await (const rows of csvRows(all, { delimiter, rowLength: ROW_LENGTH })) {
      const found: ExportRow[] = []
      for (const fields of rows) {
        if (layout) found.push(...toRows(fields, layout))
        else if (isHeaderless(fields)) found.push(...toRows(fields, (layout = HEADERLESS)))
        else layout = layoutOf(fields)
      }
      yield found
    }
  },
}

function delimiterOf(head: string): string | null {
  const isLayout = (fields: string[]) => isHeaderless(fields) || layoutOf(fields) !== null
  return DELIMITERS.find((delimiter) => csvRowsOf(head, delimiter).slice(0, HEADER_ROWS).some(isLayout)) ?? null
}

function layoutOf(fields: readonly string[]): Layout | null {
  // One export puts the user name behind the last column: "Date#name".
  const columns = fields.map((field) =>
    field
      .replace(/^\uFEFF/, '')
      .replace(/#.*$/, '')
      .trim()
      .toLowerCase(),
  )
  const indexOf = (wanted: readonly string[]): number => wanted.map((name) => columns.indexOf(name)).find((index) => index >= 0) ?? -1
  const layout: Layout = {
    artist: indexOf(names.artist),
    container: indexOf(names.container),
    track: indexOf(names.track),
    time: indexOf(names.time),
    playedMs: indexOf(names.playedMs),
    durationMs: indexOf(names.durationMs),
    event: indexOf(names.event),
    media: indexOf(names.media),
  }
  return Math.max(layout.artist, layout.container) >= 0 && layout.track >= 0 && layout.time >= 0 ? layout : null
}

/** Artist, album, track, "17 Aug 2026 12:14". */
const HEADERLESS: Layout = { artist: 0, container: -1, track: 2, time: 3, playedMs: -1, durationMs: -1, event: -1, media: -1 }
const isHeaderless = (fields: readonly string[]): boolean =>
  fields.length === 4 && /^\d{1,2} \p{L}{3} \d{4},? \d{1,2}:\d{2}$/u.test(fields[3] ?? '')

function toRows(fields: readonly string[], layout: Layout): ExportRow[] {
  const cell = (column: keyof Layout): string => fields[layout[column]] ?? ''
  // Apple and Pano Scrobbler list other events as well: starts, lyrics, loved tracks.
  if (cell('event') !== '' && !/^(?:play_end|scrobble)$/i.test(cell('event'))) return []
  if (/video/i.test(cell('media'))) return []
  const artist = cell('artist') || cell('container')
  const name = cell('track')
  if (!name || !artist) return [skipped('no_name')]
  if (cell('playedMs') !== '' && Number(cell('playedMs')) < PLAYED_MS) return [skipped('too_short')]
  return [
    {
      type: 'track',
      name,
      artist,
      spotifyId: null,
      durationMs: durationOf(cell('durationMs')),
      at: scrobbleTime(cell('time')),
      ...secondsOf(cell('playedMs')),
    },
  ]
}

const secondsOf = (ms: string): { seconds?: number } => (Number(ms) > 0 ? { seconds: Number(ms) / 1_000 } : {})

/** The text of the first kilobytes, and the whole stream. */
async function withHead(pieces: AsyncIterable<Buffer>): Promise<{ head: string; all: AsyncIterable<Buffer> }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let length = 0
  while (length < ROW_LENGTH) {
    const { value, done } = await iterator.next()
    if (done === true) break
    first.push(value)
    length += value.length
  }
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield* first
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  return { head: new TextDecoder('utf-8').decode(Buffer.concat(first)), all: rest() }
}
