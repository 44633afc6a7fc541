import { csvRows, csvRowsOf } from '#server/platform/archive/csv-rows.ts'
import { PLAY_PRECISION_MS, type ExportFormat, type ExportRow } from '#server/providers/export.ts'

const ROW_LENGTH = 64 * 1024

/** The columns of the title and the first artist. The header is partly in the language of the account. */
function columnsOf(fields: readonly string[]): { title: number; artist: number } | null {
  const header = fields.map((field) => field.replace(/^\uFEFF/, '').toLowerCase())
  const title = header.indexOf('song title')
  const artist = header.findIndex((name) => name.startsWith('artist name'))
  return title > 0 && artist > 0 ? { title, artist } : null
}

/** `music library songs.csv` of YouTube Music: the songs in the user's library. */
export const musicLibraryCsv: ExportFormat = {
  source: 'youtube_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => columnsOf(csvRowsOf(head.split('\n')[0] ?? '', ',')[0] ?? []) !== null,
  async *rows(pieces) {
    let columns: ReturnType<typeof columnsOf> = null
    for await (const rows of csvRows(pieces, { delimiter: ',', rowLength: ROW_LENGTH })) {
      const songs: ExportRow[] = []
      for (const fields of rows) {
        if (columns) songs.push(toRow(fields, columns))
        else columns = columnsOf(fields)
      }
      yield songs
    }
  },
}

function toRow(fields: readonly string[], { title, artist }: { title: number; artist: number }): ExportRow {
  const name = fields[title]
  const by = fields[artist]
  // Older files have the address of the song instead of its id.
  const youtubeId = /(?:^|[?&]v=)([\w-]{11})(?:&|$)/.exec(fields[0] ?? '')?.[1] ?? null
  if (!name || !by) return { type: 'skipped', why: 'no_name' }
  return { type: 'saved', kind: 'track', name, by, spotifyId: null, youtubeId }
}
