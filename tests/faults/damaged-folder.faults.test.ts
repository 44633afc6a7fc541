import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  type Dirent,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { crc32c } from '#server/platform/db/embedded/control-file.ts'
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'

/* A data folder with missing files is never treated as a new one: the server exits with code 1 and a sentence, and changes nothing. Most
   damage is done to one folder of a stopped and one of a killed server. These tests open only the database; the last ones start a whole
   server on one of each kind. */

const log = createLogs({ filter: 'off', pretty: false })('db')
/** Each makes about 1 KB of log, in files of 1 MB here, so that one in the middle can be deleted. */
const ROWS = 4_000

let root: string
/** The file of one of our tables, below `db`. */
let table = ''
let next = 0
const pathOf = (...names: string[]) => join(root, ...names)

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'wavelength-damaged-'))
  await copyEmbeddedDatabase(pathOf('stopped', 'db'), { isMigrated: true })
  const open = () => openEmbedded({ dataDir: pathOf('stopped'), log })
  const database = await open()
  await database.script('create table shelf (name text); insert into shelf select repeat(md5(n::text), 30) from generate_series(1, 100) n')
  const [found] = await database.query(`select pg_relation_filepath('schema_migrations') as path`)
  table = (found as { path: string }).path
  writeFileSync(pathOf('stopped', 'secret'), 'the secret\n')
  await database.close()

  // The files of a running server are in the same state as after `kill -9`.
  const repeated = await open()
  await repeated.script(`insert into shelf select repeat(md5(n::text), 30) from generate_series(1, ${ROWS}) n`)
  cpSync(pathOf('stopped'), pathOf('killed'), { recursive: true })
  await repeated.close()
}, 120_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The data folder of a server, which the test damages. */
let dataDir: string
const file = (name: string) => join(dataDir, 'db', name)
beforeEach(() => {
  dataDir = pathOf(`folder-${next++}`)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const isOwnOfServer = (path: string) => path.endsWith('lock.db')
function begin(state: 'stopped' | 'killed'): void {
  cpSync(pathOf(state), dataDir, { recursive: true, preserveTimestamps: true, filter: (path) => !isOwnOfServer(path) })
}

/** The contents of a folder, read once. */
const trees = new Map<string, { folders: string[]; files: string[] }>()
function treeOf(state: string): { folders: string[]; files: string[] } {
  const cached = trees.get(state)
  if (cached) return cached
  const entries = readdirSync(pathOf(state), { recursive: true, withFileTypes: true, encoding: 'utf8' })
  const relativePath = (entry: Dirent) => relative(pathOf(state), join(entry.parentPath, entry.name))
  const tree = {
    folders: entries.filter((entry) => entry.isDirectory()).map(relativePath),
    files: entries
      .filter((entry) => !entry.isDirectory())
      .map(relativePath)
      .filter((path) => !isOwnOfServer(path)),
  }
  trees.set(state, tree)
  return tree
}

/** The same with hard links, in a tenth of the time: for a folder that is rejected before PostgreSQL can write to it. */
function beginLinked(state: 'stopped' | 'killed'): void {
  const { folders, files } = treeOf(state)
  mkdirSync(dataDir)
  for (const folder of folders) mkdirSync(join(dataDir, folder), { recursive: true })
  for (const path of files) linkSync(pathOf(state, path), join(dataDir, path))
}

/** Starts the server as `npm start` does. */
async function start(): Promise<{ code: number | null; written: string }> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? 'node_modules/.cache/node',
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: 'off',
  }
  const child = spawn(process.execPath, ['tools/start.ts', '--dev', '--empty'], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (written += String(part)))
  // It prints this only after a successful start, which no damaged folder should allow.
  child.once('message', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, written }
}

/** Every file below the folder, with its size and time. */
function listing(): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'lock.db')
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const { mode, size, mtimeMs, ino } = statSync(join(dataDir, name))
      return [name, `${mode} ${size} ${mtimeMs} ${ino}`]
    }),
  )
}

/** One paragraph with the folder, the problem, and what to do. */
const sentence = (problem: string): RegExp => {
  const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `^The data folder ${literally(dataDir)} can't be opened: [^\n]*${literally(problem)}[^\n]*npm run restore[^\n]*DATA_DIR[^\n]*$`,
  )
}

const opening = () => openEmbedded({ dataDir, log })

const segments = () =>
  readdirSync(file('pg_wal'))
    .filter((name) => name.length === 24)
    .toSorted()
const remove = (name: string) => rmSync(file(name), { recursive: true })
/** In a new file: the existing one may be a link. */
const write = (name: string, content: string | Uint8Array) => {
  rmSync(file(name))
  writeFileSync(file(name), content)
}
const truncate = (name: string, bytes = 0) => write(name, readFileSync(file(name)).subarray(0, bytes))
const half = (name: string) => truncate(name, Math.floor(statSync(file(name)).size / 2 / 8192) * 8192)

/** Writes to pg_control and corrects its checksum. */
function editControl(edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file('global/pg_control'))
  edit(bytes)
  bytes.writeUInt32LE(crc32c(bytes.subarray(0, 292)), 292)
  write('global/pg_control', bytes)
}

type Damage = [what: string, damage: () => void, problem: string]

/** Problems that are found before PostgreSQL starts, whether the server was stopped or killed. */
const always: Damage[] = [
  ['PG_VERSION is missing', () => remove('PG_VERSION'), 'db/PG_VERSION is missing'],
  ['PG_VERSION is empty', () => truncate('PG_VERSION'), 'db/PG_VERSION is missing or empty'],
  ['PG_VERSION is of another version', () => write('PG_VERSION', '17\n'), 'says "17", but this server reads databases of PostgreSQL 18'],
  ['PG_VERSION of the database is missing', () => remove('base/5/PG_VERSION'), 'db/base/5/PG_VERSION is missing'],
  ['the database is missing', () => rmSync(join(dataDir, 'db'), { recursive: true }), 'the database (db) is missing'],
  [
    'the folder of the database is empty',
    () => {
      rmSync(join(dataDir, 'db'), { recursive: true })
      mkdirSync(join(dataDir, 'db'))
    },
    'db/base is missing',
  ],
  ['pg_control is missing', () => remove('global/pg_control'), 'db/global/pg_control is missing'],
  ['pg_control is empty', () => truncate('global/pg_control'), 'db/global/pg_control is empty'],
  ['pg_control is truncated', () => truncate('global/pg_control', 100), 'db/global/pg_control has 100 bytes'],
  [
    'pg_control holds something else',
    () => write('global/pg_control', Buffer.alloc(8192, 'x')),
    'db/global/pg_control has a wrong checksum',
  ],
  [
    'pg_control is of another version',
    () => editControl((bytes) => bytes.writeUInt32LE(1700, 8)),
    'db/global/pg_control is of another version of PostgreSQL',
  ],
  ['pg_control is of another database', () => editControl((bytes) => bytes.writeBigUInt64LE(7n, 0)), 'belong to different databases'],
  ['postgresql.conf is missing', () => remove('postgresql.conf'), 'db/postgresql.conf is missing'],
  ...[
    'global',
    'base',
    'base/5',
    'pg_wal',
    'pg_xact',
    'pg_multixact',
    'pg_multixact/offsets',
    'pg_logical',
    'pg_notify',
    'pg_twophase',
  ].map((name): Damage => [`the folder ${name} is missing`, () => remove(name), `db/${name}`]),
  ['the log is missing', () => segments().forEach((name) => remove(`pg_wal/${name}`)), 'db/pg_wal/'],
  ['the log is truncated', () => truncate(`pg_wal/${segments().at(-1)}`, 1_000_000), 'has 1000000 bytes instead of 1048576'],
  ['the log is empty', () => truncate(`pg_wal/${segments().at(-1)}`), 'has 0 bytes instead of 1048576'],
  [
    'the log holds something else',
    () => segments().forEach((name) => write(`pg_wal/${name}`, Buffer.alloc(1_048_576))),
    'does not contain that part of the log',
  ],
  ['the states of transactions are missing', () => remove('pg_xact/0000'), 'db/pg_xact/0000 is missing'],
  ['the states of transactions are truncated', () => truncate('pg_xact/0000', 100), 'db/pg_xact/0000 has 100 bytes'],
  ['the states of shared locks are missing', () => remove('pg_multixact/offsets/0000'), 'db/pg_multixact/offsets/0000 is missing'],
]

/** Problems that the file list of the last clean shutdown reveals: every file must still have its size. */
const afterStop: Damage[] = [
  ['a catalog is missing', () => remove('base/5/1259'), 'db/base/5/1259 is missing'],
  ['a catalog is empty', () => truncate('base/5/1255'), 'db/base/5/1255 has 0 bytes'],
  ['a catalog is truncated', () => half('base/5/1249'), 'db/base/5/1249 has'],
  ['a shared catalog is truncated', () => truncate('global/1262', 100), 'db/global/1262 has 100 bytes'],
  ['an index is truncated', () => half('base/5/2691'), 'db/base/5/2691 has'],
  ['a table of ours is truncated', () => half(table), 'bytes instead of'],
  ['a table of ours is missing', () => remove(table), 'is missing'],
  ['the map of catalogs is truncated', () => truncate('base/5/pg_filenode.map', 100), 'db/base/5/pg_filenode.map has 100 bytes'],
  [
    'pg_control is an older one',
    () => editControl((bytes) => bytes.writeBigUInt64LE(bytes.readBigUInt64LE(32) - 8n, 32)),
    'is older than the rest',
  ],
]

test.each([...always, ...afterStop])('after a stop: %s', async (_what, damage, problem) => {
  beginLinked('stopped')
  damage()
  const before = listing()
  await expect(opening()).rejects.toThrow(sentence(problem))
  expect(listing()).toEqual(before)
})

const withinLog: Damage[] = [['a part in the middle of the log is missing', () => remove(`pg_wal/${segments()[1]}`), 'is missing']]
test.each([...always, ...withinLog])('after kill -9: %s', async (_what, damage, problem) => {
  beginLinked('killed')
  damage()
  const before = listing()
  await expect(opening()).rejects.toThrow(sentence(problem))
  expect(listing()).toEqual(before)
})

/** Recovery has started by then, so files may have changed. The server must not start without the data. */
const seenByPostgres: Damage[] = [
  ['a catalog is missing', () => remove('base/5/1259'), 'PostgreSQL could not start'],
  ['a catalog is empty', () => truncate('base/5/1255'), 'PostgreSQL could not start'],
  ['a table of ours is missing', () => remove(table), 'is missing'],
  ['an index is empty', () => truncate('base/5/2691'), 'base/5/2691'],
  ['the map of catalogs is truncated', () => truncate('base/5/pg_filenode.map', 100), 'PostgreSQL could not start'],
]
test.each(seenByPostgres)('after kill -9, found by PostgreSQL: %s', async (_what, damage, problem) => {
  begin('killed')
  damage()
  await expect(opening()).rejects.toThrow(sentence(problem))
})

const earlier: Damage[] = [
  ['PG_VERSION is missing', () => remove('PG_VERSION'), 'db/PG_VERSION is missing'],
  ['everything in the database is missing', () => rmSync(join(dataDir, 'db'), { recursive: true }), 'was used before, as secret shows'],
  ['a table of ours is missing', () => remove(table), 'is missing'],
]
test.each(earlier)('a folder of an earlier version: %s', async (_what, damage, problem) => {
  beginLinked('stopped')
  rmSync(join(dataDir, 'db.manifest.json'))
  damage()
  await expect(opening()).rejects.toThrow(sentence(problem))
})

test.each(['secret', 'erased', 'demo-world', 'db.manifest.json', 'files/picture.webp', 'imports/part', 'art/cover'])(
  'a folder in which only %s is left is not new',
  async (name) => {
    mkdirSync(join(dataDir, name, '..'), { recursive: true })
    appendFileSync(join(dataDir, name), 'x')
    await expect(opening()).rejects.toThrow(sentence(`was used before, as ${name.split('/')[0]} shows`))
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
  },
)

async function rowsOf(): Promise<unknown> {
  const database = await opening()
  try {
    return await database.query('select count(*) as rows from shelf')
  } finally {
    await database.close()
  }
}
const all = [{ rows: ROWS + 100 }]

test.each(['stopped', 'killed'] as const)('an undamaged folder starts with its data after its server was %s', async (state) => {
  begin(state)
  expect([await rowsOf(), await rowsOf()]).toEqual([all, all])
})

test.each(['stopped', 'killed'] as const)('a folder of an earlier version starts, and gets its marker: %s', async (state) => {
  begin(state)
  rmSync(join(dataDir, 'db.manifest.json'))
  expect(await rowsOf()).toEqual(all)
  expect(existsSync(join(dataDir, 'db.manifest.json'))).toBe(true)
  rmSync(join(dataDir, 'db'), { recursive: true })
  rmSync(join(dataDir, 'secret'))
  await expect(rowsOf()).rejects.toThrow('was used before, as db.manifest.json shows')
})

const whole: [kind: string, prepare: () => void, problem: string][] = [
  [
    'seen before PostgreSQL starts',
    () => {
      begin('stopped')
      remove('PG_VERSION')
    },
    'db/PG_VERSION is missing',
  ],
  [
    'seen by PostgreSQL',
    () => {
      begin('killed')
      remove('base/5/1259')
    },
    'PostgreSQL could not start',
  ],
  [
    'a folder without a database that was used before',
    () => {
      begin('stopped')
      remove('.')
    },
    'the database (db) is missing',
  ],
]
test.each(whole)('the server ends with code 1 and the sentence alone: %s', async (_kind, prepare, problem) => {
  prepare()
  const { code, written } = await start()
  expect({ code, written: written.trim() }).toEqual({ code: 1, written: expect.stringMatching(sentence(problem)) })
})
