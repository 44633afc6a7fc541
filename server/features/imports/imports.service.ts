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
import { createImportBytes } from './bytes.ts'
import { createImportJob } from './imports.job.ts'
import { presentImport } from './imports.present.ts'
import { readInThread, type ReadInThread } from './reader.ts'
import { createImportsStore } from './imports.store.ts'
import { folderOf, isOver, type ImportFiles, type ImportRow } from './imports.types.ts'
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
  /** Where a file lies while it is read, below the data folder. */
  tempDir: string
  maxBytes: number
  /** Tells the person's devices how a source stands. */
  announceSource: (row: SourceRow) => void
  onTasteChanged: TasteChanged
  /** Whether no other server can work on the same database. */
  isAlone: boolean
  log: Log
  read?: ReadInThread
}

const LISTED = 30
const HOUR_MS = 3_600_000
const BEGUN_AN_HOUR = 60
/** Largest files that may wait at once, of everybody together: more would fill the disk. */
const LARGEST_AT_ONCE = 8
/** An upload without a new part for this long was given up by its page, and makes room for another. */
const IDLE_MS = 60_000
const ABANDONED_MS = HOUR_MS
const UNREAD_KEPT_MS = 7 * 24 * HOUR_MS
/** How often a server looks for imports that another one left by a crash. */
const LOOK_EVERY_MS = 30_000

/** Files that people bring: taken in parts, read in the background, deleted when that is over. */
export function createImports(deps: ImportsDeps) {
  const { db, clock, newId, jobs, hub, files, tempDir, maxBytes, announceSource, onTasteChanged, isAlone, log, read = readInThread } = deps
  const store = createImportsStore(db)
  const bytes = createImportBytes({ files, tempDir })
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
      // Whoever hears of it asks for the ranking, which is the new one by now.
      announceSource(source)
    },
  })
  jobs.register(reading.job)
  let looks: NodeJS.Timeout | undefined
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)

  async function own(uid: Uid, id: string): Promise<ImportRow> {
    const row = await store.find(id)
    if (!row || row.uid !== uid) throw new AppError('not_found', { id })
    return row
  }

  async function end(row: ImportRow): Promise<ImportRow> {
    const ended = await store.change(row.id, { status: ['uploading', 'waiting', 'reading'] }, { status: 'cancelled' }, clock.now())
    if (!ended) return (await store.find(row.id)) ?? row
    reading.abort(row.id)
    await bytes.removeAll(row.id)
    announce(ended)
    return ended
  }

  /** A part arrived twice at once, or when the import was cancelled meanwhile: then its bytes must not stay. */
  async function afterLostPart(uid: Uid, id: string): Promise<FileImport> {
    const row = await store.find(id)
    // It is gone altogether when the account was deleted meanwhile.
    if (!row || isOver(row)) await bytes.removeAll(id)
    return presentImport(await own(uid, id))
  }

  async function makeRoom(uid: Uid): Promise<void> {
    for (const row of await store.ofPerson(uid, LISTED)) if (row.status === 'uploading' && row.changedAt <= ago(IDLE_MS)) await end(row)
  }

  return {
    /** What a person has brought, newest first. */
    async list(uid: Uid): Promise<{ imports: FileImport[]; max_bytes: number }> {
      return { imports: (await store.ofPerson(uid, LISTED)).map(presentImport), max_bytes: maxBytes }
    },

    /**
     * Announces a file. The consent is for the source it will make; one that is there keeps its own.
     * @throws AppError 'too_large', 'import_running', 'rate_limited', or 'unavailable' while too much of everybody's waits
     */
    async begin(uid: Uid, file: { name: string; bytes: number }, consent: ChosenConsent = {}): Promise<FileImport> {
      if (file.bytes > maxBytes) throw new AppError('too_large', { bytes: file.bytes })
      if ((await store.begunSince(uid, ago(HOUR_MS))) >= BEGUN_AN_HOUR) throw new AppError('rate_limited', { uid })
      if ((await store.bytesUnderWay()) + file.bytes > maxBytes * LARGEST_AT_ONCE) throw new AppError('unavailable', { reason: 'imports' })
      await makeRoom(uid)
      try {
        const fileName = storable(file.name, 'file_name')
        return presentImport(await store.add({ id: newId(), uid, fileName, bytes: file.bytes, consent, now: clock.now() }))
      } catch (error) {
        if (violatesUnique(error, 'imports_one_at_a_time')) throw new AppError('import_running', { uid })
        throw error
      }
    },

    /**
     * Takes one part of a file. Repeating a part is harmless; after the last one reading begins.
     * @throws AppError 'not_found', 'invalid_input' for a part of another size, 'wrong_state' for one that is not next or when it was cancelled
     */
    async addPart(uid: Uid, id: string, part: number, content: Buffer): Promise<FileImport> {
      const row = await own(uid, id)
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
      if (!changed) return afterLostPart(uid, id)
      if (isLast) {
        await reading.add({ uid, id, attempt: changed.attempt })
        announce(changed)
      }
      return presentImport(changed)
    },

    /** Stops an import; nothing of it stays. One that is over stays as it is. @throws AppError 'not_found' */
    async cancel(uid: Uid, id: string): Promise<FileImport> {
      return presentImport(await end(await own(uid, id)))
    },

    /** Takes one that is over off the list. @throws AppError 'wrong_state' while it goes on */
    async forget(uid: Uid, id: string): Promise<void> {
      if (!(await store.forget(uid, id)) && (await store.find(id))?.uid === uid) throw new AppError('wrong_state', { id })
    },

    /** Queues the bytes of every import of a person for deletion, within `tx`. What it returns ends those that are being read here. */
    async eraseRows(tx: Db, uid: Uid): Promise<AfterErased> {
      const underWay = (await createImportsStore(tx).ofPerson(uid, LISTED)).filter((row) => !isOver(row))
      for (const { id, partsReceived } of underWay) await files.queueFolder(tx, { path: folderOf(id), files: partsReceived, owner: uid })
      return async () => {
        for (const { id } of underWay) {
          reading.abort(id)
          await bytes.removeFile(id)
        }
      }
    },

    /** Removes what a crash left on this machine's disk. Call before the jobs start. */
    prepare: (): Promise<void> => bytes.removeLeftovers(),

    /** Goes on with imports that a crash cut off, now and whenever another server has left one. Call once after the jobs have started. */
    async resume(): Promise<void> {
      await reading.takeUp({ isAlone })
      looks = setInterval(() => {
        // The next look asks again.
        reading.takeUp({ isAlone: false }).catch((err: unknown) => log.warn({ err }, 'could not look for imports that were left'))
      }, LOOK_EVERY_MS)
      looks.unref()
    },

    /** Leaves what is being read here to another server, or to the next start. */
    stop(): void {
      clearInterval(looks)
      reading.letGo()
    },

    /** Ends uploads that nobody goes on with, and forgets those that came to nothing. */
    async sweep(): Promise<void> {
      for (const row of await store.underWay()) if (row.status === 'uploading' && row.changedAt <= ago(ABANDONED_MS)) await end(row)
      await store.forgetUnread(ago(UNREAD_KEPT_MS))
    },
  }
}
export type Imports = ReturnType<typeof createImports>
