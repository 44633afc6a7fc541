import * as z from 'zod/mini'
import { jsonArray } from '#server/platform/archive/json-array.ts'
import { jsonLines } from '#server/platform/archive/json-lines.ts'
import { durationMs } from './listenbrainz.map.ts'
import { additionalDurations } from './listenbrainz.shapes.ts'
import { PLAY_PRECISION_MS, skipped, timeOf, type ExportFormat, type ExportRow } from '#server/providers/export.ts'

const ENTRY_BYTES = 256 * 1024
const text = z.string().check(z.maxLength(2_000))
const listen = z.object({
  listened_at: z.nullish(z.union([z.number(), text])),
  track_metadata: z.object({
    artist_name: text,
    track_name: text,
    // Players write anything here, including client names and addresses; only ids and the duration of the recording are read.
    additional_info: z.nullish(
      z.object({ spotify_id: z.nullish(text), isrc: z.nullish(z.union([text, z.array(text)])), ...additionalDurations }),
    ),
  }),
})

/** `listens/<year>/<month>.jsonl` of the export: one listen a line. */
export const listenLines: ExportFormat = {
  source: 'listenbrainz_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\s*\{/.test(head) && isOfListens(head),
  async *rows(pieces) {
    for await (const batch of jsonLines(pieces, { lineLength: ENTRY_BYTES })) yield batch.map(toRow)
  },
}

/** The format that clients send to `submit-listens`, and that the API returns: an object with the listens in it. */
export const listenObject: ExportFormat = {
  source: 'listenbrainz_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\uFEFF?\s*\{/.test(head) && /"(?:payload|listens)"\s*:\s*\[/.test(head) && isOfListens(head),
  async *rows(pieces) {
    const keys = ['payload', 'listens']
    for await (const batch of jsonArray(pieces, { entryBytes: ENTRY_BYTES, keys })) yield batch.map(toRow)
  },
}

/** The export of earlier years: all listens in one list. */
export const listenList: ExportFormat = {
  source: 'listenbrainz_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\s*\[/.test(head) && isOfListens(head),
  async *rows(pieces) {
    for await (const batch of jsonArray(pieces, { entryBytes: ENTRY_BYTES })) yield batch.map(toRow)
  },
}

const isOfListens = (head: string): boolean => head.includes('"listened_at"') && head.includes('"track_metadata"')

function toRow(value: unknown): ExportRow {
  const parsed = listen.safeParse(value)
  if (!parsed.success) return skipped('malformed')
  const { listened_at, track_metadata: track } = parsed.data
  if (!track.track_name || !track.artist_name) return skipped('no_name')
  const time = typeof listened_at === 'number' ? timeOf(new Date(listened_at * 1_000).toJSON() ?? '') : timeOf(listened_at ?? '')
  const spotifyId = /\/track\/([0-9A-Za-z]{22})(?:\?|$)/.exec(track.additional_info?.spotify_id ?? '')?.[1] ?? null
  const isrc = [track.additional_info?.isrc ?? []].flat()[0]
  return {
    type: 'track',
    name: track.track_name,
    artist: track.artist_name,
    spotifyId,
    ...(isrc ? { isrc } : {}),
    durationMs: durationMs(track.additional_info),
    at: time,
  }
}
