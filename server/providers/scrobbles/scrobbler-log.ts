import { textParts } from '#server/platform/archive/text-pieces.ts'
import { PLAY_PRECISION_MS, skipped, type ExportFormat, type ExportRow } from '#server/providers/export.ts'
import { durationOf } from '#server/providers/provider.ts'
import { scrobbleTime } from './scrobble.times.ts'

const LINE_LENGTH = 64 * 1024

/**
 * `.scrobbler.log` of Rockbox and other players: lines of artist, album, title, number, length, rating, time and
 * MusicBrainz id, separated by tabs. Players without a clock write 0 as the time.
 */
export const scrobblerLog: ExportFormat = {
  source: 'history_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\uFEFF?#AUDIOSCROBBLER\/\d/.test(head),
  async *rows(pieces) {
    for await (const lines of textParts(pieces, '\n', { partLength: LINE_LENGTH })) {
      yield lines.filter((line) => line.trim() !== '' && !line.replace(/^\uFEFF/, '').startsWith('#')).map(toRow)
    }
  },
}

function toRow(line: string): ExportRow {
  const [artist = '', , name = '', , seconds = '', rating = '', time = ''] = line.replace(/\r$/, '').split('\t')
  if (!/^[LS]$/.test(rating)) return skipped('malformed')
  if (!artist.trim() || !name.trim()) return skipped('no_name')
  // S means skipped, L means listened.
  if (rating === 'S') return skipped('too_short')
  return {
    type: 'track',
    name: name.trim(),
    artist: artist.trim(),
    spotifyId: null,
    durationMs: durationOf(seconds, 1_000),
    at: scrobbleTime(time),
  }
}
