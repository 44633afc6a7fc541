import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { empty, isoDate } from './base/ids.ts'
import { audience } from './people.ts'
import { fileSource } from './taste.ts'
import { freeText } from './base/text.ts'

/** Files are sent in parts of this many bytes, so that a lost connection costs one part and no request takes long. */
export const IMPORT_PART_BYTES = 4 * 1024 * 1024

/** Why rows of a file were left out. */
export const skipReason = z.enum([
  'private_session',
  'too_short',
  'podcast',
  'advert',
  'removed',
  'not_a_video',
  'no_name',
  'malformed',
  'banned',
])
export type SkipReason = z.output<typeof skipReason>

/** Why an import failed; each is a code of `errors.ts` with a sentence of its own. */
export const importProblem = z.enum([
  'import_foreign',
  'import_broken',
  'import_nested',
  'import_encrypted',
  'import_archive',
  'import_empty',
  'import_too_large',
  'import_failed',
])
export type ImportProblem = z.output<typeof importProblem>

export const importSummary = z.object({
  /** Plays and views that counted, and entries of lists (saved, followed, subscribed). */
  plays: z.int(),
  kept: z.int(),
  /** When the first and the last of them was; null when the file does not say. */
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  /** Things that were not there before this import. */
  added: z.object({ artists: z.int(), tracks: z.int(), channels: z.int(), videos: z.int() }),
  /** Rows that were left out, most frequent reason first. */
  skipped: z.array(z.object({ why: skipReason, rows: z.int() })),
  /** Files inside the archive that were read; `other_files` were not looked into any further. */
  files: z.array(z.object({ name: z.string(), rows: z.int() })),
  other_files: z.int(),
})
export type ImportSummary = z.output<typeof importSummary>

/** One file on its way from the person's disk into their taste. */
export const fileImport = z.object({
  id: z.uuid(),
  file_name: z.string(),
  bytes: z.int(),
  /** `repeated`: the same file was read before, so nothing was added. */
  status: z.enum(['uploading', 'waiting', 'reading', 'done', 'repeated', 'failed', 'cancelled']),
  /** What the file turned out to be; null until its content was looked at. */
  source: z.nullable(fileSource),
  /** 0 to 1, of the upload while `uploading`, of the file while `reading`. */
  progress: z.number(),
  /** The next part that is missing, while `uploading`. */
  next_part: z.int(),
  summary: z.nullable(importSummary),
  problem: z.nullable(importProblem),
  begun_at: isoDate,
  finished_at: z.nullable(isoDate),
})
export type FileImport = z.output<typeof fileImport>

const ofImport = z.object({ id: z.uuid() })

export const importCalls = {
  getImports: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/imports',
    summary: 'The viewer’s imports of files, newest first, and the largest file that may be brought',
    answer: z.object({ imports: z.array(fileImport), max_bytes: z.int() }),
  }),
  beginImport: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/imports',
    summary: 'Announce a file; its parts follow. One at a time for each person',
    body: z.object({
      file_name: freeText({ min: 1, max: 300 }),
      bytes: z.int().check(z.minimum(1)),
      /** Consent for a source that is not there yet; one that is keeps its own. */
      shown_to: z.optional(audience),
      counts_for_matching: z.optional(z.boolean()),
    }),
    answer: fileImport,
  }),
  sendImportPart: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/imports/:id/parts/:part',
    summary: 'One part of the file (form field `file`), counted from 0. After the last one the file is read by itself',
    params: z.object({ id: z.uuid(), part: z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(100_000))) }),
    form: true,
    answer: fileImport,
  }),
  cancelImport: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/imports/:id/cancel',
    summary: 'Stop an import. Nothing of it stays',
    params: ofImport,
    answer: fileImport,
  }),
  forgetImport: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/imports/:id',
    summary: 'Take a finished import off the list; what it brought stays until its source is disconnected',
    params: ofImport,
    answer: empty,
  }),
}

export const importFrames = {
  /** To the person's own devices while a file is read and when that is over. */
  import_changed: defineFrame('import_changed', z.object({ import: fileImport })),
}
