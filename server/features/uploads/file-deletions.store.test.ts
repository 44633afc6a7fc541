import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { type FakeBucket, startFakeBucket } from '#tests/kit/fake-bucket.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { createFileDeletions, type FileDeletions } from './file-deletions.ts'
import { fileDeletionsStore } from './file-deletions.store.ts'
import { deleteFolder, type Files, listFolders, openFiles } from './uploads.files.ts'

/* The real S3 client and queue, with a misbehaving service. */

const NOW = new Date('2026-11-20T12:00:00.000Z')
const clock = { now: () => NOW }
const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-file-deletions-'))
let database: Database
let bucket: FakeBucket
let files: Files
let jobs: ReturnType<typeof manualJobs>
let logged: { level: number; msg: string; failing?: number }[]
let deletions: FileDeletions

beforeAll(async () => {
  database = await testDatabase()
  bucket = await startFakeBucket()
  files = await openFiles({ dataDir, bucket: bucket.options, timeoutMs: 200 })
})
beforeEach(async () => {
  bucket.empty()
  await database.query('delete from file_deletions')
  restart()
})
afterAll(async () => {
  await bucket.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A restarted server: it has the database, but lost its jobs. */
function restart(): void {
  jobs = manualJobs()
  logged = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  deletions = createFileDeletions({ db: database.db, files, clock, jobs, log })
}

const put = async (...paths: string[]) => {
  for (const path of paths) await files.put(path, new Uint8Array([1]))
}
/** Runs the job once, as the queue does: a failure makes it try again later. */
const runJob = async () => {
  await deletions.soon()
  return jobs.runWaiting().then(
    () => 'done',
    () => 'to be retried',
  )
}
const errors = () => logged.filter(({ level }) => level >= 50)
const queued = async () => (await fileDeletionsStore(database.db).next(100)).map(({ path, attempts }) => ({ path, attempts }))

describe('a folder', () => {
  test.each(['healthy', 'requires-md5', 'no-batch', 'skips-batch'] as const)(
    'is deleted page by page, and nothing beside it: %s',
    async (mode) => {
      await put('leaving/a.webp', 'leaving/b.webp', 'leaving/deep/c.webp', 'staying/a.webp')
      bucket.behave(mode)
      await deleteFolder(files, 'leaving')
      expect(bucket.keys()).toEqual(['staying/a.webp'])
    },
  )

  test('is deleted one by one only after the service has answered: an unreachable service gets no further requests', async () => {
    await put('leaving/a.webp')
    bucket.behave('hangs')
    await expect(deleteFolder(files, 'leaving')).rejects.toThrow('leaving')
    expect(bucket.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })

  test('with an object that can’t be deleted is not deleted', async () => {
    await put('leaving/a.webp', 'leaving/b.webp')
    bucket.locked.add('leaving/b.webp')
    await expect(deleteFolder(files, 'leaving')).rejects.toThrow('leaving/b.webp')
    expect(bucket.keys()).toEqual(['leaving/b.webp'])
  })
})

test('lists the folders in a folder page by page: in a bucket, on disk, and none where nothing was stored', async () => {
  const onDisk = await openFiles({ dataDir: join(dataDir, 'listed'), bucket: null })
  expect(await listFolders(onDisk, 'imports')).toEqual([])
  const paths = ['imports/1/0', 'imports/1/1', 'imports/2/0', 'imports/3/0', 'imports/read-me', 'others/4/0']
  await put(...paths)
  for (const path of paths) await onDisk.put(path, new Uint8Array([1]))
  expect(await listFolders(files, 'imports')).toEqual(['1', '2', '3'])
  expect((await listFolders(onDisk, 'imports')).toSorted()).toEqual(['1', '2', '3'])
})

describe('the queue', () => {
  test.each(['down', 'hangs'] as const)(
    'keeps files while the service %s, and deletes them once it is back, even after a restart',
    async (mode) => {
      await put('imports/1/0', 'imports/1/1')
      bucket.behave(mode)
      await deletions.deleteFolder('imports/1')
      expect([await runJob(), await queued(), bucket.keys().length]).toEqual(['to be retried', [{ path: 'imports/1', attempts: 1 }], 2])
      restart()
      bucket.behave('healthy')
      await deletions.resume()
      await jobs.runWaiting()
      expect([await queued(), bucket.keys()]).toEqual([[], []])
    },
  )

  test('adds no job at a start without anything to delete', async () => {
    await deletions.resume()
    expect(jobs.count()).toBe(0)
  })

  test('tries a file that always fails last, and deletes the others', async () => {
    await put('one.webp', 'two.webp', 'three.webp')
    bucket.locked.add('one.webp')
    await fileDeletionsStore(database.db).addFiles(['one.webp', 'two.webp', 'three.webp'], NOW)
    expect([await runJob(), await queued(), bucket.keys()]).toEqual(['to be retried', [{ path: 'one.webp', attempts: 1 }], ['one.webp']])
    await fileDeletionsStore(database.db).addFiles(['four.webp'], NOW)
    expect((await queued()).map(({ path }) => path)).toEqual(['four.webp', 'one.webp'])
  })

  test('tries an unavailable service three times at most, and counts the attempt for every file', async () => {
    await fileDeletionsStore(database.db).addFiles(['1', '2', '3', '4', '5'], NOW)
    bucket.behave('down')
    await runJob()
    expect([new Set(bucket.calls).size, (await queued()).map(({ attempts }) => attempts)]).toEqual([3, [1, 1, 1, 1, 1]])
  })

  test('warns the operator once after five failed attempts, and again with each cleanup run', async () => {
    const owner = newUuidv7(NOW.getTime())
    await put(`${owner}/a.webp`, `${owner}/b.webp`)
    await deletions.queueFolder(database.db, { path: owner, files: 2, owner })
    bucket.behave('down')
    for (let attempt = 1; attempt < 5; attempt++) await runJob()
    expect([errors(), await deletions.status()]).toEqual([[], { files: 2, failing: 0, oldest: NOW }])
    await runJob()
    await runJob()
    expect([errors().map(({ failing }) => failing), await deletions.status()]).toEqual([[2], { files: 2, failing: 2, oldest: NOW }])
    await deletions.retryAll()
    expect([errors().length, jobs.count()]).toEqual([2, 1])
  })

  test('counts the remaining files of an account, and forgets the count with the last file', async () => {
    const owner = newUuidv7(NOW.getTime())
    await put(`${owner}/a.webp`, `${owner}/b.webp`)
    await deletions.queueFolder(database.db, { path: owner, files: 2, owner })
    bucket.behave('down')
    await deletions.deleteOf(owner)
    expect(await deletions.pendingOf(owner)).toBe(2)
    bucket.behave('requires-md5')
    await deletions.deleteOf(owner)
    expect([await deletions.pendingOf(owner), bucket.keys()]).toEqual([0, []])
  })

  test('deletes files of the data folder as well, and ignores missing ones', async () => {
    const onDisk = await openFiles({ dataDir, bucket: null })
    const local = createFileDeletions({ db: database.db, files: onDisk, clock, jobs: manualJobs(), log: pino({ level: 'silent' }) })
    await onDisk.put('leaving/a.webp', new Uint8Array([1]))
    await onDisk.put('one.webp', new Uint8Array([1]))
    await fileDeletionsStore(database.db).addFiles(['one.webp', 'never-there.webp'], NOW)
    await local.deleteFolder('leaving')
    await local.retryAll()
    expect([await queued(), await onDisk.exists('leaving/a.webp'), await onDisk.exists('one.webp')]).toEqual([[], false, false])
  })

  test('keeps deletions of a bucket’s files queued on a server that has no bucket', async () => {
    const [owner, empty] = [newUuidv7(NOW.getTime()), newUuidv7(NOW.getTime())]
    await put(`${owner}/a.webp`, 'one.webp')
    const elsewhere = await openFiles({ dataDir: join(dataDir, 'elsewhere'), bucket: null })
    const log = pino({ level: 'silent' })
    const blind = createFileDeletions({ db: database.db, files: elsewhere, clock, jobs: manualJobs(), log })
    await blind.queueFolder(database.db, { path: owner, files: 1, owner })
    await blind.queueFolder(database.db, { path: empty, files: 0, owner: empty })
    await fileDeletionsStore(database.db).addFiles(['one.webp'], NOW)
    await blind.deleteOf(owner)
    await blind.retryAll()
    expect([await blind.pendingOf(owner), (await queued()).map(({ path }) => path).toSorted()]).toEqual([1, [owner, 'one.webp'].toSorted()])
    await deletions.retryAll()
    expect([await queued(), bucket.keys()]).toEqual([[], []])
    // An import that was given up before its first part.
    await blind.deleteFolder('imports/1')
    for (let attempt = 1; attempt <= 4; attempt++) await blind.retryAll()
    expect(await queued()).toEqual([{ path: 'imports/1', attempts: 4 }])
    await blind.retryAll()
    expect(await queued()).toEqual([])
  })
})
