import type { FileImport, ImportProblem, ImportSummary } from '#contract/imports.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { FileSource } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChosenConsent } from '#server/features/sources/sources.types.ts'

/** One file on its way into somebody's taste, as it is kept. */
export type ImportRow = {
  id: string
  uid: Uid
  fileName: string
  bytes: number
  partsReceived: number
  status: FileImport['status']
  source: FileSource | null
  /** Whoever reads it names theirs; a higher one makes the older stop. */
  attempt: number
  progress: number
  summary: ImportSummary | null
  problem: ImportProblem | null
  consent: ChosenConsent
  begunAt: Date
  changedAt: Date
  finishedAt: Date | null
}

/** Where the bytes wait: the same store as that of pictures, so that any server process can read them. */
export type ImportFiles = {
  put(path: string, bytes: Uint8Array): Promise<void>
  getStream(path: string): Promise<NodeJS.ReadableStream>
  /** Has a folder deleted soon; it never fails because of the file store. */
  deleteFolder(path: string): Promise<void>
  /** The same within a transaction, for an account that is being deleted. */
  queueFolder(tx: Db, folder: { path: string; files: number; owner: Uid }): Promise<void>
}

export const isOver = ({ status }: Pick<ImportRow, 'status'>): boolean => !['uploading', 'waiting', 'reading'].includes(status)

/** The folder of an import, and its parts in it. */
export const folderOf = (id: string): string => `imports/${id}`
export const partOf = (id: string, part: number): string => `${folderOf(id)}/${part}`
