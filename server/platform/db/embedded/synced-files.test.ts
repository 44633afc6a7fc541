import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { durableOptions, memoryOptions } from './pglite-options.ts'
import { assertDurable, SyncedFiles, syncTree } from './synced-files.ts'

vi.setConfig({ testTimeout: 60_000 })
const disk = vi.hoisted(() => ({ isBroken: false, synced: 0 }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const fsyncSync = (file: number): void => {
    if (disk.isBroken) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    disk.synced++
    real.fsyncSync(file)
  }
  return { ...real, fsyncSync }
})

let folder: string
beforeEach(async () => {
  disk.isBroken = false
  folder = await mkdtemp(join(tmpdir(), 'wavelength-synced-'))
  await copyEmbeddedDatabase(folder)
}, 60_000)
afterEach(() => rm(folder, { recursive: true }))

it('each commit is written to the disk before it is answered', async () => {
  const files = new SyncedFiles(folder)
  const pglite = await PGlite.create({ ...durableOptions, fs: files })
  await pglite.exec('create table shelf (n int)')
  const before = files.calls
  for (let n = 0; n < 10; n++) await pglite.query('insert into shelf values ($1)', [n])
  expect(files.calls - before).toBeGreaterThanOrEqual(10)
  await pglite.close()
})

it('a commit that does not reach the disk is not acknowledged, and the failure is remembered', async () => {
  const files = new SyncedFiles(folder)
  const pglite = await PGlite.create({ ...durableOptions, fs: files })
  await pglite.exec('create table shelf (n int)')
  disk.isBroken = true
  await expect(pglite.query('insert into shelf values (1)')).rejects.toThrow('could not fsync')
  disk.isBroken = false
  expect(files.failure?.message).toContain('EIO')
})

it('rejects a database that would lose commits in a power cut', async () => {
  const files = new SyncedFiles(folder)
  const unsynced = await PGlite.create({ ...memoryOptions, fs: files })
  await expect(assertDurable(unsynced, files)).rejects.toThrow('fsync switched off')
  await unsynced.close()
  const pretending = await PGlite.create({ ...durableOptions, fs: new NodeFS(folder) })
  await expect(assertDurable(pretending, { calls: 0 })).rejects.toThrow('does not write its commits to the disk')
  await pretending.close()
})

it('a new folder is written to the disk completely', () => {
  disk.synced = 0
  syncTree(folder)
  expect(disk.synced).toBeGreaterThan(900)
})
