import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { IMPORT_PART_BYTES, importFrames, type FileImport } from '#contract/imports.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { rateLimited } from '#server/platform/rate-limit/rate-limit.ts'
import type { AfterErasure } from '#server/platform/personal-data.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { assertTimeZone } from '#server/platform/local-day.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { createImportFileStore } from './import-file-store.ts'
import { createImportJob } from './imports.job.ts'
import { readInThread, type ReadInThread } from './reader.ts'
import { createImportsStore } from './imports.store.ts'
import { importFolder, isOver, type ImportFiles, type ImportRow } from './imports.types.ts'
import { createImportWriter } from './import-writer.ts'
import type { ChosenConsent, ItemResolver, SourceRow, TasteChanged } from '#server/features/sources/sources.types.ts'
import { presentImport } from './imports.present.ts'

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
  /** @throws AppError 'storage_full' when the local disk has no room for this much */
  assertRoom: (bytes: number) => Promise<void>
  /** How often a file is on the local disk while it is read: as a whole, and in parts unless these are in a bucket. */
  localCopies: 1 | 2
  /** Sends the state of a source to the user's devices. */
  announceSource: (row: SourceRow) => void
  onTasteChanged: TasteChanged
  /** The user's time zone, in which the summaries show days. */
  timeZoneOf: (uid: Uid) => Promise<string>
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

type NewFile = { name: string; bytes: number; timeZone?: string | undefined }

type Context = ImportsDeps & {
  store: ReturnType<typeof createImportsStore>
  bytes: ReturnType<typeof createImportFileStore>
  reading: ReturnType<typeof createImportJob>
  announce: (row: ImportRow) => Promise<void>
  present: (row: ImportRow) => Promise<FileImport>
}

/** File imports: uploaded in parts, read in the background, then deleted. */
export function createImports(deps: ImportsDeps) {
  const { db, clock, jobs, hub, files, tempDir, maxBytes, assertRoom, announceSource, onTasteChanged, isOnlyServer, log } = deps
  const { read = readInThread } = deps
  const store = createImportsStore(db)
  const bytes = createImportFileStore({ files, tempDir })
  const present = async (row: ImportRow) => presentImport(row, row.summary ? await deps.timeZoneOf(row.uid) : 'UTC')
  const announce = async (row: ImportRow) => hub.send([row.uid], importFrames.import_changed, { import: await present(row) })
  const reading = createImportJob({
    store,
    bytes,
    clock,
    jobs,
    write: createImportWriter(deps),
    read,
    assertRoom,
    announce,
    log,
    async onWritten({ sources, imported }) {
      await onTasteChanged(imported.uid)
      // Announced after matching is updated: clients then load the new ranking.
      for (const source of sources) announceSource(source)
    },
  })
  jobs.register(reading.job)
  const context: Context = { ...deps, store, bytes, reading, announce, present }
  let recoveryTimer: NodeJS.Timeout | undefined

  return {
    /** Lists a user's imports, newest first. */
    async list(uid: Uid): Promise<{ imports: FileImport[]; max_bytes: number }> {
      const [rows, timeZone] = await Promise.all([store.listByUser(uid, MAX_LISTED), deps.timeZoneOf(uid)])
      return { imports: rows.map((row) => presentImport(row, timeZone)), max_bytes: maxBytes }
    },

    /**
     * Starts an upload. The consent applies to a new source; an existing one keeps its own.
     * @throws AppError 'invalid_input', 'too_large', 'import_running', 'rate_limited', 'storage_full', or 'unavailable' while too many bytes
     * of all users wait
     */
    begin: (uid: Uid, file: NewFile, consent: ChosenConsent = {}): Promise<FileImport> => startImport(context, uid, file, consent),

    /**
     * Stores one part of a file. Repeating a part is harmless; the last one starts the read.
     * @throws AppError 'not_found', 'storage_full', 'invalid_input' for a part of the wrong size, 'wrong_state' for one that is not
     * next or after a cancellation
     */
    addPart: (uid: Uid, id: string, part: number, content: Buffer): Promise<FileImport> => addPart(context, uid, id, part, content),

    /** Cancels an import and deletes its data. A finished one stays. @throws AppError 'not_found' */
    async cancel(uid: Uid, id: string): Promise<FileImport> {
      return present(await cancelRow(context, await findOwn(context, uid, id)))
    },

    /** Removes a finished import from the list. @throws AppError 'wrong_state' while it is running */
    async forget(uid: Uid, id: string): Promise<void> {
      if (!(await store.forget(uid, id)) && (await store.find(id))?.uid === uid) throw new AppError('wrong_state', { id })
    },

    /** Queues a user's import bytes for deletion within `tx`. The returned function aborts running reads after the commit. */
    async eraseRows(tx: Db, uid: Uid): Promise<AfterErasure> {
      const active = (await createImportsStore(tx).listByUser(uid, MAX_LISTED)).filter((row) => !isOver(row))
      for (const { id, partsReceived } of active) await files.queueFolder(tx, { path: importFolder(id), files: partsReceived, owner: uid })
      return async () => {
        for (const { id } of active) {
          reading.abort(id)
          await bytes.removeFile(id)
        }
      }
    },

    /** Deletes local files that a crash left. Call before the jobs start. */
    prepare: (): Promise<void> => bytes.removeTempFiles(),

    /** Resumes interrupted imports, now and regularly. Call once after the jobs have started. */
    async resume(): Promise<void> {
      await reading.resume({ isOnlyServer })
      recoveryTimer = setInterval(() => {
        // The next check tries again.
        reading.resume({ isOnlyServer: false }).catch((err: unknown) => log.warn({ err }, 'import recovery failed'))
      }, RECOVERY_INTERVAL_MS)
      recoveryTimer.unref()
    },

    /** Releases running reads to another server, or to the next start. */
    stop(): void {
      clearInterval(recoveryTimer)
      reading.stop()
    },

    /** Cancels abandoned uploads and deletes old unsuccessful imports, and parts that a crash left. */
    async cleanUp(): Promise<void> {
      for (const row of await store.listActive())
        if (row.status === 'uploading' && row.changedAt <= ago(clock, ABANDONED_MS)) await cancelRow(context, row)
      await store.deleteUnsuccessful(ago(clock, UNSUCCESSFUL_TTL_MS))
      // While the file store is down, the other tasks go on. The next run tries again.
      await deleteLeftParts(context).catch((err: unknown) => log.warn({ err }, 'cleanup of import parts failed'))
    },
  }
}

/** An import's row is there before its parts, so parts without a running import belong to none. */
async function deleteLeftParts({ store, bytes }: Context): Promise<void> {
  const ids = await bytes.listIds()
  if (ids.length === 0) return
  const active = new Set((await store.listActive()).map(({ id }) => id))
  for (const id of ids) if (!active.has(id)) await bytes.removeAll(id)
}

async function startImport(context: Context, uid: Uid, file: NewFile, consent: ChosenConsent): Promise<FileImport> {
  const { timeZone = null } = file
  if (timeZone !== null) assertTimeZone(timeZone, { uid })
  const { store, clock, newId, present } = context
  await assertMayStart(context, uid, file.bytes)
  await cancelIdleUploads(context, uid)
  try {
    const fileName = storable(file.name, 'file_name')
    return await present(await store.add({ id: newId(), uid, fileName, bytes: file.bytes, consent, timeZone, now: clock.now() }))
  } catch (error) {
    if (violatesUnique(error, 'imports_one_at_a_time')) throw new AppError('import_running', { uid })
    throw error
  }
}

async function addPart(context: Context, uid: Uid, id: string, part: number, content: Buffer): Promise<FileImport> {
  const { store, bytes, reading, clock, announce, present } = context
  const row = await findOwn(context, uid, id)
  if (part < row.partsReceived) return present(row)
  const parts = Math.ceil(row.bytes / IMPORT_PART_BYTES)
  assertNextPart(row, part, content)
  await context.assertRoom(content.length)
  await bytes.savePart(id, part, content)
  const isLast = part + 1 === parts
  const to = { partsReceived: part + 1, ...(isLast ? ({ status: 'waiting', attempt: 1 } as const) : {}) }
  const changed = await store.change(id, { status: ['uploading'], partsReceived: part }, to, clock.now())
  if (!changed) return resolveLostPart(context, uid, id)
  if (isLast) {
    await reading.add({ uid, id, attempt: changed.attempt })
    await announce(changed)
  }
  return present(changed)
}

async function findOwn({ store }: Context, uid: Uid, id: string): Promise<ImportRow> {
  const row = await store.find(id)
  if (!row || row.uid !== uid) throw new AppError('not_found', { id })
  return row
}

async function cancelRow(context: Context, row: ImportRow): Promise<ImportRow> {
  const { store, bytes, reading, clock, announce } = context
  const ended = await store.change(row.id, { status: ['uploading', 'waiting', 'reading'] }, { status: 'cancelled' }, clock.now())
  if (!ended) return (await store.find(row.id)) ?? row
  reading.abort(row.id)
  await bytes.removeAll(row.id)
  await announce(ended)
  return ended
}

/** The part arrived twice at the same time, or the import was cancelled. Its bytes must be deleted. */
async function resolveLostPart(context: Context, uid: Uid, id: string): Promise<FileImport> {
  const { store, bytes, present } = context
  const row = await store.find(id)
  // The row is missing when the account was deleted.
  if (!row || isOver(row)) await bytes.removeAll(id)
  return present(await findOwn(context, uid, id))
}

/** @throws AppError 'too_large', 'rate_limited', 'unavailable', 'storage_full' */
async function assertMayStart({ store, clock, maxBytes, assertRoom, localCopies }: Context, uid: Uid, fileBytes: number): Promise<void> {
  if (fileBytes > maxBytes) throw new AppError('too_large', { bytes: fileBytes })
  const startTimes = await store.startTimesSince(uid, ago(clock, HOUR_MS), MAX_IMPORTS_PER_HOUR)
  const first = startTimes[MAX_IMPORTS_PER_HOUR - 1]
  if (first) {
    const state = { isAllowed: false, limit: MAX_IMPORTS_PER_HOUR, remaining: 0, resetAt: first.getTime() + HOUR_MS }
    throw rateLimited(state, clock.now().getTime(), { uid })
  }
  if ((await store.activeBytes()) + fileBytes > maxBytes * MAX_LARGEST_WAITING) throw new AppError('unavailable', { reason: 'imports' })
  await assertRoom(fileBytes * localCopies)
}

async function cancelIdleUploads(context: Context, uid: Uid): Promise<void> {
  for (const row of await context.store.listByUser(uid, MAX_LISTED))
    if (row.status === 'uploading' && row.changedAt <= ago(context.clock, IDLE_MS)) await cancelRow(context, row)
}

const ago = (clock: Clock, ms: number) => new Date(clock.now().getTime() - ms)

/** @throws AppError 'wrong_state', 'invalid_input' */
function assertNextPart(row: ImportRow, part: number, content: Buffer): void {
  const { id, status, bytes } = row
  if (status !== 'uploading' || part !== row.partsReceived || part * IMPORT_PART_BYTES >= bytes)
    throw new AppError('wrong_state', { id, part, status })
  const expected = Math.min(IMPORT_PART_BYTES, bytes - part * IMPORT_PART_BYTES)
  if (content.length !== expected) throw new AppError('invalid_input', { id, part, bytes: content.length, expected })
}

export type Imports = ReturnType<typeof createImports>
