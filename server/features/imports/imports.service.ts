import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { IMPORT_PART_BYTES, importFrames, type FileImport } from '#contract/imports.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { AfterErased } from '#server/platform/personal-data.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createImportFileStore } from './bytes.ts'
import { createImportJob } from './imports.job.ts'
import { presentImport } from './imports.present.ts'
import { readInThread, type ReadInThread } from './reader.ts'
import { createImportsStore } from './imports.store.ts'
import { importFolder, isOver, type ImportFiles, type ImportRow } from './imports.types.ts'
import { createImportWriter } from './import-writer.ts'
import type { ChosenConsent, ItemResolver, SourceRow, TasteChanged } from '#server/features/sources/sources.types.ts'

export type ImportsDeps = {
  db: Db
  clock: Clock
  newId: () => string
  jobs: Pick<Jobs, 'add' | 'register'>
  hub: Pick<SocketHub, 'send'>
  media: ItemResolver
  files: ImportFiles
  /** Folder for a file while it is read, below the data folder. */
  tempDir: string
  maxBytes: number
  /** Sends the state of a source to the user's devices. */
  announceSource: (row: SourceRow) => void
  onTasteChanged: TasteChanged
  /** Whether no other server uses the same database. */
  isOnlyServer: boolean
  log: Log
  read?: ReadInThread
}

const MAX_LISTED = 30
const HOUR_MS = 3_600_000
const MAX_IMPORTS_PER_HOUR = 60
/** Limit of unread bytes of all users, in files of the maximum size, so that the disk doesn't fill up. */
const MAX_LARGEST_WAITING = 8
/** An upload without a new part for this long makes room for another. */
const IDLE_MS = 60_000
const ABANDONED_MS = HOUR_MS
const UNSUCCESSFUL_TTL_MS = 7 * 24 * HOUR_MS
/** How often a server looks for imports of crashed servers. */
const RECOVERY_INTERVAL_MS = 30_000

/** File imports: uploaded in parts, read in the background, then deleted. */
export function createImports(deps: ImportsDeps) {
  const {
    db,
    clock,
    newId,
    jobs,
    hub,
    files,
    tempDir,
    maxBytes,
    announceSource,
    onTasteChanged,
    isOnlyServer: isAlone,
    log,
    read = readInThread,
  } = deps
  const store = createImportsStore(db)
  const bytes = createImportFileStore({ files, tempDir })
  const announce = (row: ImportRow) => hub.send([row.uid], importFrames.import_changed, { import: presentImport(row) })
  const reading = createImportJob({
    store,
    bytes,
    clock,
    jobs,
    write: createImportWriter(deps),
    read,
    announce,
    log,
    async onWritten({ source }) {
      await onTasteChanged(source.uid)
      // Announced after matching is updated: clients then load the new ranking.
      announceSource(source)
    },
  })
  jobs.register(reading.job)
  let recoveryTimer: NodeJS.Timeout | undefined
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)

  async function findOwn(uid: Uid, id: string): Promise<ImportRow> {
    const row = await store.find(id)
    if (!row || row.uid !== uid) throw new AppError('not_found', { id })
    return row
  }

  async function cancelRow(row: ImportRow): Promise<ImportRow> {
    const ended = await store.change(row.id, { status: ['uploading', 'waiting', 'reading'] }, { status: 'cancelled' }, clock.now())
    if (!ended) return (await store.find(row.id)) ?? row
    reading.abort(row.id)
    await bytes.removeAll(row.id)
    announce(ended)
    return ended
  }

  /** The part arrived twice at once, or the import was cancelled. Its bytes must not stay. */
  async function resolveLostPart(uid: Uid, id: string): Promise<FileImport> {
    const row = await store.find(id)
    // The row is missing when the account was deleted.
    if (!row || isOver(row)) await bytes.removeAll(id)
    return presentImport(await findOwn(uid, id))
  }

  async function cancelIdleUploads(uid: Uid): Promise<void> {
    for (const row of await store.listByUser(uid, MAX_LISTED))
      if (row.status === 'uploading' && row.changedAt <= ago(IDLE_MS)) await cancelRow(row)
  }

  return {
    /** Lists a user's imports, newest first. */
    async list(uid: Uid): Promise<{ imports: FileImport[]; max_bytes: number }> {
      return { imports: (await store.listByUser(uid, MAX_LISTED)).map(presentImport), max_bytes: maxBytes }
    },

    /**
     * Starts an upload. The consent applies to a new source; an existing one keeps its own.
     * @throws AppError 'too_large', 'import_running', 'rate_limited', or 'unavailable' while too many bytes of all
     * users wait
     */
    async begin(uid: Uid, file: { name: string; bytes: number }, consent: ChosenConsent = {}): Promise<FileImport> {
      if (file.bytes > maxBytes) throw new AppError('too_large', { bytes: file.bytes })
      if ((await store.countSince(uid, ago(HOUR_MS))) >= MAX_IMPORTS_PER_HOUR) throw new AppError('rate_limited', { uid })
      if ((await store.activeBytes()) + file.bytes > maxBytes * MAX_LARGEST_WAITING)
        throw new AppError('unavailable', { reason: 'imports' })
      await cancelIdleUploads(uid)
      try {
        const fileName = storable(file.name, 'file_name')
        return presentImport(await store.add({ id: newId(), uid, fileName, bytes: file.bytes, consent, now: clock.now() }))
      } catch (error) {
        if (violatesUnique(error, 'imports_one_at_a_time')) throw new AppError('import_running', { uid })
        throw error
      }
    },

    /**
     * Stores one part of a file. Repeating a part is harmless; the last one starts the read.
     * @throws AppError 'not_found', 'invalid_input' for a part of the wrong size, 'wrong_state' for one that is not
     * next or after a cancellation
     */
    async addPart(uid: Uid, id: string, part: number, content: Buffer): Promise<FileImport> {
      const row = await findOwn(uid, id)
      if (part < row.partsReceived) return presentImport(row)
      const parts = Math.ceil(row.bytes / IMPORT_PART_BYTES)
      if (row.status !== 'uploading' || part !== row.partsReceived || part >= parts)
        throw new AppError('wrong_state', { id, part, status: row.status })
      const expected = Math.min(IMPORT_PART_BYTES, row.bytes - part * IMPORT_PART_BYTES)
      if (content.length !== expected) throw new AppError('invalid_input', { id, part, bytes: content.length, expected })
      await bytes.savePart(id, part, content)
      const isLast = part + 1 === parts
      const to = { partsReceived: part + 1, ...(isLast ? ({ status: 'waiting', attempt: 1 } as const) : {}) }
      const changed = await store.change(id, { status: ['uploading'], partsReceived: part }, to, clock.now())
      if (!changed) return resolveLostPart(uid, id)
      if (isLast) {
        await reading.add({ uid, id, attempt: changed.attempt })
        announce(changed)
      }
      return presentImport(changed)
    },

    /** Cancels an import and deletes its data. A finished one stays. @throws AppError 'not_found' */
    async cancel(uid: Uid, id: string): Promise<FileImport> {
      return presentImport(await cancelRow(await findOwn(uid, id)))
    },

    /** Removes a finished import from the list. @throws AppError 'wrong_state' while it is running */
    async forget(uid: Uid, id: string): Promise<void> {
      if (!(await store.forget(uid, id)) && (await store.find(id))?.uid === uid) throw new AppError('wrong_state', { id })
    },

    /** Queues a user's import bytes for deletion within `tx`. The returned function aborts running reads after the commit. */
    async eraseRows(tx: Db, uid: Uid): Promise<AfterErased> {
      const underWay = (await createImportsStore(tx).listByUser(uid, MAX_LISTED)).filter((row) => !isOver(row))
      for (const { id, partsReceived } of underWay)
        await files.queueFolder(tx, { path: importFolder(id), files: partsReceived, owner: uid })
      return async () => {
        for (const { id } of underWay) {
          reading.abort(id)
          await bytes.removeFile(id)
        }
      }
    },

    /** Deletes local files that a crash left. Call before the jobs start. */
    prepare: (): Promise<void> => bytes.removeTempFiles(),

    /** Resumes interrupted imports, now and regularly. Call once after the jobs have started. */
    async resume(): Promise<void> {
      await reading.resume({ isAlone })
      recoveryTimer = setInterval(() => {
        // The next check tries again.
        reading.resume({ isAlone: false }).catch((err: unknown) => log.warn({ err }, 'import recovery failed'))
      }, RECOVERY_INTERVAL_MS)
      recoveryTimer.unref()
    },

    /** Releases running reads to another server, or to the next start. */
    stop(): void {
      clearInterval(recoveryTimer)
      reading.stop()
    },

    /** Cancels abandoned uploads and deletes old unsuccessful imports. */
    async cleanUp(): Promise<void> {
      for (const row of await store.listActive()) if (row.status === 'uploading' && row.changedAt <= ago(ABANDONED_MS)) await cancelRow(row)
      await store.deleteUnsuccessful(ago(UNSUCCESSFUL_TTL_MS))
    },
  }
}
export type Imports = ReturnType<typeof createImports>
