import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assertRoom, createWriteTest } from './writable-folder.ts'

/** The disk: an error of the operating system for the next write, and the free space. */
const disk = vi.hoisted(() => ({ code: '', free: Number.MAX_SAFE_INTEGER, opened: 0 }))
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>()
  return {
    ...real,
    statfs: async () => ({ bavail: disk.free, bsize: 1 }),
    open: async (...given: Parameters<typeof real.open>): Promise<FileHandle> => {
      disk.opened++
      const file = await real.open(...given)
      if (disk.code) file.write = () => Promise.reject(Object.assign(new Error(`${disk.code}: write`), { code: disk.code }))
      return file
    },
  }
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-writable-'))
  Object.assign(disk, { code: '', free: Number.MAX_SAFE_INTEGER, opened: 0 })
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a writable folder passes the write test, and no test file is left', async () => {
  await createWriteTest(folder)()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['a full disk', { code: 'ENOSPC' }, 'storage_full'],
  ['a used-up quota', { code: 'EDQUOT' }, 'storage_full'],
  ['a disk that is almost full', { free: 31 * 1024 * 1024 }, 'storage_full'],
  ['a broken disk', { code: 'EIO' }, 'unavailable'],
])('%s fails the write test until the disk works again, and no test file is left', async (_what, fault, code) => {
  const attempt = createWriteTest(folder)
  Object.assign(disk, fault)
  await expect(attempt()).rejects.toMatchObject({ code })
  Object.assign(disk, { code: '', free: Number.MAX_SAFE_INTEGER })
  await attempt()
  expect(readdirSync(folder)).toEqual([])
})

test('callers at the same moment share one attempt', async () => {
  const attempt = createWriteTest(folder)
  await Promise.all([attempt(), attempt(), attempt()])
  expect(disk.opened).toBe(1)
})

test('a large file is rejected when less than four times what the database needs would be left', async () => {
  disk.free = 200 * 1024 * 1024
  await assertRoom(folder, 72 * 1024 * 1024)
  await expect(assertRoom(folder, 73 * 1024 * 1024)).rejects.toMatchObject({ code: 'storage_full' })
})
