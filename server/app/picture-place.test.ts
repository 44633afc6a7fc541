import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { openEngines } from './engines.ts'
import { bucketNote, checkPicturePlace } from './picture-place.ts'

const log = pino({ level: 'silent' })
const warn = vi.spyOn(log, 'warn')
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-pictures-'))
  vi.clearAllMocks()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (bucket: string | null) =>
  checkPicturePlace(
    { dataDir, bucket: bucket === null ? null : { bucket, endpoint: null, region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' } },
    log,
  )

test('a server whose pictures are in a bucket does not start without it, until the operator removes the note about it', () => {
  start('pictures')
  start('pictures')
  expect(() => start(null)).toThrow(/are in the bucket pictures, and S3_BUCKET is not set\. .*npm run move -- --from bucket --to/)
  rmSync(bucketNote(dataDir))
  start(null)
  expect(warn).not.toHaveBeenCalled()
})

test('a rejected start unlocks the data folder for the next one', async () => {
  start('pictures')
  const opening = () => openEngines(readConfig({ DATA_DIR: dataDir }), createLogs({ filter: 'off', pretty: false }))
  await expect(opening()).rejects.toThrow('are in the bucket pictures')
  await expect(opening()).rejects.toThrow('are in the bucket pictures')
})

test('a data folder without a bucket gets no note', () => {
  start(null)
  expect(existsSync(bucketNote(dataDir))).toBe(false)
})

test('a different bucket causes one warning, because its pictures may have been copied', () => {
  for (const bucket of ['pictures', 'copied', 'copied']) start(bucket)
  expect(warn).toHaveBeenCalledOnce()
})
