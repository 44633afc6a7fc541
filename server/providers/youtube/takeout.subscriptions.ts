import { wholeText } from '#server/platform/archive/text-pieces.ts'
import { PLAY_PRECISION_MS, type ExportFormat, type ExportRow } from '#server/providers/export.ts'

const FILE_LENGTH = 8 * 1024 * 1024

/** `subscriptions.csv`: its header, and even the order of its columns, follow the language of the account. */
export const subscriptionsCsv: ExportFormat = {
  source: 'youtube_file',
  precisionMs: PLAY_PRECISION_MS,
  recognises: (head) => {
    const lines = fieldsOf(head.replace(/^\uFEFF/, '')).slice(0, 6)
    return lines.some((fields) => subscription(fields) !== null)
  },
  async *rows(pieces) {
    yield fieldsOf(await wholeText(pieces, { length: FILE_LENGTH })).flatMap((fields) => subscription(fields) ?? [])
  },
}

/** The header has no id in it, and other tables of Takeout that name channels have no address of theirs. */
function subscription(fields: readonly string[]): ExportRow | null {
  const id = fields.find((field) => /^UC[\w-]{22}$/.test(field))
  const address = fields.find((field) => id !== undefined && field.includes('/channel/') && field.endsWith(id))
  const name = fields.find((field) => field !== id && field !== address && field !== '')
  if (fields.length !== 3 || id === undefined || address === undefined || name === undefined) return null
  return { is: 'saved', kind: 'channel', name, by: null, spotifyId: null, youtubeId: id }
}

/** Rows and fields of comma separated text (RFC 4180): quotes may hold commas and line ends, and double themselves. */
function fieldsOf(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, bare = '', end = ''] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/g)) {
    row.push((quoted === undefined ? bare : quoted.replaceAll('""', '"')).trim())
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
