import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFolder, type Files, openFiles } from '#server/features/uploads/uploads.files.ts'
import { freePort } from '#tools/free-port.ts'

/** s3rver speaks S3 over HTTP. It checks signatures, but knows no policies, no lifecycle and no multipart limits. */
let folder = ''
let bucketServer: S3rver
let files: Files

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-bucket-'))
  const port = await freePort('127.0.0.1', 0)
  bucketServer = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  await bucketServer.run()
  const bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'pictures',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  files = await openFiles({ dataDir: folder, bucket })
})
afterAll(async () => {
  await bucketServer.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a picture in a bucket comes back byte for byte, and is gone when it was deleted', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
  await files.put('anna/picture.webp', bytes, { contentType: 'image/webp' })
  expect(Buffer.from(await files.getBytes('anna/picture.webp')).equals(Buffer.from(bytes))).toBe(true)
  await files.delete('anna/picture.webp')
  expect(await files.exists('anna/picture.webp')).toBe(false)
})

test('everything of a person goes with one call', async () => {
  await files.put('leaving/one.webp', new Uint8Array([1]))
  await files.put('leaving/two.webp', new Uint8Array([2]))
  await files.put('staying/one.webp', new Uint8Array([3]))
  await deleteFolder(files, 'leaving')
  expect([await files.exists('leaving/one.webp'), await files.exists('leaving/two.webp'), await files.exists('staying/one.webp')]).toEqual([
    false,
    false,
    true,
  ])
})
