import type { FileImport, ImportProblem, ImportSummary } from '#contract/imports.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { FileSource } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChosenConsent } from '#server/features/sources/sources.types.ts'

/** `from` and `to` are times; a user gets them as days. */
export type StoredSummary = ImportSummary

export type ImportRow = {
  id: string
  uid: Uid
  fileName: string
  bytes: number
  partsReceived: number
  status: FileImport['status']
  source: FileSource | null
  /** The current attempt; an older one stops. */
  attempt: number
  progress: number
  summary: StoredSummary | null
  problem: ImportProblem | null
  consent: ChosenConsent
  /** The time zone in which days are counted; null means UTC. */
  timeZone: string | null
  begunAt: Date
  changedAt: Date
  finishedAt: Date | null
}

/** The file store of the parts: shared by all servers, like pictures. */
export type ImportFiles = {
  put(path: string, bytes: Uint8Array): Promise<void>
  getStream(path: string): Promise<NodeJS.ReadableStream>
  /** The names of the folders in a folder. */
  listFolders(path: string): Promise<string[]>
  /** Deletes a folder soon. Never fails because of the file store. */
  deleteFolder(path: string): Promise<void>
  /** Queues a folder for deletion within a transaction, for account deletion. */
  queueFolder(tx: Db, folder: { path: string; files: number; owner: Uid }): Promise<void>
}

export const isOver = ({ status }: Pick<ImportRow, 'status'>): boolean => !['uploading', 'waiting', 'reading'].includes(status)

export const IMPORTS_FOLDER = 'imports'
export const importFolder = (id: string): string => `${IMPORTS_FOLDER}/${id}`
export const importPartPath = (id: string, part: number): string => `${importFolder(id)}/${part}`
