import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { isSystemError } from '../../system-error.ts'
import { type ControlFile, parseControlFile, POSTGRES_VERSION } from './control-file.ts'
import type { OpenFailure } from './embedded-protocol.ts'
import { syncPath } from './synced-files.ts'

type Cause = Exclude<OpenFailure, 'not durable'>

const remedies: Record<Cause, string> = {
  damaged:
    'Move the folder away and restore a backup (npm run restore -- --from <backup>), or set DATA_DIR to another folder. ' +
    'See "A damaged data folder" in docs/operating.md.',
  full: 'Free some space on its disk, then start again.',
  system: 'Solve this, then start again.',
}

/** The data folder can't be used. The message is one paragraph for the operator. */
export class DataFolderUnusable extends Error {
  override name = 'DataFolderUnusable'
  readonly why: Cause

  constructor(dataDir: string, why: Cause, problem: string) {
    super(`The data folder ${resolve(dataDir)} can't be opened: ${problem}. ${remedies[why]}`)
    this.why = why
  }
}

/** Files and folders that a server writes after its first start. */
const written = ['secret', 'erased', 'demo-world', 'bucket']
const filled = ['files', 'imports', 'art']

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/**
 * For a data folder without a database.
 * @throws DataFolderUnusable when other files show that it was used before, so a new database must not be created in it
 */
export function assertNeverUsed(dataDir: string): void {
  const folder = join(dataDir, 'db')
  const found = [
    ...[manifestFile(folder), ...written.map((name) => join(dataDir, name))].filter((path) => existsSync(path)),
    ...filled.map((name) => join(dataDir, name)).filter(isFilled),
  ]
  if (found.length === 0) return
  const names = found.map((path) => path.slice(dataDir.length + 1)).join(', ')
  throw new DataFolderUnusable(
    dataDir,
    'damaged',
    `the database (db) is missing, but the folder was used before, as ${names} shows. If the data is in PostgreSQL, set DATABASE_URL`,
  )
}

/**
 * A marker beside the database: it shows that one existed. After a clean shutdown it also lists the size of each file whose
 * loss PostgreSQL would notice late or never. The list is valid until the next checkpoint.
 */
const manifestShape = z.object({
  format: z.literal(1),
  system: z.string(),
  checkpoint: z.string().check(z.regex(/^\d+$/)),
  files: z.record(z.string(), z.number()),
})
type Manifest = z.output<typeof manifestShape>

const manifestFile = (folder: string): string => `${folder}.manifest.json`

/** Null when missing or unreadable: folders of earlier versions have none. */
function readManifest(folder: string): Manifest | null {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(manifestFile(folder), 'utf8')))
  } catch {
    return null
  }
}

export const hasManifest = (folder: string): boolean => existsSync(manifestFile(folder))

/** Writes the marker. Lists the files only after a clean shutdown of the database in `folder`. */
export function writeManifest(folder: string): void {
  const control = parseControlFile(readFileSync(join(folder, 'global/pg_control')))
  if (typeof control === 'string') throw new Error(`global/pg_control ${control}`)
  if (!control.isShutDown && hasManifest(folder)) return
  const manifest: Manifest = {
    format: 1,
    system: String(control.system),
    checkpoint: String(control.checkpoint),
    files: control.isShutDown ? Object.fromEntries(lastingFiles(folder)) : {},
  }
  const file = manifestFile(folder)
  const unnamed = `${file}.making`
  writeFileSync(unnamed, JSON.stringify(manifest), { mode: 0o600 })
  syncPath(unnamed)
  renameSync(unnamed, file)
  syncPath(dirname(file))
}

/** Paths and sizes. Free space maps and visibility maps are left out: PostgreSQL recreates them. */
function* lastingFiles(folder: string): Generator<[string, number]> {
  const folders = ['global', 'pg_xact', 'pg_multixact/offsets', 'pg_multixact/members', ...databasesIn(folder)]
  for (const name of folders) {
    for (const file of readdirSync(join(folder, name))) {
      if (!/^([0-9A-F]+(\.\d+)?|PG_VERSION|pg_filenode\.map)$/.test(file)) continue
      const path = `${name}/${file}`
      yield [path, statSync(join(folder, path)).size]
    }
  }
}

const databasesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'base'))
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `base/${name}`)

/** Folders that PostgreSQL needs, even if empty. */
const neededFolders = [
  'base',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
]
/** 5 is the OID of our database. */
const neededFiles = [
  'PG_VERSION',
  'postgresql.conf',
  'global/pg_control',
  'global/pg_filenode.map',
  'base/5/PG_VERSION',
  'base/5/pg_filenode.map',
]

/**
 * Checks the files of the database, without changing any, before PostgreSQL opens them. PostgreSQL would create a new database
 * when `PG_VERSION` is missing, and would start silently with several kinds of damage.
 * @throws DataFolderUnusable
 */
export function assertUndamaged(folder: string): void {
  const dataDir = dirname(folder)
  let problem: string | null
  try {
    problem = findDamage(folder)
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new DataFolderUnusable(dataDir, 'system', error.message)
  }
  if (problem !== null) throw new DataFolderUnusable(dataDir, 'damaged', problem)
}

function findDamage(folder: string): string | null {
  const missing = neededFolders.find((name) => !isFolder(join(folder, name))) ?? neededFiles.find((name) => !existsSync(join(folder, name)))
  if (missing !== undefined) return `db/${missing} is missing`
  for (const name of ['PG_VERSION', ...databasesIn(folder).map((database) => `${database}/PG_VERSION`)]) {
    const version = existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim() : ''
    if (version === '') return `db/${name} is missing or empty`
    if (version !== POSTGRES_VERSION.major)
      return `db/${name} says ${JSON.stringify(version.slice(0, 20))}, but this server reads databases of PostgreSQL ${POSTGRES_VERSION.major}`
  }
  const control = parseControlFile(readFileSync(join(folder, 'global/pg_control')))
  if (typeof control === 'string') return `db/global/pg_control ${control}`
  return problemOfLog(folder, control) ?? problemOfCommits(folder, control) ?? problemOfManifest(folder, control)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Recovery stops at the first missing log file, and later commits would be lost. */
function problemOfLog(folder: string, { system, redo, timeline, walSegmentBytes }: ControlFile): string | null {
  const perFile = 0x1_0000_0000n / BigInt(walSegmentBytes)
  const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0')
  const nameOf = (segment: bigint): string => `${hex(BigInt(timeline))}${hex(segment / perFile)}${hex(segment % perFile)}`
  const names = readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const first = redo / BigInt(walSegmentBytes)
  const last = names.toSorted().at(-1) ?? ''
  let segment = first
  do {
    const path = join(folder, 'pg_wal', nameOf(segment))
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined) return `db/pg_wal/${nameOf(segment)} is missing`
    if (size !== walSegmentBytes) return `db/pg_wal/${nameOf(segment)} has ${size} bytes instead of ${walSegmentBytes}`
  } while (nameOf(++segment) <= last)
  // Later files may be recycled ones with old content.
  const header = readStart(join(folder, 'pg_wal', nameOf(first)), 32)
  if (header.readBigUInt64LE(8) !== first * BigInt(walSegmentBytes))
    return `db/pg_wal/${nameOf(first)} does not contain that part of the log`
  return header.readBigUInt64LE(24) === system ? null : 'db/global/pg_control and db/pg_wal belong to different databases'
}

function readStart(path: string, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  const file = openSync(path, 'r')
  try {
    readSync(file, buffer, 0, bytes, 0)
  } finally {
    closeSync(file)
  }
  return buffer
}

const PAGE_BYTES = 8192
const PAGES_PER_FILE = 32
const TRANSACTIONS_PER_PAGE = PAGE_BYTES * 4
const MULTIXACTS_PER_PAGE = PAGE_BYTES / 4

/** When a file of transaction states is missing, recovery treats its transactions as rolled back. */
function problemOfCommits(folder: string, { nextXid, oldestXid, nextMultixact }: ControlFile): string | null {
  // Transaction numbers wrap around at 2^32; no embedded database gets near.
  if (nextXid > 0xffff_ffffn) return null
  const newest = Number(nextXid) - 1
  return (
    problemOfPages(folder, 'pg_xact', Math.floor(oldestXid / TRANSACTIONS_PER_PAGE), Math.floor(newest / TRANSACTIONS_PER_PAGE)) ??
    problemOfPages(folder, 'pg_multixact/offsets', null, Math.floor((nextMultixact - 1) / MULTIXACTS_PER_PAGE))
  )
}

/** @param first null to check only the file of the last page */
function problemOfPages(folder: string, name: string, first: number | null, last: number): string | null {
  const fileOf = (page: number): number => Math.floor(page / PAGES_PER_FILE)
  for (let index = fileOf(first ?? last); index <= fileOf(last); index++) {
    const path = `${name}/${index.toString(16).toUpperCase().padStart(4, '0')}`
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size
    if (size === undefined) return `db/${path} is missing`
    const pages = index === fileOf(last) ? (last % PAGES_PER_FILE) + 1 : PAGES_PER_FILE
    if (size < pages * PAGE_BYTES) return `db/${path} has ${size} bytes instead of at least ${pages * PAGE_BYTES}`
  }
  return null
}

function problemOfManifest(folder: string, control: ControlFile): string | null {
  const manifest = readManifest(folder)
  if (!manifest) return null
  if (manifest.system !== String(control.system)) return 'db/global/pg_control belongs to another database'
  const checkpoint = BigInt(manifest.checkpoint)
  if (control.checkpoint < checkpoint) return 'db/global/pg_control is older than the rest of the folder'
  // A server has used it since and crashed, or it was an earlier version.
  if (control.checkpoint > checkpoint || !control.isShutDown) return null
  for (const [path, size] of Object.entries(manifest.files)) {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })?.size
    if (found === undefined) return `db/${path} is missing`
    if (found !== size) return `db/${path} has ${found} bytes instead of ${size}`
  }
  return null
}
