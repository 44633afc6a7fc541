import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeCrowd } from '#tests/kit/chat/crowd.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from './db/database.ts'
import { knownSecret, makeSecret, SecretMissing } from './secret.ts'

let dataDir = ''
let database: Database
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-secret-'))
  database = await testDatabase()
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

test('a new folder gets a secret that only its owner can read, and keeps it', async () => {
  expect(knownSecret({ dataDir, configured: null, isNew: true })).toBeNull()
  const made = await makeSecret(dataDir, database.db)
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(knownSecret({ dataDir, configured: null, isNew: false })).toBe(made)
})

test('data without its secret refuses to start', () => {
  expect(() => knownSecret({ dataDir, configured: null, isNew: false })).toThrow(SecretMissing)
})

test('a new folder gets none of its own where people are in the database already', async () => {
  await placeCrowd(database, 2)
  await expect(makeSecret(dataDir, database.db)).rejects.toThrow(SecretMissing)
  expect(existsSync(join(dataDir, 'secret'))).toBe(false)
})

test('a configured secret wins over the folder’s', () => {
  writeFileSync(join(dataDir, 'secret'), 'old')
  expect(knownSecret({ dataDir, configured: 'configured', isNew: false })).toBe('configured')
})
