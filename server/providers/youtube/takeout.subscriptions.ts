import { csvRows, csvRowsOf } from '#server/platform/archive/csv-rows.ts'
import { PLAY_PRECISION_MS, type ExportFormat, type ExportRow } from '#server/providers/export.ts'

const ROW_LENGTH = 64 * 1024

/** `subscriptions.csv`: its header, and even the order of its columns, follow the language of the account. */
export const subscriptionsCsv: ExportFormat = {
  source: 'youtube_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => {
    const lines = csvRowsOf(head.replace(/^\uFEFF/, ''), ',').slice(0, 6)
    return lines.some((fields) => subscription(fields) !== null)
  },
  async *rows(pieces) {
    for await (const rows of csvRows(pieces, { delimiter: ',', rowLength: ROW_LENGTH }))
      yield rows.flatMap((fields) => subscription(fields) ?? [])
  },
}

/** The header contains no channel id, and other tables of Takeout with channels have no addresses. */
function subscription(fields: readonly string[]): ExportRow | null {
  const id = fields.find((field) => /^UC[\w-]{22}$/.test(field))
  const address = fields.find((field) => id !== undefined && field.includes('/channel/') && field.endsWith(id))
  const name = fields.find((field) => field !== id && field !== address && field !== '')
  if (fields.length !== 3 || id === undefined || address === undefined || name === undefined) return null
  return { type: 'saved', kind: 'channel', name, by: null, spotifyId: null, youtubeId: id }
}
