import { IMPORT_PART_BYTES, type FileImport } from '#contract/imports.ts'
import type { ImportRow } from './imports.types.ts'

export function presentImport(row: ImportRow): FileImport {
  const sent = Math.min(1, (row.partsReceived * IMPORT_PART_BYTES) / row.bytes)
  return {
    id: row.id,
    file_name: row.fileName,
    bytes: row.bytes,
    status: row.status,
    source: row.source,
    progress: row.status === 'uploading' ? sent : row.progress,
    next_part: row.partsReceived,
    summary: row.summary,
    problem: row.problem,
    begun_at: row.begunAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}
