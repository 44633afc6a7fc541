import { IMPORT_PART_BYTES, type FileImport, type ImportSummary } from '#contract/imports.ts'
import { dateOfDay, localDays } from '#server/platform/local-day.ts'
import type { ImportRow, StoredSummary } from './imports.types.ts'

/** @param timeZone the user's time zone, in which the days of the summary are counted */
export function presentImport(row: ImportRow, timeZone: string): FileImport {
  const sent = Math.min(1, (row.partsReceived * IMPORT_PART_BYTES) / row.bytes)
  return {
    id: row.id,
    file_name: row.fileName,
    bytes: row.bytes,
    status: row.status,
    source: row.source,
    progress: row.status === 'uploading' ? sent : row.progress,
    next_part: row.partsReceived,
    summary: row.summary && presentSummary(row.summary, timeZone),
    problem: row.problem,
    begun_at: row.begunAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

function presentSummary(summary: StoredSummary, timeZone: string): ImportSummary {
  const dayOf = localDays(timeZone)
  const date = (time: string | null) => (time === null ? null : dateOfDay(dayOf(Date.parse(time))))
  return { ...summary, from: date(summary.from), to: date(summary.to) }
}
