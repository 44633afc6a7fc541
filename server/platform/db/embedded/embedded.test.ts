import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { createLogs } from '../../observability/log.ts'
import type { Database } from '../database.ts'
import { openEmbedded } from './embedded.ts'
import type { SessionLimits } from './embedded-session.ts'
import { acquireLock, DataFolderInUse } from './data-folder-lock.ts'
import { sqlState, violatesUnique } from '../query-error.ts'

// Starting a database, and starting it again after a crash, takes seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const log = createLogs({ filter: 'off', pretty: false })('db')
const writer = fileURLToPath(new URL('./embedded.test-writer.ts', import.meta.url))

// One folder for all, because creating it takes longer than the tests. Each test opens it, and adds its own table.
let dataDir: string
let database: Database
let lastTable = 0
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wavelength-embedded-'))
  await copyEmbeddedDatabase(join(dataDir, 'db'))
  database = await open()
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const open = (limits: Partial<SessionLimits> = {}): Promise<Database> => openEmbedded({ dataDir, log, limits })

async function reopen(limits: Partial<SessionLimits> = {}): Promise<Database> {
  await database.close()
  database = await open(limits)
  return database
}

async function aShelf(): Promise<string> {
  const name = `shelf_${++lastTable}`
  await database.script(`create table ${name} (name text); insert into ${name} values ('kept')`)
  return name
}

async function query(n: number): Promise<unknown> {
  if (n % 5 === 0) return sqlState(await database.query('select $1::int / 0', [n]).catch((error: unknown) => error))
  if (n % 7 === 0)
    return database.db
      .transaction()
      .execute(async (transaction) => (await sql<{ n: number }>`select ${n}::int as n`.execute(transaction)).rows)
  return database.query('select $1::int as n', [n])
}

test('a first start on a full disk reports the full disk and creates no database', async () => {
  const full = await mkdtemp(join(tmpdir(), 'wavelength-full-'))
  const fault = `import fs from 'node:fs'; fs.writeSync = () => { throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }) }`
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(fault)}`)
  try {
    await expect(openEmbedded({ dataDir: full, log })).rejects.toThrow(
      `The data folder ${full} can't be opened: ENOSPC: no space left on device, write. Free some space on its disk, then start again.`,
    )
    expect(readdirSync(full)).not.toContain('db')
  } finally {
    vi.unstubAllEnvs()
    await rm(full, { recursive: true })
  }
})

describe('through the thread', () => {
  it('values come as from PostgreSQL', async () => {
    const values = await database.query(
      `select $1::timestamptz as time, $2::bytea as bytes, $3::int8 as big, $4::text[] as list, '{"a": [1]}'::jsonb as json, null as nothing`,
      [new Date(0), Buffer.from([1, 255]), 9_007_199_254_740_991, ['a', 'b']],
    )
    expect(values).toStrictEqual([
      { time: new Date(0), bytes: new Uint8Array([1, 255]), big: 9_007_199_254_740_991, list: ['a', 'b'], json: { a: [1] }, nothing: null },
    ])
  })

  it('an error keeps its code and the name of the constraint', async () => {
    const shelf = await aShelf()
    await database.script(`create unique index ${shelf}_once on ${shelf} (name)`)
    const error: unknown = await database.query(`insert into ${shelf} values ($1)`, ['kept']).catch((reason: unknown) => reason)
    expect(violatesUnique(error, `${shelf}_once`)).toBe(true)
  })

  it('rejects a parameter that can’t be sent, and the next query works', async () => {
    await expect(database.query('select $1::text', [() => undefined])).rejects.toThrow('could not be cloned')
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('500 good and bad queries at once each get their own answer', async () => {
    const results = await Promise.all(Array.from({ length: 500 }, (_, n) => query(n)))
    expect(results).toEqual(results.map((_, n) => (n % 5 === 0 ? '22012' : [{ n }])))
  })
})

describe('the data folder', () => {
  it('keeps written rows when the server starts again', async () => {
    const shelf = await aShelf()
    expect(await (await reopen()).query(`select name from ${shelf}`)).toEqual([{ name: 'kept' }])
  })

  it('can be used by one server, and the error of a second one contains the folder', async () => {
    const second = open()
    await expect(second).rejects.toBeInstanceOf(DataFolderInUse)
    await expect(second).rejects.toThrow(dataDir)
  })

  it('can be read by its owner only', () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'db')).mode & 0o777).toBe(0o700)
  })

  it('is created again when the first start was interrupted', async () => {
    const cut = await mkdtemp(join(tmpdir(), 'wavelength-cut-'))
    mkdirSync(join(cut, 'db.making', 'base'), { recursive: true })
    writeFileSync(join(cut, 'db.making', 'PG_VERSION'), '18')
    const fresh = await openEmbedded({ dataDir: cut, log })
    expect(await fresh.query('select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(cut).toSorted()).toEqual(['db', 'db.manifest.json', 'lock.db'])
    await fresh.close()
    await rm(cut, { recursive: true })
  })

  it('reports a lack of memory at the first start', async () => {
    const small = await mkdtemp(join(tmpdir(), 'wavelength-small-'))
    const { execPath } = process
    process.execPath = join(small, 'killed')
    writeFileSync(process.execPath, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 })
    try {
      await expect(openEmbedded({ dataDir: join(small, 'data'), log })).rejects.toThrow('for lack of memory')
    } finally {
      process.execPath = execPath
    }
    await rm(small, { recursive: true })
  })

  it('stays locked by the caller that locked it, even after the database closed', async () => {
    await database.close()
    const lock = acquireLock(dataDir)
    await (await openEmbedded({ dataDir, log, lock })).close()
    expect(() => acquireLock(dataDir)).toThrow(DataFolderInUse)
    lock.release()
    database = await open()
  })
})

it('a server that is killed while it writes has every row it acknowledged', async () => {
  await database.close()
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = -1
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    acknowledged = Number(line)
    if (acknowledged === 200) child.kill('SIGKILL')
  })
  await Promise.all([once(child, 'exit'), once(lines, 'close')])
  database = await open()
  expect(acknowledged).toBeGreaterThanOrEqual(200)
  const found = await database.query('select count(*) as rows, max(n) as last from written where n <= $1', [acknowledged])
  expect(found).toEqual([{ rows: acknowledged + 1, last: acknowledged }])
})

describe('a query that never ends', () => {
  const endless = 'select count(*) from generate_series(1, 10000000000) where $1::int = 1'

  it('is terminated: pending calls fail with "unavailable", and the database opens again with its data', async () => {
    const shelf = await aShelf()
    await reopen({ queryMs: 500 })
    const hanging = database.query(endless, [1])
    await expect(database.ping(50)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(hanging).rejects.toMatchObject({ code: 'unavailable' })
    expect(await database.query(`select name from ${shelf}`)).toEqual([{ name: 'kept' }])
  })

  it('ends its transaction: no earlier statement is stored', async () => {
    const shelf = await aShelf()
    await reopen({ queryMs: 500 })
    const transaction = await database.db.startTransaction().execute()
    const insert = (name: string) => sql`insert into ${sql.table(shelf)} values (${name})`.execute(transaction)
    await insert('half')
    await expect(sql`select count(*) from generate_series(1, 10000000000) where ${1}::int = 1`.execute(transaction)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(insert('other half')).rejects.toMatchObject({ code: 'unavailable' })
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined) // it has already exited
    expect(await database.query(`select name from ${shelf}`)).toEqual([{ name: 'kept' }])
  })

  it('fails its transaction with the first error, not with that of the rollback', async () => {
    await reopen({ queryMs: 500 })
    const failing = database.db
      .transaction()
      .execute((transaction) => sql`select count(*) from generate_series(1, 10000000000) where ${1}::int = 1`.execute(transaction))
    await expect(failing).rejects.toMatchObject({ context: { reason: 'no answer within 500 ms' } })
  })
})

it('a database that loses its files while the server runs is not replaced by a new one', async () => {
  const shelf = await aShelf()
  await reopen({ queryMs: 500, retryMs: 0 })
  const version = join(dataDir, 'db', 'PG_VERSION')
  rmSync(version)
  // The hanging thread is terminated, and the database reopened.
  await expect(database.query('select count(*) from generate_series(1, 10000000000) where $1::int = 1', [1])).rejects.toMatchObject({
    code: 'unavailable',
  })
  await expect(database.query('select 1')).rejects.toMatchObject({ code: 'unavailable' })
  writeFileSync(version, '18\n')
  expect(await database.query(`select name from ${shelf}`)).toEqual([{ name: 'kept' }])
})

it('a query after closing fails with "unavailable"', async () => {
  await database.close()
  await expect(database.query('select 1')).rejects.toMatchObject({ code: 'unavailable' })
  database = await open()
})
