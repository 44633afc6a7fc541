import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { ConfigError } from '#server/config.ts'
import { openStore } from './open-store.ts'

const TIMEOUT_MS = 2_000
let folder: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-store-'))
  await copyEmbeddedDatabase(join(folder, 'db'), { isMigrated: true })
  database = await openStore(folder, { patienceMs: TIMEOUT_MS })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

test('a statement of a copy may take as long as the copy allows, not only as long as in a server', async () => {
  const endless = sql`select count(*) from generate_series(1, 10000000000) where ${1}::int = 1`.execute(database.db)
  await expect(endless).rejects.toMatchObject({ code: 'unavailable', context: { reason: `no answer within ${TIMEOUT_MS} ms` } })
})

test('a transaction may stay idle for that long, while others wait for the database', async () => {
  const transaction = await database.db.startTransaction().execute()
  await database.query('select 1 where $1', [true])
  await expect(sql`select 1`.execute(transaction)).rejects.toThrow(`was idle for ${TIMEOUT_MS} ms`)
  await transaction
    .rollback()
    .execute()
    .catch(() => undefined) // it has already exited
})

test('a folder in which only the secret and the list of deleted accounts are left can be filled, but not opened', async () => {
  const left = mkdtempSync(join(tmpdir(), 'wavelength-left-'))
  for (const name of ['secret', 'erased']) writeFileSync(join(left, name), 'x')
  await expect(openStore(left)).rejects.toThrow('was used before, as secret, erased shows')
  await (await openStore(left, { mayBeNew: true })).close()
  await (await openStore(left)).close()
  rmSync(left, { recursive: true })
})

test('rejects a database of a newer version, and closes it', async () => {
  await database.query('insert into schema_migrations (name, hash, works_with) values ($1, $2, $3)', ['9999_newer', 'x', '0000'])
  await database.close()
  await expect(openStore(folder)).rejects.toThrow('The database has 9999_newer, of a newer version.')
  database = await openEmbedded({ dataDir: folder, log: createLogs({ filter: 'off', pretty: false })('db') })
})

test('an address that is not valid is rejected without showing its password', async () => {
  const error: unknown = await openStore('postgres://anna:sEcr/et@127.0.0.1/b').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConfigError)
  expect(inspect(error)).not.toMatch(/sEcr/)
})
