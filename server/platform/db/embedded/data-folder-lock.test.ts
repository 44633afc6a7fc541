import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadInstallationSecret } from '../../crypto/installation-secret.ts'
import { DataFolderUnusable } from './data-folder.ts'
import { acquireLock, DataFolderInUse } from './data-folder-lock.ts'

/** The error for a chmod of the folder. Only the owner may change it, and the user who runs the tests is the owner. */
const system = vi.hoisted(() => ({ answer: null as string | null }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const chmodSync: typeof real.chmodSync = (path, mode) => {
    if (system.answer) throw Object.assign(new Error(`${system.answer}: chmod`), { code: system.answer })
    real.chmodSync(path, mode)
  }
  return { ...real, chmodSync }
})

let volume: string
beforeEach(() => {
  system.answer = null
  volume = mkdtempSync(join(tmpdir(), 'wavelength-volume-'))
})
afterEach(() => rmSync(volume, { recursive: true }))

test('accepts a volume of another owner unchanged, and keeps the secret in it private', async () => {
  system.answer = 'EPERM'
  const lock = acquireLock(volume)
  expect(() => acquireLock(volume)).toThrow(DataFolderInUse)
  await loadInstallationSecret({ dataDir: volume, configured: null, isInUse: async () => false })
  expect(statSync(join(volume, 'secret')).mode & 0o777).toBe(0o600)
  lock.release()
})

test('rejects a folder whose permissions can’t be set for another reason', () => {
  system.answer = 'EROFS'
  expect(() => acquireLock(volume)).toThrow('EROFS')
  expect(() => acquireLock(volume)).toThrow(DataFolderUnusable)
})

test('reports a file in place of the folder, and a lock that can’t be opened', () => {
  writeFileSync(join(volume, 'file'), '')
  expect(() => acquireLock(join(volume, 'file'))).toThrow(DataFolderUnusable)
  expect(() => acquireLock(join(volume, 'file', 'data'))).toThrow('there is a file in its place')
  mkdirSync(join(volume, 'lock.db'))
  expect(() => acquireLock(volume)).toThrow(DataFolderUnusable)
})

test('a folder that the server creates is not accessible to other users', () => {
  acquireLock(join(volume, 'data')).release()
  expect(statSync(join(volume, 'data')).mode & 0o777).toBe(0o700)
})
