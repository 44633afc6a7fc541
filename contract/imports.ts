import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { empty, isoDate } from './base/ids.ts'
import { audience } from './people.ts'
import { fileSource } from './taste/taste.ts'
import { freeText } from './base/text.ts'

/** Upload part size in bytes: a lost connection costs one part, and no request takes long. */
export const IMPORT_PART_BYTES = 4 * 1024 * 1024

/** Why rows of a file were skipped. */
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
  'duplicate',
])
export type SkipReason = z.output<typeof skipReason>

/** Why an import failed; each is an error code of `errors.ts`. */
export const importProblem = z.enum([
  'import_foreign',
  'import_broken',
  'import_nested',
  'import_encrypted',
  'import_archive',
  'import_empty',
  'import_nothing',
  'import_too_large',
  'import_failed',
])
export type ImportProblem = z.output<typeof importProblem>

export const importSummary = z.object({
  /** Imported plays and views, and entries of lists (saved, followed, subscribed). */
  plays: z.int(),
  kept: z.int(),
  /** The user's days of the first and the last of them; null if the file has no times. */
  from: z.nullable(z.iso.date()),
  to: z.nullable(z.iso.date()),
  /** Items that this import added. */
  added: z.object({ artists: z.int(), tracks: z.int(), channels: z.int(), videos: z.int() }),
  /** Skipped rows, most frequent reason first. */
  skipped: z.array(z.object({ why: skipReason, rows: z.int() })),
  /** Files of the archive that were read; `other_files` were ignored. */
  /** The sources that the file contained, the largest first; omitted by older imports. */
  sources: z.optional(z.array(fileSource)),
  files: z.array(z.object({ name: z.string(), rows: z.int() })),
  other_files: z.int(),
})
export type ImportSummary = z.output<typeof importSummary>

export const fileImport = z.object({
  id: z.uuid(),
  file_name: z.string(),
  bytes: z.int(),
  /** `repeated`: the same file was imported before, so nothing was added. */
  status: z.enum(['uploading', 'waiting', 'reading', 'done', 'repeated', 'failed', 'cancelled']),
  /** The detected type of the file; null until it is known. */
  source: z.nullable(fileSource),
  /** 0 to 1: of the upload while `uploading`, of the processing while `reading`. */
  progress: z.number(),
  /** The index of the next missing part while `uploading`. */
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
    summary: 'The viewer’s file imports, newest first, and the maximum file size',
    response: z.object({ imports: z.array(fileImport), max_bytes: z.int() }),
  }),
  beginImport: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/imports',
    summary: 'Start an import; the parts of the file follow. One at a time for each person',
    body: z.object({
      file_name: freeText({ min: 1, max: 300 }),
      bytes: z.int().check(z.minimum(1)),
      /** Consent for a new source; an existing source keeps its own. */
      shown_to: z.optional(audience),
      counts_for_matching: z.optional(z.boolean()),
      /** The IANA name of the time zone in which the days of the plays are counted; UTC without one. */
      time_zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    }),
    response: fileImport,
  }),
  sendImportPart: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/imports/:id/parts/:part',
    summary: 'One part of the file (form field `file`), counted from 0. The server processes the file after the last part',
    params: z.object({ id: z.uuid(), part: z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(100_000))) }),
    form: true,
    response: fileImport,
  }),
  cancelImport: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/imports/:id/cancel',
    summary: 'Cancel an import and delete its data',
    params: ofImport,
    response: fileImport,
  }),
  forgetImport: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/imports/:id',
    summary: 'Remove a finished import from the list; its items stay until the source is disconnected',
    params: ofImport,
    response: empty,
  }),
}

export const importFrames = {
  /** To the user's own devices while a file is processed and when it is done. */
  import_changed: defineFrame('import_changed', z.object({ import: fileImport })),
}
