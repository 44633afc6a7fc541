import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { openFiles } from './uploads.files.ts'

const bucket = { endpoint: 'http://127.0.0.1:9', region: 'us-east-1', bucket: 'pictures', accessKeyId: 'a', secretAccessKey: 'b' }
const log = createLogs({ filter: 'off', pretty: false })('uploads')
const warn = vi.spyOn(log, 'warn')
let dataDir: string
beforeEach(() => {
  warn.mockClear()
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-files-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('turning on a bucket logs a warning when earlier pictures are in the data folder', async () => {
  mkdirSync(join(dataDir, 'files'))
  await openFiles({ dataDir, bucket, log })
  expect(warn).toHaveBeenCalledWith({ location: join(dataDir, 'files') }, expect.stringContaining('npm run move'))
})

test('logs nothing without earlier pictures, or without a bucket', async () => {
  await openFiles({ dataDir, bucket, log })
  mkdirSync(join(dataDir, 'files'))
  await openFiles({ dataDir, bucket: null, log })
  expect(warn).not.toHaveBeenCalled()
})
